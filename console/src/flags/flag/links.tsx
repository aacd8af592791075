import { ActionIcon, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { EditIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toasts.tsx';
import { addLink, removeLink } from './api.ts';
import { texts } from './texts.ts';
import { refetchFlag, useWrite } from './writes.ts';

const LinkForm = lazy(() => import('./link-form.tsx'));

const t = texts.links;

type Link = Flag['links'][number];

/** Links to an issue, a design or a dashboard. */
export function Links({ flag }: { flag: Flag }) {
  const { may } = useMay();
  const [open, setOpen] = useState<Link | 'new'>();
  const write = useWrite();
  const client = useQueryClient();
  const key = { projectId: flag.project, featureName: flag.name };
  const mayUpdate = may('UPDATE_FEATURE', flag.project) && !flag.archived;
  const remove = ({ id, url, title }: Link) =>
    write.mutate(async () => {
      await removeLink(key, id);
      toast(t.deleted, () => addLink(key, { url, title }).finally(() => refetchFlag(client)));
    });
  return (
    <Panel
      title={t.title}
      actions={
        mayUpdate &&
        !open && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<PlusIcon size={14} />}
            onClick={() => setOpen('new')}
          >
            {t.add}
          </Button>
        )
      }
    >
      {flag.links.length === 0 && !open && (
        <Text size="sm" c="dimmed">
          {t.none}
        </Text>
      )}
      <Stack gap={4}>
        {flag.links.map((link) => (
          <LinkRow
            key={link.id}
            link={link}
            mayUpdate={mayUpdate}
            onEdit={() => setOpen(link)}
            onRemove={() => remove(link)}
          />
        ))}
      </Stack>
      {open && (
        <Suspense>
          <LinkForm
            key={open === 'new' ? 'new' : open.id}
            flag={flag}
            link={open === 'new' ? undefined : open}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

type RowProps = { link: Link; mayUpdate: boolean; onEdit: () => void; onRemove: () => void };

function LinkRow({ link: { url, title }, mayUpdate, onEdit, onRemove }: RowProps) {
  const name = title || url;
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Anchor
        href={url}
        target="_blank"
        rel="noreferrer"
        size="sm"
        style={{ overflowWrap: 'anywhere' }}
      >
        {name}
      </Anchor>
      {mayUpdate && (
        <Group gap={2} wrap="nowrap">
          <ActionIcon variant="subtle" color="gray" aria-label={t.edit(name)} onClick={onEdit}>
            <EditIcon size={15} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={t.remove(name)} onClick={onRemove}>
            <TrashIcon size={15} />
          </ActionIcon>
        </Group>
      )}
    </Group>
  );
}
