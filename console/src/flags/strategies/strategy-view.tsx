import { Badge, Box, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Constraint, StrategyVariant } from '../../../../server/flags/strategies/schema.ts';
import { RolloutBar, WeightBar } from '../../ui/bars.tsx';
import { segmentNamesQuery } from '../flags/api.ts';
import { texts } from '../texts.ts';
import { strategyTypesQuery } from './api.ts';
import { ConstraintLine } from './constraint-line.tsx';
import { audienceOf, listParameters, rolloutOf } from './labels.ts';

const { view } = texts.strategies;

/** A strategy of a flag, or a proposed one. */
export type ShownStrategy = {
  name: string;
  title?: string | null | undefined;
  disabled?: boolean | null | undefined;
  segments?: readonly number[] | undefined;
  constraints?: readonly Constraint[] | undefined;
  variants?: readonly StrategyVariant[] | undefined;
  parameters?: Record<string, unknown> | undefined;
};

const describedTypes = new Set(['default', 'flexibleRollout', ...Object.keys(listParameters)]);

/** A strategy as a sentence, with bars for rollout and weights. */
export function StrategyView({ strategy }: { strategy: ShownStrategy }) {
  const types = useQuery(strategyTypesQuery).data?.strategies ?? [];
  const typeTitle = types.find(({ name }) => name === strategy.name)?.title ?? strategy.name;
  const { title, disabled, parameters = {}, variants = [] } = strategy;
  return (
    <Stack gap={6} miw={0}>
      <Group gap={8}>
        <Text span size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {title || audienceOf(strategy, typeTitle)}
        </Text>
        {disabled && (
          <Badge size="sm" color="gray" variant="light" tt="none">
            {view.disabled}
          </Badge>
        )}
      </Group>
      {title && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {audienceOf(strategy, typeTitle)}
        </Text>
      )}
      {strategy.name === 'flexibleRollout' && (
        <Box maw={420}>
          <RolloutBar percent={rolloutOf(parameters)} />
        </Box>
      )}
      {!describedTypes.has(strategy.name) && <CustomParameters parameters={parameters} />}
      <Conditions strategy={strategy} />
      {variants.length > 0 && (
        <Box maw={520}>
          <Text size="sm" mb={4}>
            {view.variants(variants.length)}
          </Text>
          <WeightBar parts={variants} />
        </Box>
      )}
    </Stack>
  );
}

function CustomParameters({ parameters }: { parameters: Record<string, unknown> }) {
  const set = Object.entries(parameters).filter(([, value]) => value !== '');
  if (set.length === 0) return null;
  return (
    <List size="sm" withPadding>
      {set.map(([name, value]) => (
        <List.Item key={name} style={{ overflowWrap: 'anywhere' }}>
          {view.parameter(name, String(value))}
        </List.Item>
      ))}
    </List>
  );
}

/** All conditions must match, so each line after the first starts with `and`. */
function Conditions({ strategy }: { strategy: ShownStrategy }) {
  const { segments = [], constraints = [] } = strategy;
  const existing = useQuery({ ...segmentNamesQuery, enabled: segments.length > 0 }).data?.segments;
  const nameOf = (id: number) =>
    existing?.find((each) => each.id === id)?.name ?? view.unknownSegment(id);
  const lines = [
    ...segments.map((id) => ({ key: `segment-${id}`, segment: nameOf(id) })),
    ...constraints.map((constraint, index) => ({ key: `constraint-${index}`, constraint })),
  ];
  return lines.map((line, index) => (
    <Group key={line.key} gap={6} wrap="nowrap" align="flex-start">
      <Text span size="sm" c="dimmed" miw={34} style={{ flexShrink: 0 }}>
        {index === 0 ? view.if : view.and}
      </Text>
      {'constraint' in line ? (
        <ConstraintLine constraint={line.constraint} />
      ) : (
        <Text span size="sm">
          {view.segment(line.segment)}
        </Text>
      )}
    </Group>
  ));
}
