import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { labelOf } from '../../ui/person.tsx';
import { meQuery } from '../session/api.ts';
import { allowClientLogin } from './api.ts';

/** The link of `pennon login` leads here. */
export function Page() {
  const { challenge = '', host = '' } = useSearch({ from: `/signed-in${paths.connect}` });
  const complete = /^[0-9a-f]{64}$/.test(challenge) && /^[\w.-]{1,100}$/.test(host);
  return (
    <Frame title="Log in a terminal">
      <Stack maw={640}>
        {complete ? (
          <LoginRequest challenge={challenge} host={host} />
        ) : (
          <Alert color="red" role="alert">
            This link is not complete. Run pennon login again.
          </Alert>
        )}
      </Stack>
    </Frame>
  );
}

function LoginRequest({ challenge, host }: { challenge: string; host: string }) {
  const me = useQuery(meQuery).data?.user;
  const [cancelled, setCancelled] = useState(false);
  const allow = useMutation({ mutationFn: allowClientLogin });
  if (!me) return null;
  if (cancelled) return <Alert role="status">Cancelled. Nobody was logged in.</Alert>;
  if (allow.isSuccess) {
    return (
      <Alert color="green" role="status">
        Allowed. Return to your terminal; you can close this page.
      </Alert>
    );
  }
  return (
    <Panel title={`pennon login on ${host}`}>
      <Stack>
        {allow.error && <ErrorNote error={allow.error} />}
        <Text>
          It wants to act as <b>{labelOf(me)}</b>, with all your permissions. It gets a personal
          access token, which is valid for 90 days and can be deleted on your profile.
        </Text>
        <div>
          <Text size="sm" c="dimmed">
            Code
          </Text>
          <Code fz="xl">{codeOf(challenge)}</Code>
        </div>
        <Alert color="yellow">
          Allow it only if you ran the command yourself and your terminal shows the same code.
          Another sender of this link would get your access.
        </Alert>
        <Group>
          <Button loading={allow.isPending} onClick={() => allow.mutate({ challenge, host })}>
            Allow
          </Button>
          <Button variant="default" onClick={() => setCancelled(true)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

function codeOf(challenge: string): string {
  const code = challenge.slice(0, 8).toUpperCase();
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
