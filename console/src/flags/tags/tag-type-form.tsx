import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TagType } from '../../../../server/flags/tag-types/schema.ts';
import { NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { createTagType, deleteTagType, updateTagType } from './api.ts';

type Props = { item: TagType | undefined; onClose: () => void };

export default function TagTypeForm({ item, onClose }: Props) {
  const before = {
    name: item?.name ?? '',
    description: item?.description ?? '',
    icon: item?.icon ?? '',
    color: item?.color ?? '',
  };
  const form = useForm({ initialValues: before });
  const bodyOf = ({ description, icon, color }: typeof before) => ({
    description,
    icon: icon || null,
    color: color || null,
  });
  return (
    <FormDialog
      title={item ? `Tag type ${item.name}` : 'New tag type'}
      action={item ? 'Save' : 'Create tag type'}
      form={form}
      send={async (values) => {
        if (item) await updateTagType(item.name, bodyOf(values));
        else await createTagType({ name: values.name, ...bodyOf(values) });
        return values.name;
      }}
      invalidates={[['tag-types'], ['tags']]}
      message={({ name }) => `${name} is ${item ? 'changed' : 'there'}`}
      undo={(name) => (item ? updateTagType(name, bodyOf(before)) : deleteTagType(name))}
      onClose={onClose}
    >
      {!item && <NameField form={form} maxLength={50} description="It cannot be changed later" />}
      <TextInput label="Description" maxLength={255} {...form.getInputProps('description')} />
      <TextInput label="Sign" maxLength={255} {...form.getInputProps('icon')} />
      <Group align="flex-end" gap="xs">
        <TextInput
          type="color"
          label="Colour"
          w={120}
          value={form.values.color || '#808080'}
          error={form.errors.color}
          onChange={({ currentTarget }) => form.setFieldValue('color', currentTarget.value)}
        />
        <Button variant="default" onClick={() => form.setFieldValue('color', '')}>
          {form.values.color ? 'No colour' : 'None chosen'}
        </Button>
      </Group>
    </FormDialog>
  );
}
