import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { paths, pathTo } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { toast } from '../../ui/toasts.tsx';
import { proposeChange } from './api.ts';
import type { Switching } from './writes.ts';

type Props = Switching & { onClose: () => void };

/** Offers to propose the switch where the environment requires a change request. */
export default function Propose({ flag, environment, enabled, onClose }: Props) {
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
