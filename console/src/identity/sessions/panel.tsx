import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRefresh } from '../../ui/save.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { toast } from '../../ui/toasts.tsx';
import { texts } from '../texts.tsx';
import { endOtherSessions, endOwnSession, ownSessionsQuery, type Session } from './api.ts';
import { deviceOf } from './device.ts';

/** Where the user is signed in. */
export function SessionPanel() {
  const found = useQuery(ownSessionsQuery);
  const refresh = useRefresh([['sessions']]);
  const end = useMutation({
    mutationFn: (id: number | 'others') =>
      id === 'others' ? endOtherSessions() : endOwnSession(id),
    onSuccess: async (_, id) => {
      await refresh();
      toast(id === 'others' ? texts.sessions.othersEnded : texts.sessions.ended);
    },
  });
  const sessions = found.data?.sessions ?? [];
  const hasOthers = sessions.some(({ current }) => !current);
  const error = found.error ?? end.error;
  return (
    <Panel
      title={texts.sessions.title}
      note={texts.sessions.note}
      actions={
        hasOthers && (
          <Button size="xs" variant="default" onClick={() => end.mutate('others')}>
            {texts.sessions.endOthers}
          </Button>
        )
      }
    >
      <Stack gap="xs">
        {error && <ErrorNote error={error} />}
        {sessions.map((session) => (
          <Row key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
        ))}
      </Stack>
    </Panel>
  );
}

function Row({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { address, userAgent, createdAt, current } = session;
  const device = deviceOf(userAgent);
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" title={userAgent ?? undefined}>
          {device}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.sessions.since(address, <TimeAgo at={createdAt} />)}
        </Text>
      </div>
      {current ? (
        <Badge variant="light" tt="none">
          {texts.sessions.current}
        </Badge>
      ) : (
        <Button
          size="xs"
          variant="subtle"
          aria-label={texts.sessions.endNamed(device)}
          onClick={onEnd}
        >
          {texts.sessions.end}
        </Button>
      )}
    </Group>
  );
}
