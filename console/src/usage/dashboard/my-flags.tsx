import { Anchor, Box, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ProjectName } from '../../flags/flags/project-label.tsx';
import { paths, pathTo } from '../../paths.ts';
import { Panel } from '../../ui/panel.tsx';
import { texts } from '../texts.ts';
import type { PersonalDashboard } from './api.ts';

const text = texts.dashboard.myFlags;

const shownMax = 8;

/** The caller's favourites and the flags they created. */
export function MyFlags({ flags }: { flags: PersonalDashboard['flags'] }) {
  const [all, setAll] = useState(false);
  return (
    <Panel title={text.title}>
      {flags.length === 0 && (
        <Text size="sm" c="dimmed">
          {text.empty}
        </Text>
      )}
      <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {flags.slice(0, all ? undefined : shownMax).map(({ name, project }) => (
          <Group key={name} component="li" justify="space-between" wrap="nowrap" gap="xs" py={3}>
            <Anchor
              component={Link}
              size="sm"
              truncate
              to={pathTo(paths.flag, { projectId: project, featureName: name })}
            >
              {name}
            </Anchor>
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              <ProjectName id={project} />
            </Text>
          </Group>
        ))}
      </Box>
      {flags.length > shownMax && !all && (
        <Anchor component="button" size="sm" mt="xs" onClick={() => setAll(true)}>
          {text.more(flags.length - shownMax)}
        </Anchor>
      )}
    </Panel>
  );
}
