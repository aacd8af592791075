import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { Panel } from '../../ui/panel.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { stages } from '../flags/cells.tsx';
import { stagesQuery } from './api.ts';

/** The lifecycle stages that the flag has entered. */
export function Details({ flag }: { flag: Flag }) {
  const entered = useQuery(stagesQuery({ projectId: flag.project, featureName: flag.name })).data;
  const latest = entered?.at(-1);
  return (
    <Panel title="Lifecycle">
      <List size="sm" spacing={4} listStyleType="none">
        {entered?.map(({ stage, status, enteredStageAt }) => (
          <List.Item key={stage}>
            <Text span size="sm" fw={stage === latest?.stage ? 700 : 400}>
              {stages[stage].label}
            </Text>
            {status && ` (${status})`}{' '}
            <Text span size="sm" c="dimmed">
              since <TimeAgo at={enteredStageAt} />
            </Text>
          </List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed" mt="xs">
        {flag.lastSeenAt ? (
          <>
            Last evaluated by an SDK <TimeAgo at={flag.lastSeenAt} />.
          </>
        ) : (
          'Not evaluated by an SDK yet.'
        )}
      </Text>
    </Panel>
  );
}
