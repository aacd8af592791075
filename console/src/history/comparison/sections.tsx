import { Badge, Box, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { StrategyView } from '../../flags/strategies/strategy-view.tsx';
import { WeightBar } from '../../ui/bars.tsx';
import { EnvironmentName } from '../../ui/environment.tsx';
import { JsonDiff } from '../../ui/json-diff.tsx';
import { Panel } from '../../ui/panel.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { texts } from '../texts.tsx';
import { environmentIn, type Row, rowOf, settingRows, strategyRows } from './rows.ts';

const text = texts.comparison;

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
    <Section title={text.rows.ofFlag} rows={rows} all={all}>
      {rows.map((row) => (
        <SideBySide key={row.key} row={row} all={all}>
          {(value) => (
            <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {value}
            </Text>
          )}
        </SideBySide>
      ))}
    </Section>
  );
}

export function Environment({ name, before, after, all }: Props & { name: string }) {
  const [was, is] = [environmentIn(before, name), environmentIn(after, name)];
  const state = rowOf(text.rows.state, was && stateOf(was.enabled), is && stateOf(is.enabled));
  const strategies = strategyRows(was?.strategies, is?.strategies);
  const variants = rowOf(text.rows.variants, nonEmpty(was?.variants), nonEmpty(is?.variants));
  return (
    <Section
      title={<EnvironmentName name={name} />}
      rows={[state, ...strategies, variants]}
      all={all}
    >
      <SideBySide row={state} all={all}>
        {(value) => <Text size="sm">{value}</Text>}
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

const stateOf = (enabled: boolean) => (enabled ? ui.common.on : ui.common.off);

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
          {text.noChanges}
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
            {text.marks[mark]}
          </Badge>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <Side label={text.before} colour={mark && 'red'} value={before} render={children} />
        <Side label={text.after} colour={mark && 'teal'} value={after} render={children} />
      </SimpleGrid>
      {details && mark === 'changed' && (
        <Text component="details" size="xs" mt={4}>
          <summary>{text.allDifferences}</summary>
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
      {value === undefined ? <Text size="sm">{ui.common.none}</Text> : render(value)}
    </Paper>
  );
}
