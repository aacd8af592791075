import { Box, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { paths } from '../../paths.ts';
import { partColour, WeightBar } from '../../ui/bars.tsx';
import { Chart } from '../../ui/chart.tsx';
import { dayPoint } from '../../ui/chart-scale.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EnvironmentName } from '../../ui/environment.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { exactTime } from '../../ui/time-ago.tsx';
import { applicationsQuery, usageQuery } from './api.ts';
import type { FlagPageParams } from './params.ts';
import { useChangeMarkers } from './usage-markers.ts';
import {
  type Buckets,
  bucketsOf,
  countsBegin,
  type EnvironmentUsage,
  type Split,
  usageByEnvironment,
} from './usage-sums.ts';

const spans = [
  { value: '24', label: '24 hours' },
  { value: '48', label: '48 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
  { value: '2160', label: '90 days' },
];

const splits: { value: Split; label: string }[] = [
  { value: 'result', label: 'Yes and no' },
  { value: 'variant', label: 'Variants' },
  { value: 'application', label: 'Applications' },
];

type Props = { flag: Flag; params: FlagPageParams };

/** Evaluations over time, as reported by SDKs, with the changes of the flag. */
export default function Usage({ flag, params }: Props) {
  const span = spans.find(({ value }) => value === params.hoursBack)?.value ?? '48';
  const split = splits.find(({ value }) => value === params.by)?.value ?? 'result';
  const found = useQuery(usageQuery(flag.name, Number(span)));
  const reports = found.data?.data;
  const { buckets, sums, begin } = useMemo(() => {
    const shown = bucketsOf(Number(span), Date.now());
    return {
      buckets: shown,
      sums: reports && usageByEnvironment(reports, shown, split),
      begin: reports && countsBegin(reports, shown),
    };
  }, [reports, span, split]);
  return (
    <Stack>
      <Controls flag={flag} params={{ ...params, hoursBack: span, by: split }} />
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {!sums && !found.error && <PanelSkeleton />}
      {sums?.length === 0 && (
        <EmptyState title="No SDK evaluated it in that time">
          Once an application evaluates {flag.name} and reports it, the counts appear here.
        </EmptyState>
      )}
      {begin !== undefined && (
        <Text size="sm" c="dimmed">
          No counts are stored from before {exactTime(new Date(begin).toISOString())}.
        </Text>
      )}
      {sums?.map((usage) => (
        <EnvironmentChart
          key={usage.environment}
          {...{ flag, usage, buckets }}
          isResult={split === 'result'}
        />
      ))}
    </Stack>
  );
}

function Controls({ flag, params: { hoursBack, by } }: Props) {
  const navigate = useNavigate({ from: paths.flag });
  const applications = useQuery(applicationsQuery(flag.name)).data?.seenApplications ?? [];
  const show = (next: { hoursBack?: string; by?: string }) =>
    void navigate({ search: { tab: 'usage', hoursBack, by, ...next } });
  return (
    <Group justify="space-between">
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="How far back"
          data={spans}
          value={hoursBack ?? ''}
          onChange={(next) => show({ hoursBack: next })}
        />
        <SegmentedControl
          size="xs"
          aria-label="What is shown"
          data={splits}
          value={by ?? ''}
          onChange={(next) => show({ by: next })}
        />
      </Group>
      {applications.length > 0 && (
        <Text size="sm" c="dimmed">
          Evaluated by {applications.join(', ')}
        </Text>
      )}
    </Group>
  );
}

const count = (value: number) => value.toLocaleString('en');

type ChartProps = { flag: Flag; usage: EnvironmentUsage; buckets: Buckets; isResult: boolean };

function EnvironmentChart({ flag, usage, buckets, isResult }: ChartProps) {
  const { environment, lines, yes, no, variants } = usage;
  const totals = `${count(yes)} yes, ${count(no)} no`;
  const markers = useChangeMarkers(flag, environment, buckets);
  return (
    <Panel
      title={<EnvironmentName name={environment} />}
      actions={
        <Text size="sm" c="dimmed">
          {totals}
        </Text>
      }
    >
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          No variants were reported.
        </Text>
      ) : (
        <Chart
          label={`Evaluations in ${environment}: ${totals}`}
          points={buckets.starts.map((start) => pointOf(start, buckets.stepMs))}
          lines={lines.map((line, index) => ({
            ...line,
            colour: (isResult ? resultColours[index] : undefined) ?? partColour(index),
          }))}
          markers={markers}
        />
      )}
      {variants.length > 0 && (
        <Box mt="md" maw={560}>
          <Text size="sm" fw={600} mb={4}>
            Variants shown
          </Text>
          <WeightBar parts={variants} />
        </Box>
      )}
    </Panel>
  );
}

const resultColours = ['teal', 'orange'];

const hours = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', hour: 'numeric' });

function pointOf(start: number, stepMs: number) {
  if (stepMs > 3_600_000) return dayPoint(start);
  const text = hours.format(new Date(start));
  return { label: text, tick: text };
}
