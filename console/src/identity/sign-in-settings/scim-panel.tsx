import { Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../ui/confirm.tsx';
import { Copy } from '../../ui/copy.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRefresh } from '../../ui/save.ts';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { toast } from '../../ui/toasts.tsx';
import { texts } from '../texts.tsx';
import { generateScimToken, type ScimSettings, saveScim } from './api.ts';

const own = texts.signInSettings.scim;

export function ScimPanel({ settings }: { settings: ScimSettings }) {
  const refresh = useRefresh([['scim-settings']]);
  const [confirming, setConfirming] = useState(false);
  const [token, setToken] = useState<string>();
  const toggle = useMutation({
    mutationFn: saveScim,
    onSuccess: async ({ enabled }) => {
      await refresh();
      toast(enabled ? own.enabled : own.disabled);
    },
  });
  const generate = useMutation({
    mutationFn: generateScimToken,
    onSuccess: async (created) => {
      await refresh();
      setToken(created.token);
    },
  });
  const start = () => (settings.hasToken ? setConfirming(true) : generate.mutate());
  return (
    <Panel title={own.title} note={own.note}>
      <Stack>
        {toggle.error && <ErrorNote error={toggle.error} />}
        {generate.error && <ErrorNote error={generate.error} />}
        <Switch
          label={own.accept}
          checked={settings.enabled}
          disabled={toggle.isPending}
          onChange={({ currentTarget }) => toggle.mutate(currentTarget.checked)}
        />
        <TextInput
          label={own.address}
          readOnly
          value={settings.url}
          rightSection={<Copy text={settings.url} label={own.copyAddress} />}
        />
        <Group>
          <Button variant="default" loading={generate.isPending} onClick={start}>
            {settings.hasToken ? own.generateNew : own.generateFirst}
          </Button>
        </Group>
      </Stack>
      <Confirm
        opened={confirming}
        title={own.generateNew}
        action={own.generate}
        onConfirm={() => generate.mutateAsync()}
        onClose={() => setConfirming(false)}
      >
        {own.warning}
      </Confirm>
      {token && <SecretOnce title={own.token} secret={token} onClose={() => setToken(undefined)} />}
    </Panel>
  );
}
