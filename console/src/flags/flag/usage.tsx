import { Anchor, Box, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment, useMemo } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { locale } from '../../language.ts';
import { paths, pathTo } from '../../paths.ts';
import { partColour, WeightBar } from '../../ui/bars.tsx';
import { Chart } from '../../ui/chart.tsx';
import { dayPoint } from '../../ui/chart-scale.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EnvironmentName } from '../../ui/environment.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ChartIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { texts } from '../texts.ts';
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

const { usage: text } = texts;

const spans = Object.entries(text.spans).map(([value, label]) => ({ value, label }));

const splits = Object.entries(text.splits).map(([value, label]) => ({
  value: value as Split,
  label,
}));

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
  const names = [...new Set(sums?.flatMap(({ lines }) => lines.map(({ name }) => name)))].sort();
  return (
    <Stack>
      <Controls flag={flag} params={{ ...params, hoursBack: span, by: split }} />
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {!sums && !found.error && <PanelSkeleton />}
      {sums?.length === 0 && (
        <EmptyState icon={ChartIcon} title={text.emptyTitle}>
          {text.empty(flag.name)}
        </EmptyState>
      )}
      {begin !== undefined && (
        <Text size="sm" c="dimmed">
          {text.begin(days.format(begin))}
        </Text>
      )}
      {sums?.map((usage) => (
        <EnvironmentChart
          key={usage.environment}
          {...{ flag, usage, buckets, names }}
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
          aria-label={text.range}
          data={spans}
          value={hoursBack ?? ''}
          onChange={(next) => show({ hoursBack: next })}
        />
        <SegmentedControl
          size="xs"
          aria-label={text.shown}
          data={splits}
          value={by ?? ''}
          onChange={(next) => show({ by: next })}
        />
      </Group>
      {applications.length > 0 && (
        <Text size="sm" c="dimmed">
          {text.evaluatedBy}{' '}
          {applications.map((appName, index) => (
            <Fragment key={appName}>
              {index > 0 && ', '}
              <Anchor
                component={Link}
                inherit
                underline="always"
                to={pathTo(paths.application, { appName })}
              >
                {appName}
              </Anchor>
            </Fragment>
          ))}
        </Text>
      )}
    </Group>
  );
}

type ChartProps = {
  flag: Flag;
  usage: EnvironmentUsage;
  buckets: Buckets;
  /** Of the lines of all charts, so that a name has the same colour in each. */
  names: readonly string[];
  isResult: boolean;
};

function EnvironmentChart({ flag, usage, buckets, names, isResult }: ChartProps) {
  const { environment, lines, yes, no, variants } = usage;
  const totals = text.totals(yes, no);
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
          {text.noVariants}
        </Text>
      ) : (
        <Chart
          label={text.chart(environment, totals)}
          points={buckets.starts.map((start) => pointOf(start, buckets.stepMs))}
          lines={lines.map((line, index) => ({
            ...line,
            colour:
              (isResult ? resultColours[index] : undefined) ?? partColour(names.indexOf(line.name)),
          }))}
          markers={markers}
          isRunning
        />
      )}
      {variants.length > 0 && (
        <Box mt="md" maw={560}>
          <Text size="sm" fw={600} mb={4}>
            {text.variantsShown}
          </Text>
          <WeightBar parts={variants} />
        </Box>
      )}
    </Panel>
  );
}

const resultColours = ['teal', 'orange'];

const hours = new Intl.DateTimeFormat(locale, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });

function pointOf(start: number, stepMs: number) {
  if (stepMs > 3_600_000) return dayPoint(start);
  const text = hours.format(new Date(start));
  return { label: text, tick: text };
}
