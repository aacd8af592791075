import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../identity/session/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { refetchFlag } from '../flag/writes.ts';
import { proposeChange } from './api.ts';
import { useProposedToast } from './proposed.ts';
import { texts } from './texts.ts';
import { type Switching, useSwitch } from './writes.ts';

const own = texts.propose;

type Props = Switching & { onClose: () => void };

/** Offers to propose the switch where the environment requires a change request. */
export default function Propose({ flag, environment, enabled, onClose }: Props) {
  const toastProposed = useProposedToast();
  const client = useQueryClient();
  const { may } = useMay();
  const switching = useSwitch();
  const proposing = useMutation({
    mutationFn: () =>
      proposeChange(
        { projectId: flag.project, environment },
        { feature: flag.name, action: 'updateEnabled', payload: { enabled } },
      ),
    onSuccess: async (request) => {
      toastProposed(request);
      onClose();
      await refetchFlag(client);
    },
  });
  const skip = () => {
    switching.mutate({ flag, environment, enabled });
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={own.title(environment)}>
      <Stack>
        <Text>{(enabled ? own.on : own.off)(flag.name, environment)}</Text>
        {proposing.error && <ErrorNote error={proposing.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui.common.cancel}
          </Button>
          {may('SKIP_CHANGE_REQUEST', flag.project, environment) && (
            <Button variant="outline" color="red" onClick={skip}>
              {enabled ? own.skipOn : own.skipOff}
            </Button>
          )}
          <Button loading={proposing.isPending} onClick={() => proposing.mutate()}>
            {ui.common.addToRequest}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
