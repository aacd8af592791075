import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { createTag, deleteTag, tagTypesQuery } from './api.ts';

export default function TagForm({ onClose }: { onClose: () => void }) {
  const types = useQuery(tagTypesQuery).data?.tagTypes ?? [];
  const form = useForm({ initialValues: { type: types[0]?.name ?? 'simple', value: '' } });
  return (
    <FormDialog
      title="New tag"
      action="Create tag"
      form={form}
      send={async (values) => {
        await createTag(values);
        return values;
      }}
      invalidates={[['tags']]}
      message={({ value }) => `${value} is there`}
      undo={({ type, value }) => deleteTag(type, value)}
      onClose={onClose}
    >
      <Select
        label="Type"
        allowDeselect={false}
        data={types.map(({ name }) => name)}
        {...form.getInputProps('type')}
      />
      <TextInput
        label="Tag"
        required
        minLength={2}
        maxLength={50}
        data-autofocus
        {...form.getInputProps('value')}
      />
    </FormDialog>
  );
}
