import { Anchor, Box, Group, List, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ProjectOverview } from '../../../../server/projects/projects/schema.ts';
import { eventsQuery } from '../../audit/events/api.ts';
import { inProject } from '../../audit/events/found.ts';
import { Summary } from '../../audit/events/summary.tsx';
import { paths, pathTo } from '../../paths.ts';
import { Chart } from '../../ui/chart.tsx';
import { dayPoint } from '../../ui/chart-scale.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ChartSkeleton, PanelSkeleton } from '../../ui/skeletons.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { modes } from '../projects/modes.ts';
import { healthQuery, projectApplicationsQuery } from './api.ts';

type Props = { projectId: string; project: ProjectOverview };

const costsMax = 8;

/** Figures, health, activity and applications, beside the flags. */
export function Overview({ projectId, project }: Props) {
  const flags = project.featureTypeCounts.reduce((sum, { count }) => sum + count, 0);
  const limit = project.featureLimit === null ? '' : ` of ${project.featureLimit}`;
  return (
    <Stack>
      <SimpleGrid cols={3} spacing="xs">
        <Figure label="Flags" value={`${flags}${limit}`}>
          {project.featureTypeCounts.map(({ type, count }) => `${count} ${type}`).join(', ')}
        </Figure>
        <Figure label="Members" value={String(project.members)}>
          People with a role in it
        </Figure>
        <Figure label="Mode" value={project.mode}>
          {modes[project.mode]}
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
    <Panel title="Activity">
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <PanelSkeleton lines={4} />}
      <Stack gap="xs">
        {found.data?.events.map(({ id, summary, createdAt }) => (
          <Box key={id}>
            <Summary text={summary} />{' '}
            <Text span size="xs" c="dimmed">
              <TimeAgo at={createdAt} />
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
          All events
        </Anchor>
      )}
    </Panel>
  );
}

type FigureProps = { label: string; value: string; children: ReactNode };

function Figure({ label, value, children }: FigureProps) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={700}>
        {value}
      </Text>
      <Text size="xs" c="dimmed">
        {children}
      </Text>
    </Paper>
  );
}

function Health({ projectId }: { projectId: string }) {
  const found = useQuery(healthQuery(projectId));
  const { days = [], costs = [], health } = found.data ?? {};
  return (
    <Panel title="Health of the last weeks">
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <ChartSkeleton />}
      {found.data && (
        <>
          <Chart
            label={`The health of each of the last ${days.length} days; today it is ${health}%`}
            max={100}
            unit="%"
            points={days.map(({ day }) => dayPoint(day))}
            lines={[{ name: 'Health', colour: 'teal', values: days.map((each) => each.health) }]}
          />
          {costs.length > 0 && (
            <Box mt="md">
              <Text size="sm" fw={600} mb={4}>
                What pulls it down
              </Text>
              <List size="sm" listStyleType="none" spacing={4}>
                {costs.slice(0, costsMax).map(({ featureName, reason }) => (
                  <List.Item key={featureName}>
                    <Anchor
                      component={Link}
                      size="sm"
                      to={pathTo(paths.flag, { projectId, featureName })}
                      style={{ overflowWrap: 'anywhere' }}
                    >
                      {featureName}
                    </Anchor>{' '}
                    <Text span size="sm" c="dimmed">
                      {reason}
                    </Text>
                  </List.Item>
                ))}
              </List>
              {costs.length > costsMax && (
                <Text size="sm" c="dimmed" mt={4}>
                  and {costs.length - costsMax} more
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
    <Panel title="Connected applications">
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <PanelSkeleton lines={3} />}
      {found.data && applications.length === 0 && (
        <Text size="sm" c="dimmed">
          None yet. An application shows here when its SDK starts with a token for this project.
        </Text>
      )}
      <Stack gap="xs">
        {applications.map(({ name, environments, instances, sdks }) => (
          <Group key={name} justify="space-between" gap="xs">
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <Text size="sm" c="dimmed">
              {environments.join(', ')} · {instances.length}{' '}
              {instances.length === 1 ? 'instance' : 'instances'}
              {sdks.length > 0 && ` · ${sdks.map((sdk) => sdk.name).join(', ')}`}
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
