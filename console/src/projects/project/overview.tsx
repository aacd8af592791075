import { Anchor, Box, Group, List, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ProjectOverview } from '../../../../server/projects/projects/schema.ts';
import { eventsQuery } from '../../audit/events/api.ts';
import { inProject } from '../../audit/events/found.ts';
import { Summary } from '../../audit/events/summary.tsx';
import { formatNumber } from '../../language.ts';
import { paths, pathTo } from '../../paths.ts';
import { Chart } from '../../ui/chart.tsx';
import { dayPoint } from '../../ui/chart-scale.ts';
import { EnvironmentBadge } from '../../ui/environment.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { flagTypeName } from '../../ui/names.ts';
import { Panel } from '../../ui/panel.tsx';
import { ChartSkeleton, PanelSkeleton } from '../../ui/skeletons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { costReason, costTime } from '../../usage/dashboard/cost-reason.ts';
import { texts as all } from '../texts.ts';
import { healthQuery, projectApplicationsQuery } from './api.ts';
import { texts as frame } from './texts.ts';

const texts = all.project.overview;

type Props = { projectId: string; project: ProjectOverview };

const costsMax = 8;

/** Figures, health, activity and applications, beside the flags. */
export default function Overview({ projectId, project }: Props) {
  const flags = project.featureTypeCounts.reduce((sum, { count }) => sum + count, 0);
  const limit = project.featureLimit;
  return (
    <Stack>
      <SimpleGrid type="container" cols={{ base: 1, '480px': 3 }} spacing="xs">
        <Figure
          label={texts.flags}
          value={limit === null ? formatNumber(flags) : texts.ofLimit(flags, limit)}
        >
          {project.featureTypeCounts
            .map(({ type, count }) => `${flagTypeName(type)}: ${formatNumber(count)}`)
            .join(', ')}
        </Figure>
        <Figure label={texts.members} value={formatNumber(project.members)}>
          {texts.membersNote}
        </Figure>
        <Figure label={texts.mode} value={all.projects.modeNames[project.mode]}>
          {all.projects.modes[project.mode]}
        </Figure>
      </SimpleGrid>
      <Health projectId={projectId} />
      <Activity projectId={projectId} />
      <Applications projectId={projectId} />
    </Stack>
  );
}

const activityMax = 8;

function Activity({ projectId }: { projectId: string }) {
  const found = useQuery(eventsQuery({ ...inProject(projectId), limit: String(activityMax) }));
  return (
    <Panel title={texts.activity}>
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <PanelSkeleton lines={4} />}
      <Stack gap="xs">
        {found.data?.events.map((event) => (
          <Box key={event.id}>
            <Summary text={event.summary} event={event} />{' '}
            <Text span size="xs" c="dimmed">
              <TimeAgo at={event.createdAt} />
            </Text>
          </Box>
        ))}
      </Stack>
      {found.data && (
        <Anchor
          component={Link}
          size="sm"
          mt="sm"
          display="inline-block"
          to={pathTo(paths.projectEvents, { projectId })}
        >
          {texts.allEvents}
        </Anchor>
      )}
    </Panel>
  );
}

type FigureProps = { label: string; value: string; children: ReactNode };

function Figure({ label, value, children }: FigureProps) {
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="baseline">
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text size="xl" fw={700}>
          {value}
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {children}
      </Text>
    </Paper>
  );
}

function Health({ projectId }: { projectId: string }) {
  const found = useQuery(healthQuery(projectId));
  const { days = [], costs = [] } = found.data ?? {};
  return (
    <Panel title={texts.healthTitle}>
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <ChartSkeleton />}
      {found.data && (
        <>
          <Chart
            label={texts.healthChart(days.length, found.data.health)}
            max={100}
            unit="%"
            points={days.map(({ day }) => dayPoint(day))}
            lines={[
              { name: frame.health, colour: 'teal', values: days.map((each) => each.health) },
            ]}
          />
          {costs.length > 0 && (
            <Box mt="md">
              <Text size="sm" fw={600} mb={4}>
                {texts.costs}
              </Text>
              <List size="sm" listStyleType="none" spacing={4}>
                {costs.slice(0, costsMax).map(({ featureName, ...cost }) => (
                  <List.Item key={featureName}>
                    <Anchor
                      component={Link}
                      size="sm"
                      underline="always"
                      to={pathTo(paths.flag, { projectId, featureName })}
                      style={{ overflowWrap: 'anywhere' }}
                    >
                      {featureName}
                    </Anchor>{' '}
                    <Text span size="sm" c="dimmed" title={costTime(cost)}>
                      {costReason(cost)}
                    </Text>
                  </List.Item>
                ))}
              </List>
              {costs.length > costsMax && (
                <Text size="sm" c="dimmed" mt={4}>
                  {texts.moreCosts(costs.length - costsMax)}
                </Text>
              )}
            </Box>
          )}
        </>
      )}
    </Panel>
  );
}

function Applications({ projectId }: { projectId: string }) {
  const found = useQuery(projectApplicationsQuery(projectId));
  const applications = found.data?.applications ?? [];
  return (
    <Panel title={texts.applications}>
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <PanelSkeleton lines={3} />}
      {found.data && applications.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.noApplications}
        </Text>
      )}
      <Stack gap="xs">
        {applications.map(({ name, environments, instances, sdks }) => (
          <Group key={name} justify="space-between" gap="xs">
            <Anchor
              component={Link}
              size="sm"
              fw={600}
              to={pathTo(paths.application, { appName: name })}
              style={{ overflowWrap: 'anywhere' }}
            >
              {name}
            </Anchor>
            <Group gap={6}>
              {environments.map((environment) => (
                <EnvironmentBadge key={environment} name={environment} />
              ))}
              <Text size="sm" c="dimmed">
                {texts.instances(instances.length)}
                {sdks.length > 0 && ` · ${sdks.map((sdk) => sdk.name).join(', ')}`}
              </Text>
            </Group>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
