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
import { deleteFlag, reviveFlag } from './api.ts';
import { CodeWarning } from './code-references.tsx';
import { texts } from './texts.ts';
import { refetchFlag, useWrite } from './writes.ts';

const t = texts.archive;

/** What an archived flag begins with. */
export default function ArchivedNote({ flag }: { flag: Flag }) {
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
