import { Alert, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { toast } from '../../ui/toasts.tsx';
import { applyChange, deleteFlag, reviveFlag } from './api.ts';
import { CodeWarning } from './code-references.tsx';
import { refetchFlag, useChange, useWrite } from './writes.ts';

type Props = { flag: Flag; opened: boolean; onClose: () => void };

export function Archive({ flag, opened, onClose }: Props) {
  const client = useQueryClient();
  const key = { projectId: flag.project, featureName: flag.name };
  const { change, protectedIn } = useChange(key);
  const wanted = { action: 'archiveFeature', payload: {} } as const;
  const archive = async () => {
    if (protectedIn !== undefined) return change(wanted, { done: '' });
    await applyChange(key, '', wanted);
    await refetchFlag(client);
    toast(`${flag.name} is archived`, async () => {
      await reviveFlag(flag.name);
      await refetchFlag(client);
    });
    return undefined;
  };
  return (
    <Confirm
      opened={opened}
      title={`Archive ${flag.name}?`}
      action={protectedIn === undefined ? 'Archive' : 'Add to draft'}
      onConfirm={archive}
      onClose={onClose}
    >
      SDKs no longer get the flag, and code that evaluates it gets its default. It can be revived
      from the archive.
      {flag.children.length > 0 && (
        <Text mt="xs">
          Flags that depend on it must be archived first: {flag.children.join(', ')}.
        </Text>
      )}
      <CodeWarning flag={flag} />
      {protectedIn !== undefined && (
        <Text mt="xs">
          Changes in {protectedIn} need a request, so this is added to your draft for {protectedIn}.
        </Text>
      )}
    </Confirm>
  );
}

export function ArchivedNote({ flag }: { flag: Flag }) {
  const { may } = useMay();
  const client = useQueryClient();
  const navigate = useNavigate();
  const reviving = useWrite();
  const [deleting, setDeleting] = useState(false);
  const revive = () =>
    reviving.mutate(async () => {
      await reviveFlag(flag.name);
      toast(`${flag.name} is back, switched off everywhere`);
    });
  return (
    <Alert color="gray" title="In the archive">
      <Group justify="space-between">
        <Text size="sm">
          Archived <TimeAgo at={flag.archivedAt} />. No SDK gets it.
        </Text>
        <Group gap="xs">
          {may('DELETE_FEATURE', flag.project) && (
            <Button size="xs" variant="default" onClick={() => setDeleting(true)}>
              Delete for good…
            </Button>
          )}
          {may('UPDATE_FEATURE', flag.project) && (
            <Button size="xs" loading={reviving.isPending} onClick={revive}>
              Revive
            </Button>
          )}
        </Group>
      </Group>
      <Confirm
        opened={deleting}
        title={`Delete ${flag.name} for good?`}
        action="Delete"
        typed={flag.name}
        onConfirm={async () => {
          await deleteFlag(flag.name);
          await navigate({ to: paths.flags });
          await refetchFlag(client);
        }}
        onClose={() => setDeleting(false)}
      >
        Nothing of it remains but its history in the event log.
        <CodeWarning flag={flag} />
      </Confirm>
    </Alert>
  );
}
