import { Box, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { paths } from '../../paths.ts';
import { WeightBar } from '../../ui/bars.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { LineChart } from '../../ui/line-chart.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { applicationsQuery, usageQuery } from './api.ts';
import type { FlagPageParams } from './params.ts';
import { type EnvironmentUsage, usageByEnvironment } from './usage-sums.ts';

const spans = [
  { value: '24', label: '24 hours' },
  { value: '48', label: '48 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
];

/** Evaluations by hour, as reported by SDKs. */
export default function Usage({ flag, params }: { flag: Flag; params: FlagPageParams }) {
  const navigate = useNavigate({ from: paths.flag });
  const span = spans.find(({ value }) => value === params.hoursBack)?.value ?? '48';
  const found = useQuery(usageQuery(flag.name, Number(span)));
  const applications = useQuery(applicationsQuery(flag.name)).data?.seenApplications ?? [];
  const sums = useMemo(
    () => found.data && usageByEnvironment(found.data.data, Number(span), Date.now()),
    [found.data, span],
  );
  return (
    <Stack>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="How far back"
          data={spans}
          value={span}
          onChange={(hoursBack) => void navigate({ search: { tab: 'usage', hoursBack } })}
        />
        {applications.length > 0 && (
          <Text size="sm" c="dimmed">
            Evaluated by {applications.join(', ')}
          </Text>
        )}
      </Group>
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {!sums && !found.error && <PanelSkeleton />}
      {sums?.length === 0 && (
        <EmptyState title="No SDK evaluated it in that time">
          Once an application evaluates {flag.name} and reports it, the counts appear here.
        </EmptyState>
      )}
      {sums?.map((usage) => (
        <EnvironmentChart key={usage.environment} usage={usage} />
      ))}
    </Stack>
  );
}

const count = (value: number) => value.toLocaleString('en');

function EnvironmentChart({ usage }: { usage: EnvironmentUsage }) {
  const { environment, hours, yes, no, variants } = usage;
  const totals = `${count(yes)} yes, ${count(no)} no`;
  return (
    <Panel
      title={environment}
      actions={
        <Text size="sm" c="dimmed">
          {totals}
        </Text>
      }
    >
      <LineChart
        label={`Evaluations in ${environment} by the hour: ${totals}`}
        ticks={hours.map(({ start }) => hourName(start))}
        lines={[
          { name: 'Yes', colour: 'teal', values: hours.map((hour) => hour.yes) },
          { name: 'No', colour: 'orange', values: hours.map((hour) => hour.no) },
        ]}
      />
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

const format = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', hour: 'numeric' });
const hourName = (start: number) => format.format(new Date(start));
