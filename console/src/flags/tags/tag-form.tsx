import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { createTag, deleteTag, tagTypesQuery } from './api.ts';
import { texts } from './texts.ts';

export default function TagForm({ onClose }: { onClose: () => void }) {
  const types = useQuery(tagTypesQuery).data?.tagTypes ?? [];
  const form = useForm({ initialValues: { type: types[0]?.name ?? 'simple', value: '' } });
  return (
    <FormDialog
      title={texts.newTitle}
      action={texts.create}
      form={form}
      send={async (values) => {
        await createTag(values);
        return values;
      }}
      invalidates={[['tags']]}
      message={({ value }) => texts.created(value)}
      undo={({ type, value }) => deleteTag(type, value)}
      onClose={onClose}
    >
      <Select
        label={ui.common.type}
        allowDeselect={false}
        data={types.map(({ name }) => name)}
        {...form.getInputProps('type')}
      />
      <TextInput
        label={texts.tag}
        required
        minLength={2}
        maxLength={50}
        data-autofocus
        {...form.getInputProps('value')}
      />
    </FormDialog>
  );
}
