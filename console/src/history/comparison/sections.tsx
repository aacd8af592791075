import { Badge, Box, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { StrategyView } from '../../flags/strategies/strategy-view.tsx';
import { WeightBar } from '../../ui/bars.tsx';
import { EnvironmentName } from '../../ui/environment.tsx';
import { JsonDiff } from '../../ui/json-diff.tsx';
import { Panel } from '../../ui/panel.tsx';
import { settingsLabel } from './change-list.tsx';
import { environmentIn, type Row, rowOf, settingRows, strategyRows } from './rows.ts';

type Props = {
  /** Undefined if the flag did not exist. */
  before: Flag | undefined;
  after: Flag;
  /** Whether unchanged values are shown. */
  all: boolean;
};

/** What belongs to no environment. */
export function Settings({ before, after, all }: Props) {
  const rows = settingRows(before, after);
  return (
    <Section title={settingsLabel} rows={rows} all={all}>
      {rows.map((row) => (
        <SideBySide key={row.key} row={row} all={all}>
          {(text) => (
            <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {text}
            </Text>
          )}
        </SideBySide>
      ))}
    </Section>
  );
}

export function Environment({ name, before, after, all }: Props & { name: string }) {
  const [was, is] = [environmentIn(before, name), environmentIn(after, name)];
  const state = rowOf('State', was && stateOf(was.enabled), is && stateOf(is.enabled));
  const strategies = strategyRows(was?.strategies, is?.strategies);
  const variants = rowOf('Variants', nonEmpty(was?.variants), nonEmpty(is?.variants));
  return (
    <Section
      title={<EnvironmentName name={name} />}
      rows={[state, ...strategies, variants]}
      all={all}
    >
      <SideBySide row={state} all={all}>
        {(text) => <Text size="sm">{text}</Text>}
      </SideBySide>
      {strategies.map((row) => (
        <SideBySide key={row.key} row={row} all={all} details>
          {(strategy) => <StrategyView strategy={strategy} />}
        </SideBySide>
      ))}
      <SideBySide row={variants} all={all} details>
        {(parts) => <WeightBar parts={parts} />}
      </SideBySide>
    </Section>
  );
}

const stateOf = (enabled: boolean) => (enabled ? 'On' : 'Off');

const nonEmpty = <Item,>(items: readonly Item[] | undefined) =>
  items && items.length > 0 ? items : undefined;

type SectionProps = {
  title: ReactNode;
  rows: readonly Row<unknown>[];
  all: boolean;
  children: ReactNode;
};

function Section({ title, rows, all, children }: SectionProps) {
  const changed = rows.some(({ mark }) => mark !== undefined);
  return (
    <Panel title={title}>
      {changed || all ? (
        <Stack gap="md">{children}</Stack>
      ) : (
        <Text size="sm" c="dimmed">
          No changes
        </Text>
      )}
    </Panel>
  );
}

type RowProps<Value> = {
  row: Row<Value>;
  all: boolean;
  /** Whether the differing members can be shown. */
  details?: boolean;
  children: (value: Value) => ReactNode;
};

function SideBySide<Value>({ row, all, details = false, children }: RowProps<Value>) {
  const { label, before, after, mark } = row;
  if (before === undefined && after === undefined) return null;
  if (mark === undefined && !all) return null;
  return (
    <Box role="group" aria-label={label}>
      <Group gap={8} mb={4}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        {mark && (
          <Badge size="sm" variant="default" tt="none">
            {mark}
          </Badge>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <Side label="Before" colour={mark && 'red'} value={before} render={children} />
        <Side label="After" colour={mark && 'teal'} value={after} render={children} />
      </SimpleGrid>
      {details && mark === 'Changed' && (
        <Text component="details" size="xs" mt={4}>
          <summary>All differences</summary>
          <JsonDiff before={before} after={after} />
        </Text>
      )}
    </Box>
  );
}

type SideProps<Value> = {
  label: string;
  colour: string | undefined;
  value: Value | undefined;
  render: (value: Value) => ReactNode;
};

function Side<Value>({ label, colour, value, render }: SideProps<Value>) {
  return (
    <Paper
      withBorder
      p="xs"
      {...(colour ? { style: { borderColor: `var(--mantine-color-${colour}-6)` } } : {})}
    >
      <Text size="xs" c="dimmed" mb={2}>
        {label}
      </Text>
      {value === undefined ? <Text size="sm">None</Text> : render(value)}
    </Paper>
  );
}
