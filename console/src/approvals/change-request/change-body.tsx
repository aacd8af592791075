import { Badge, Box, List, Paper, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Change, ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import type { StrategyOrder, Variant } from '../../../../server/flags/strategies/schema.ts';
import { flagQuery } from '../../flags/flag/api.ts';
import { audienceOf } from '../../flags/strategies/labels.ts';
import { type ShownStrategy, StrategyView } from '../../flags/strategies/strategy-view.tsx';
import { WeightBar } from '../../ui/bars.tsx';
import { Disclose } from '../../ui/disclose.tsx';
import { JsonView } from '../../ui/json-diff.tsx';
import { texts } from '../texts.tsx';
import { ValuesDiff } from './values-diff.tsx';

const text = texts.changeRequest.changes;

type Payload = { enabled?: boolean; snapshot?: unknown; [member: string]: unknown };

type Props = { request: ChangeRequest; change: Change; flag: string | undefined };

/** The values before and after the change. */
export function ChangeBody({ request, change, flag }: Props) {
  const { action, payload } = change;
  const { snapshot, ...proposed } = (typeof payload === 'object' ? payload : {}) as Payload;
  switch (action) {
    case 'addStrategy':
      return <Side side="after" strategy={proposed as ShownStrategy} />;
    case 'deleteStrategy':
      return <Side side="before" strategy={(snapshot ?? proposed) as ShownStrategy} />;
    case 'updateStrategy':
      return <StrategyChange before={snapshot} proposed={proposed} />;
    case 'patchVariant':
      return (
        <VariantsChange before={snapshot as Variant[]} after={proposed.variants as Variant[]} />
      );
    case 'reorderStrategy':
      return <NewOrder request={request} flag={flag ?? ''} order={payload as StrategyOrder} />;
    case 'updateSegment':
      return <ValuesDiff before={membersOf(snapshot, proposed)} after={proposed} />;
    default:
      return null;
  }
}

/** A change lists only some members; the others stay as they are. */
function membersOf(before: unknown, proposed: Payload): Payload {
  const current = (before ?? {}) as Payload;
  return Object.fromEntries(
    Object.keys(proposed).map((name) => [name, current[name] ?? proposed[name]]),
  );
}

type SideProps = { side: 'before' | 'after'; strategy: ShownStrategy };

export function Side({ side, strategy }: SideProps) {
  const colour = side === 'before' ? 'red' : 'teal';
  return (
    <Paper p="xs" my={4} withBorder style={{ borderColor: `var(--mantine-color-${colour}-6)` }}>
      <Badge color={colour} variant="dot" size="sm" tt="none" mb={6}>
        {text[side]}
      </Badge>
      <StrategyView strategy={strategy} />
    </Paper>
  );
}

function StrategyChange({ before, proposed }: { before: unknown; proposed: Payload }) {
  const { id: _, ...members } = proposed;
  const previous = (before ?? {}) as Payload & ShownStrategy;
  const after = { ...previous, ...members };
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        {before !== undefined && <Side side="before" strategy={previous} />}
        <Side side="after" strategy={after} />
      </SimpleGrid>
      <Disclose label={text.allDifferences}>
        <ValuesDiff before={previous} after={after} />
      </Disclose>
    </>
  );
}

function VariantsChange({ before = [], after = [] }: { before?: Variant[]; after?: Variant[] }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} my={4}>
        <VariantsSide label={text.before} variants={before} />
        <VariantsSide label={text.after} variants={after} />
      </SimpleGrid>
      <Disclose label={text.allDifferences}>
        <ValuesDiff before={byName(before)} after={byName(after)} />
      </Disclose>
    </>
  );
}

const byName = (variants: readonly Variant[]) =>
  Object.fromEntries(variants.map(({ name, ...rest }) => [name, rest]));

function VariantsSide({ label, variants }: { label: string; variants: readonly Variant[] }) {
  return (
    <Box>
      <Text size="xs" fw={600} mb={4}>
        {label}
      </Text>
      {variants.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.noVariants}
        </Text>
      ) : (
        <WeightBar parts={variants} />
      )}
    </Box>
  );
}

type OrderProps = { request: ChangeRequest; flag: string; order: StrategyOrder };

function NewOrder({ request, flag, order }: OrderProps): ReactNode {
  const { project, environment } = request;
  const found = useQuery(flagQuery({ projectId: project, featureName: flag })).data;
  const current = found?.environments.find(({ name }) => name === environment)?.strategies ?? [];
  if (!Array.isArray(order)) return <JsonView value={order} />;
  const sorted = [...order].sort((one, other) => one.sortOrder - other.sortOrder);
  return (
    <List type="ordered" size="sm">
      {sorted.map(({ id }) => {
        const strategy = current.find((each) => each.id === id);
        return (
          <List.Item key={id}>
            {strategy ? strategy.title || audienceOf(strategy) : text.deletedStrategy}
          </List.Item>
        );
      })}
    </List>
  );
}
