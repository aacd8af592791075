import { Alert, Badge, Box, Group, Paper, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { WeightBar } from '../../ui/bars.tsx';
import { EnvironmentName } from '../../ui/environment.tsx';
import { StrategyView } from '../strategies/strategy-view.tsx';
import {
  type Comparison,
  compareEnvironments,
  type Difference,
  type StrategyRow,
} from './compare.ts';
import { EnvironmentMenu } from './environment-menu.tsx';
import { FlagSwitch } from './flag-switch.tsx';
import { texts } from './texts.ts';

const t = texts.sideBySide;

/** A narrower column would cut off the bars of strategies. */
const columnMin = 220;

/** All environments of the flag, with what differs between them. */
export default function SideBySide({ flag }: { flag: Flag }) {
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const { environments } = flag;
  const comparison = compareEnvironments(environments);
  const { state, variants, reordered } = comparison;
  const count = countDifferences(comparison);
  const isShown = ({ length }: readonly Difference[]) => length > 0 || !onlyDifferences;
  const strategies = comparison.strategies.map((row, index) => ({ ...row, index }));
  return (
    <Stack component="section" aria-label={t.label} gap="sm">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {count === 0 ? t.alike : t.count(count)}
        </Text>
        <Switch
          label={t.onlyDifferences}
          checked={onlyDifferences}
          onChange={({ currentTarget }) => setOnlyDifferences(currentTarget.checked)}
        />
      </Group>
      {isShown(state) && <StateRow flag={flag} differences={state} />}
      {reordered && (
        <Alert color="yellow" p="xs">
          {t.order}
        </Alert>
      )}
      {strategies
        .filter(({ differences }) => isShown(differences))
        .map((row) => (
          <StrategyCells key={row.cells.map((cell) => cell?.id).join()} flag={flag} row={row} />
        ))}
      {environments.some((each) => each.variants.length > 0) && isShown(variants) && (
        <VariantsRow flag={flag} differences={variants} />
      )}
    </Stack>
  );
}

const countDifferences = ({ state, strategies, variants, reordered }: Comparison) =>
  [state, variants, ...strategies.map(({ differences }) => differences)].filter(
    ({ length }) => length > 0,
  ).length + Number(reordered);

type FlagRow = { flag: Flag; differences: readonly Difference[] };

function StateRow({ flag, differences }: FlagRow) {
  return (
    <Row flag={flag} title={t.state} differences={differences}>
      {flag.environments.map((environment) => (
        <Group key={environment.name} justify="space-between" wrap="nowrap">
          <span>
            <FlagSwitch flag={flag} environment={environment.name} />
          </span>
          <EnvironmentMenu flag={flag} environment={environment} />
        </Group>
      ))}
    </Row>
  );
}

function StrategyCells({ flag, row }: { flag: Flag; row: StrategyRow & { index: number } }) {
  return (
    <Row flag={flag} title={t.strategy(row.index + 1)} differences={row.differences}>
      {flag.environments.map(({ name }, column) => {
        const strategy = row.cells[column];
        return strategy ? (
          <StrategyView key={name} strategy={strategy} />
        ) : (
          <Missing key={name}>{t.missing(name)}</Missing>
        );
      })}
    </Row>
  );
}

function VariantsRow({ flag, differences }: FlagRow) {
  return (
    <Row flag={flag} title={t.variants} differences={differences}>
      {flag.environments.map(({ name, variants }) =>
        variants.length > 0 ? (
          <WeightBar key={name} parts={variants} />
        ) : (
          <Missing key={name}>{t.none}</Missing>
        ),
      )}
    </Row>
  );
}

const Missing = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

type RowProps = FlagRow & { title: string; children: readonly ReactNode[] };

/** One cell for each environment; below each other in a narrow window. */
function Row({ flag, title, differences, children }: RowProps) {
  const id = useId();
  const environments = flag.environments.map(({ name }) => name);
  const differs = differences.length > 0;
  return (
    <Paper
      component="section"
      withBorder
      p="sm"
      aria-labelledby={id}
      {...(differs ? { style: { borderLeft: '4px solid var(--mantine-color-orange-6)' } } : {})}
    >
      <Group gap="xs" mb="xs">
        <Text id={id} size="sm" fw={600}>
          {title}
        </Text>
        {differs && (
          <Badge color="orange" variant="light" tt="none" maw="100%">
            {t.differs(differences.map((each) => t.parts[each]).join(', '))}
          </Badge>
        )}
      </Group>
      <Box style={{ overflowX: 'auto' }}>
        <SimpleGrid
          cols={{ base: 1, sm: environments.length }}
          miw={{ base: 0, sm: environments.length * columnMin }}
        >
          {children.map((cell, column) => (
            <Box key={environments[column]} miw={0}>
              <Text size="xs" c="dimmed" mb={4} style={{ overflowWrap: 'anywhere' }}>
                <EnvironmentName name={environments[column] ?? ''} />
              </Text>
              {cell}
            </Box>
          ))}
        </SimpleGrid>
      </Box>
    </Paper>
  );
}
