import { Box, Group, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useProjectName } from '../../flags/flags/project-name.ts';
import { paths } from '../../paths.ts';
import { healthColour } from '../../ui/health-colour.ts';
import { Panel } from '../../ui/panel.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { texts } from '../texts.ts';
import type { RankedProject } from './ranking.ts';

const text = texts.dashboard.projects;

type Props = { projects: readonly RankedProject[]; chosen: string };

export function ProjectList({ projects, chosen }: Props) {
  return (
    <Panel title={ui.common.projects}>
      <Box component="ul" m={0} p={0} mx={-8} style={{ listStyle: 'none' }}>
        {projects.map((project) => (
          <li key={project.id}>
            <ProjectEntry project={project} chosen={project.id === chosen} />
          </li>
        ))}
      </Box>
    </Panel>
  );
}

type EntryProps = { project: RankedProject; chosen: boolean };

function ProjectEntry({ project, chosen }: EntryProps) {
  const { id, name, health, featureCount, memberCount, reason } = project;
  return (
    <Box
      display="block"
      px={8}
      py={8}
      c="inherit"
      td="none"
      bg={chosen ? 'var(--mantine-primary-color-light)' : 'transparent'}
      style={{ borderRadius: 'var(--mantine-radius-md)' }}
      aria-current={chosen ? 'true' : undefined}
      renderRoot={(props) => <Link {...props} to={paths.dashboard} search={{ project: id }} />}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={600} size="sm" truncate>
          {useProjectName(id, name)}
        </Text>
        <Text size="sm" fw={600}>
          {health}%
        </Text>
      </Group>
      <Progress
        value={health}
        color={healthColour(health)}
        size="sm"
        my={4}
        aria-label={text.health(name, health)}
      />
      <Text size="xs" c="dimmed">
        {[
          ui.common.flags(featureCount),
          text.members(memberCount),
          ...(reason ? [text.reasons[reason]] : []),
        ].join(' · ')}
      </Text>
    </Box>
  );
}
