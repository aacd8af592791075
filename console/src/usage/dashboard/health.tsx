import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useProjectName } from '../../flags/flags/project-name.ts';
import { formatNumber } from '../../language.ts';
import { paths, pathTo } from '../../paths.ts';
import { Chart } from '../../ui/chart.tsx';
import { dayPoint } from '../../ui/chart-scale.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ChartIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ChartSkeleton } from '../../ui/skeletons.tsx';
import { Swatch } from '../../ui/swatch.tsx';
import { texts } from '../texts.ts';
import { type Health, healthQuery, type ProjectDashboard } from './api.ts';

const text = texts.dashboard.health;

type Props = { projectId: string; insights: ProjectDashboard['insights'] };

/** The health of the project, compared with the previous four weeks. */
export function HealthPanel({ projectId, insights }: Props) {
  const name = useProjectName(projectId);
  const isEmpty = insights.totalFlags === 0;
  return (
    <Panel
      title={text.title(name)}
      note={isEmpty ? undefined : trendOf(insights)}
      actions={
        <Anchor component={Link} size="sm" to={pathTo(paths.project, { projectId })}>
          {text.open}
        </Anchor>
      }
    >
      {isEmpty ? (
        <EmptyState icon={ChartIcon} title={text.emptyTitle}>
          {text.empty}
        </EmptyState>
      ) : (
        <Figures projectId={projectId} insights={insights} />
      )}
    </Panel>
  );
}

function Figures({ projectId, insights }: Props) {
  const found = useQuery(healthQuery(projectId));
  const { health, totalFlags, activeFlags, staleFlags, potentiallyStaleFlags } = insights;
  return (
    <>
      <Group align="flex-start" gap="xl" wrap="wrap">
        <Stack gap={4} miw={150}>
          <Text fz={40} fw={700} lh={1.1}>
            {health}%
          </Text>
          <Text size="sm" c="dimmed">
            {text.inGoodShape(totalFlags)}
          </Text>
          <Count colour="teal" count={activeFlags} label={text.active} />
          <Count colour="yellow" count={potentiallyStaleFlags} label={text.potentiallyStale} />
          <Count colour="orange" count={staleFlags} label={text.markedStale} />
        </Stack>
        <div style={{ flex: '1 1 260px', minWidth: 0 }}>
          {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
          {found.isPending && <ChartSkeleton />}
          {found.data && <HealthChart health={found.data} />}
        </div>
      </Group>
      {found.data?.notes.map(({ message }) => (
        <Text key={message} size="sm" c="orange" mt="sm">
          {message}
        </Text>
      ))}
    </>
  );
}

function Count({ colour, count, label }: { colour: string; count: number; label: string }) {
  return (
    <Group gap={8} wrap="nowrap">
      <Swatch colour={colour} />
      <Text size="sm">
        <b>{formatNumber(count)}</b> {label}
      </Text>
    </Group>
  );
}

const windowDays = 28;

/** Two windows of four weeks; the second line starts where the first ends. */
function HealthChart({ health: { days } }: { health: Health }) {
  const boundary = Math.max(0, days.length - windowDays);
  const lines = [
    {
      name: text.windowBefore,
      colour: 'gray',
      values: days.map(({ health }, index) => (index <= boundary && boundary > 0 ? health : null)),
    },
    {
      name: text.window,
      colour: 'indigo',
      values: days.map(({ health }, index) => (index >= boundary ? health : null)),
    },
  ];
  const [first, last] = [days[0], days.at(-1)];
  return (
    <Chart
      label={text.chart(
        first?.health ?? 0,
        first ? dayPoint(first.day).label : '',
        last?.health ?? 0,
      )}
      lines={boundary === 0 ? lines.slice(1) : lines}
      points={days.map(({ day }) => dayPoint(day))}
      max={100}
      unit="%"
    />
  );
}

function trendOf({ avgHealthCurrentWindow: now, avgHealthPastWindow: past }: Props['insights']) {
  if (now === null) return undefined;
  return text.trend(now, past);
}
