import { Alert, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { toast } from '../../ui/toasts.tsx';
import { applyChange, deleteFlag, reviveFlag } from './api.ts';
import { CodeWarning } from './code-references.tsx';
import { texts } from './texts.ts';
import { refetchFlag, useChange, useWrite } from './writes.ts';

const t = texts.archive;

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
    toast(t.archived(flag.name), async () => {
      await reviveFlag(flag.name);
      await refetchFlag(client);
    });
    return undefined;
  };
  return (
    <Confirm
      opened={opened}
      title={t.title(flag.name)}
      action={protectedIn === undefined ? t.action : texts.addToDraft}
      onConfirm={archive}
      onClose={onClose}
    >
      {t.note}
      {flag.children.length > 0 && <Text mt="xs">{t.children(flag.children.join(', '))}</Text>}
      <CodeWarning flag={flag} />
      {protectedIn !== undefined && <Text mt="xs">{t.protected(protectedIn)}</Text>}
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
      toast(t.revived(flag.name));
    });
  return (
    <Alert color="gray" title={t.inArchive}>
      <Group justify="space-between">
        <Text size="sm">
          {t.archivedAt} <TimeAgo at={flag.archivedAt} />. {t.noSdk}
        </Text>
        <Group gap="xs">
          {may('DELETE_FEATURE', flag.project) && (
            <Button size="xs" variant="default" onClick={() => setDeleting(true)}>
              {t.delete}
            </Button>
          )}
          {may('UPDATE_FEATURE', flag.project) && (
            <Button size="xs" loading={reviving.isPending} onClick={revive}>
              {t.revive}
            </Button>
          )}
        </Group>
      </Group>
      <Confirm
        opened={deleting}
        title={t.deleteTitle(flag.name)}
        action={ui.common.delete}
        typed={flag.name}
        onConfirm={async () => {
          await deleteFlag(flag.name);
          await navigate({ to: paths.flags });
          await refetchFlag(client);
        }}
        onClose={() => setDeleting(false)}
      >
        {t.deleteNote}
        <CodeWarning flag={flag} />
      </Confirm>
    </Alert>
  );
}
