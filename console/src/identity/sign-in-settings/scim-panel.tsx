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
import { generateScimToken, type ScimSettings, saveScim } from './api.ts';

export function ScimPanel({ settings }: { settings: ScimSettings }) {
  const refresh = useRefresh([['scim-settings']]);
  const [confirming, setConfirming] = useState(false);
  const [token, setToken] = useState<string>();
  const toggle = useMutation({
    mutationFn: saveScim,
    onSuccess: async ({ enabled }) => {
      await refresh();
      toast(enabled ? 'SCIM is enabled' : 'SCIM is disabled');
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
    <Panel
      title="Provisioning with SCIM"
      note="Your identity provider creates, changes and deactivates users and groups."
    >
      <Stack>
        {toggle.error && <ErrorNote error={toggle.error} />}
        {generate.error && <ErrorNote error={generate.error} />}
        <Switch
          label="Accept requests with SCIM"
          checked={settings.enabled}
          disabled={toggle.isPending}
          onChange={({ currentTarget }) => toggle.mutate(currentTarget.checked)}
        />
        <TextInput
          label="Address to enter at the identity provider"
          readOnly
          value={settings.url}
          rightSection={<Copy text={settings.url} label="Copy the SCIM address" />}
        />
        <Group>
          <Button variant="default" loading={generate.isPending} onClick={start}>
            {settings.hasToken ? 'Generate a new token' : 'Generate a token'}
          </Button>
        </Group>
      </Stack>
      <Confirm
        opened={confirming}
        title="Generate a new token"
        action="Generate"
        onConfirm={() => generate.mutateAsync()}
        onClose={() => setConfirming(false)}
      >
        The present token is no longer accepted. Enter the new one at the identity provider.
      </Confirm>
      {token && (
        <SecretOnce title="SCIM token" secret={token} onClose={() => setToken(undefined)} />
      )}
    </Panel>
  );
}
