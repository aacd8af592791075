import { Anchor, Box, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { eventsQuery } from '../../audit/events/api.ts';
import { Summary } from '../../audit/events/summary.tsx';
import { paths } from '../../paths.ts';
import { Panel } from '../../ui/panel.tsx';
import { formatFilter } from '../../ui/set-filter.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { texts } from '../texts.ts';
import type { ProjectDashboard } from './api.ts';

const text = texts.dashboard.latestEvents;

type Props = { projectId: string; events: ProjectDashboard['latestEvents'] };

export default function LatestEvents({ projectId, events }: Props) {
  const project = formatFilter({ operator: 'IS', values: [projectId] });
  // The dashboard contains only summaries, with who made a change as text.
  const { data } = useQuery(eventsQuery({ project, limit: String(events.length || 1) }));
  const log = new Map(data?.events.map((event) => [event.id, event]));
  return (
    <Panel
      title={text.title}
      actions={
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to={paths.events} search={{ project }} />}
        >
          {text.all}
        </Anchor>
      }
    >
      {events.length === 0 && (
        <Text size="sm" c="dimmed">
          {text.empty}
        </Text>
      )}
      <Box component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {events.map(({ id, summary, createdAt }) => (
          <Group
            key={id}
            component="li"
            justify="space-between"
            align="flex-start"
            wrap="nowrap"
            py={6}
            gap="md"
          >
            <Box miw={0}>
              <Summary text={summary} event={log.get(id)} />
            </Box>
            <Text size="xs" c="dimmed" pt={2}>
              <TimeAgo at={createdAt} />
            </Text>
          </Group>
        ))}
      </Box>
    </Panel>
  );
}
