import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { labelOf } from '../../ui/person.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { meQuery } from '../session/api.ts';
import { texts } from '../texts.tsx';
import { allowClientLogin } from './api.ts';

/** The link of `pennon login` leads here. */
export function Page() {
  const { challenge = '', host = '' } = useSearch({ from: `/signed-in${paths.connect}` });
  const complete = /^[0-9a-f]{64}$/.test(challenge) && /^[\w.-]{1,100}$/.test(host);
  return (
    <Frame title={texts.clientLogins.title}>
      <Stack maw={640}>
        {complete ? (
          <LoginRequest challenge={challenge} host={host} />
        ) : (
          <Alert color="red" role="alert">
            {texts.clientLogins.incomplete}
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
  if (cancelled) return <Alert role="status">{texts.clientLogins.cancelled}</Alert>;
  if (allow.isSuccess) {
    return (
      <Alert color="green" role="status">
        {texts.clientLogins.allowed}
      </Alert>
    );
  }
  return (
    <Panel title={texts.clientLogins.requestTitle(host)}>
      <Stack>
        {allow.error && <ErrorNote error={allow.error} />}
        <Text>{texts.clientLogins.request(labelOf(me))}</Text>
        <div>
          <Text size="sm" c="dimmed">
            {texts.shared.code}
          </Text>
          <Code fz="xl">{codeOf(challenge)}</Code>
        </div>
        <Alert color="yellow">{texts.clientLogins.warning}</Alert>
        <Group>
          <Button loading={allow.isPending} onClick={() => allow.mutate({ challenge, host })}>
            {texts.clientLogins.allow}
          </Button>
          <Button variant="default" onClick={() => setCancelled(true)}>
            {ui.common.cancel}
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
