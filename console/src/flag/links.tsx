import { ActionIcon, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag } from '../../../server/flags/schema.ts';
import { useMay } from '../session/api.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { fieldErrors } from '../ui/form.ts';
import { EditIcon, PlusIcon, TrashIcon } from '../ui/icons.tsx';
import { Panel } from '../ui/panel.tsx';
import { toast } from '../ui/toasts.tsx';
import { addLink, removeLink, updateLink } from './api.ts';
import { refetchFlag, useWrite } from './writes.ts';

type Link = Flag['links'][number];

/** Where more is said about the flag: an issue, a design, a dashboard. */
export function Links({ flag }: { flag: Flag }) {
  const { may } = useMay();
  const [open, setOpen] = useState<Link | 'new'>();
  const write = useWrite();
  const key = { projectId: flag.project, featureName: flag.name };
  const mayUpdate = may('UPDATE_FEATURE', flag.project) && !flag.archived;
  const remove = ({ id, url, title }: Link) =>
    write.mutate(async () => {
      await removeLink(key, id);
      toast('The link is gone', () => write.mutateAsync(() => addLink(key, { url, title })));
    });
  return (
    <Panel
      title="Links"
      actions={
        mayUpdate &&
        !open && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<PlusIcon size={14} />}
            onClick={() => setOpen('new')}
          >
            Add link
          </Button>
        )
      }
    >
      {flag.links.length === 0 && !open && (
        <Text size="sm" c="dimmed">
          No links. The issue or the design that the flag belongs to goes here.
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
        <LinkForm
          key={open === 'new' ? 'new' : open.id}
          flag={flag}
          link={open === 'new' ? undefined : open}
          onDone={() => setOpen(undefined)}
        />
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
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Edit the link ${name}`}
            onClick={onEdit}
          >
            <EditIcon size={15} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove the link ${name}`}
            onClick={onRemove}
          >
            <TrashIcon size={15} />
          </ActionIcon>
        </Group>
      )}
    </Group>
  );
}

type FormProps = { flag: Flag; link: Link | undefined; onDone: () => void };

function LinkForm({ flag, link, onDone }: FormProps) {
  const client = useQueryClient();
  const key = { projectId: flag.project, featureName: flag.name };
  const form = useForm({ initialValues: { url: link?.url ?? '', title: link?.title ?? '' } });
  const saving = useMutation({
    mutationFn: ({ url, title }: typeof form.values) => {
      const body = { url, title: title || null };
      return link ? updateLink(key, link.id, body) : addLink(key, body);
    },
    onSuccess: async () => {
      await refetchFlag(client);
      onDone();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))}>
      <Stack gap="xs" mt="xs">
        {saving.error && <ErrorNote error={saving.error} />}
        <TextInput label="Address" required autoFocus {...form.getInputProps('url')} />
        <TextInput label="Title" maxLength={255} {...form.getInputProps('title')} />
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button size="xs" type="submit" loading={saving.isPending}>
            Save link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
