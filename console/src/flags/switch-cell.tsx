import { Button, Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths, pathTo } from '../paths.ts';
import { useMay } from '../session/api.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { toast, toastError } from '../ui/toasts.tsx';
import { changeRequestConfigQuery, proposeChange } from './api.ts';
import { LastSeen } from './cells.tsx';
import { type SwitchedFlag, useSwitch } from './writes.ts';

type Props = { flag: SwitchedFlag; environment: string };

/** On or off at once, or, where changes need a request, proposed. */
export function SwitchCell({ flag, environment }: Props) {
  const { may } = useMay();
  const client = useQueryClient();
  const switching = useSwitch();
  const [proposed, setProposed] = useState<boolean>();
  const state = flag.environments.find(({ name }) => name === environment);
  if (!state) return null;

  // Asked before the click, so that the click need not wait.
  const prepare = () => void client.prefetchQuery(changeRequestConfigQuery(flag.project));
  const change = async (enabled: boolean) => {
    const settings = await client.ensureQueryData(changeRequestConfigQuery(flag.project));
    const demanded = settings.find((each) => each.environment === environment);
    if (demanded?.changeRequestEnabled) setProposed(enabled);
    else switching.mutate({ flag, environment, enabled });
  };
  return (
    <Group gap={8} wrap="nowrap">
      {may('UPDATE_FEATURE_ENVIRONMENT', flag.project, environment) && !flag.archivedAt ? (
        <Switch
          size="sm"
          checked={state.enabled}
          aria-label={`${flag.name} in ${environment}`}
          onPointerEnter={prepare}
          onFocus={prepare}
          onChange={({ currentTarget }) => void change(currentTarget.checked).catch(toastError)}
        />
      ) : (
        <Text size="sm" {...(state.enabled ? { fw: 600 } : { c: 'dimmed' })}>
          {state.enabled ? 'On' : 'Off'}
        </Text>
      )}
      <LastSeen at={state.lastSeenAt} />
      {proposed !== undefined && (
        <Propose
          flag={flag}
          environment={environment}
          enabled={proposed}
          onClose={() => setProposed(undefined)}
        />
      )}
    </Group>
  );
}

type ProposeProps = Props & { enabled: boolean; onClose: () => void };

function Propose({ flag, environment, enabled, onClose }: ProposeProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const proposing = useMutation({
    mutationFn: () =>
      proposeChange(
        { projectId: flag.project, environment },
        { feature: flag.name, action: 'updateEnabled', payload: { enabled } },
      ),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['change-requests'] });
      toast(`Added to change request ${id}`);
      await navigate({ href: pathTo(paths.changeRequest, { projectId: flag.project, id }) });
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Changes in ${environment} need a request`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text>
          {flag.name} will be switched {enabled ? 'on' : 'off'} when the change request is approved
          and applied. It is added to your draft for {environment}.
        </Text>
        {proposing.error && <ErrorNote error={proposing.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={proposing.isPending} onClick={() => proposing.mutate()}>
            Add to draft
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
