import { Autocomplete, Box, Group, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { FormFrame } from '../../ui/form-frame.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { tagsQuery, tagTypesQuery } from '../tags/api.ts';
import { addTag } from './api.ts';
import { texts } from './texts.ts';
import { invalidatedByFlag } from './writes.ts';

const t = texts.tags;

export default function AddTag({ flag, onClose }: { flag: Flag; onClose: () => void }) {
  const types = useQuery(tagTypesQuery).data?.tagTypes ?? [];
  const existing = useQuery(tagsQuery).data?.tags ?? [];
  const form = useForm({ initialValues: { type: 'simple', value: '' } });
  const values = existing.filter(({ type }) => type === form.values.type).map(({ value }) => value);
  return (
    <Box mt="xs">
      <FormFrame
        small
        action={ui.common.add}
        form={form}
        send={(tag) => addTag(flag.name, tag)}
        invalidates={[...invalidatedByFlag, ['tags']]}
        onClose={onClose}
      >
        <Group gap="xs" align="flex-start">
          <Select
            aria-label={t.type}
            w={120}
            allowDeselect={false}
            data={types.map(({ name }) => name)}
            {...form.getInputProps('type')}
          />
          <Autocomplete
            aria-label={t.tag}
            placeholder={t.length}
            autoFocus
            limit={20}
            maxLength={50}
            data={[...new Set(values)]}
            style={{ flex: '1 1 120px' }}
            {...form.getInputProps('value')}
          />
        </Group>
      </FormFrame>
    </Box>
  );
}
