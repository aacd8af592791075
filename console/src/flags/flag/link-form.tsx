import { Box, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { FormFrame } from '../../ui/form-frame.tsx';
import { addLink, updateLink } from './api.ts';
import { texts } from './texts.ts';
import { invalidatedByFlag } from './writes.ts';

const t = texts.links;

type Link = Flag['links'][number];
type Props = { flag: Flag; link: Link | undefined; onClose: () => void };

export default function LinkForm({ flag, link, onClose }: Props) {
  const key = { projectId: flag.project, featureName: flag.name };
  const form = useForm({ initialValues: { url: link?.url ?? '', title: link?.title ?? '' } });
  return (
    <Box mt="xs">
      <FormFrame
        small
        action={t.save}
        form={form}
        send={({ url, title }) => {
          const body = { url, title: title || null };
          return link ? updateLink(key, link.id, body) : addLink(key, body);
        }}
        invalidates={invalidatedByFlag}
        onClose={onClose}
      >
        <TextInput label={t.address} required autoFocus {...form.getInputProps('url')} />
        <TextInput label={t.linkTitle} maxLength={255} {...form.getInputProps('title')} />
      </FormFrame>
    </Box>
  );
}
