import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { fieldErrors } from '../../ui/form.ts';
import { texts as ui } from '../../ui/texts.ts';
import { addLink, updateLink } from './api.ts';
import { texts } from './texts.ts';
import { refetchFlag } from './writes.ts';

const t = texts.links;

type Link = Flag['links'][number];
type FormProps = { flag: Flag; link: Link | undefined; onDone: () => void };

export default function LinkForm({ flag, link, onDone }: FormProps) {
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
        <TextInput label={t.address} required autoFocus {...form.getInputProps('url')} />
        <TextInput label={t.linkTitle} maxLength={255} {...form.getInputProps('title')} />
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onDone}>
            {ui.common.cancel}
          </Button>
          <Button size="xs" type="submit" loading={saving.isPending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
