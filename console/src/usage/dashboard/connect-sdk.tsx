import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { environmentsQuery } from '../../flags/flags/api.ts';
import { createToken } from '../../identity/api-tokens/api.ts';
import { useMay } from '../../identity/session/api.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useRefresh } from '../../ui/save.ts';
import { texts as ui } from '../../ui/texts.ts';
import { texts } from '../texts.ts';
import { LanguageSelect, Snippet } from './sdk-code.tsx';
import { languages } from './snippets.ts';

const text = texts.dashboard.connect;

type Props = { projectId: string; flag: string };

/** SDK code with a token that can be created here. */
export function ConnectSdk({ projectId, flag }: Props) {
  const { may } = useMay();
  const environments = useQuery(environmentsQuery).data?.environments ?? [];
  const [languageId, setLanguageId] = useState('node');
  const [chosen, setChosen] = useState<string | null>(null);
  const [secrets, setSecrets] = useState<Record<string, string>>({});
  const environment = chosen ?? environments.find(({ enabled }) => enabled)?.name ?? '';
  const type = languages.find(({ id }) => id === languageId)?.token ?? 'client';
  const secret = secrets[`${type} ${environment}`];
  const refresh = useRefresh([['tokens']]);
  const creating = useMutation({
    mutationFn: () =>
      createToken({ tokenName: `${projectId}-onboarding`, type, environment }, projectId),
    onSuccess: async (token) => {
      setSecrets({ ...secrets, [`${type} ${environment}`]: token.secret });
      await refresh();
    },
  });
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <Select
          label={ui.common.environment}
          size="xs"
          w={170}
          allowDeselect={false}
          data={environments.map(({ name }) => name)}
          value={environment}
          onChange={setChosen}
        />
        {may('CREATE_PROJECT_API_TOKEN', projectId) && secret === undefined && (
          <Button
            size="xs"
            disabled={environment === ''}
            loading={creating.isPending}
            onClick={() => creating.mutate()}
          >
            {text.createToken}
          </Button>
        )}
        {secret !== undefined && (
          <Text size="sm" c="dimmed" role="status">
            {text.tokenShown}
          </Text>
        )}
      </Group>
      {creating.error && <ErrorNote error={creating.error} />}
      <LanguageSelect value={languageId} data={languages} onChange={setLanguageId} />
      <Snippet languageId={languageId} token={secret ?? text.yourToken} flag={flag} />
    </Stack>
  );
}
