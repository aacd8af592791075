import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TagType } from '../../../../server/flags/tag-types/schema.ts';
import { NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { createTagType, deleteTagType, updateTagType } from './api.ts';
import { texts } from './texts.ts';

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
      title={item ? texts.type.title(item.name) : texts.type.newTitle}
      action={item ? ui.common.save : texts.type.create}
      form={form}
      send={async (values) => {
        if (item) await updateTagType(item.name, bodyOf(values));
        else await createTagType({ name: values.name, ...bodyOf(values) });
        return values.name;
      }}
      invalidates={[['tag-types'], ['tags']]}
      message={({ name }) => (item ? texts.changed(name) : texts.created(name))}
      undo={(name) => (item ? updateTagType(name, bodyOf(before)) : deleteTagType(name))}
      onClose={onClose}
    >
      {!item && <NameField form={form} maxLength={50} description={texts.type.nameNote} />}
      <TextInput
        label={ui.common.description}
        maxLength={255}
        {...form.getInputProps('description')}
      />
      <TextInput label={texts.type.icon} maxLength={255} {...form.getInputProps('icon')} />
      <Group align="flex-end" gap="xs">
        <TextInput
          type="color"
          label={texts.type.colour}
          w={120}
          value={form.values.color || '#808080'}
          error={form.errors.color}
          onChange={({ currentTarget }) => form.setFieldValue('color', currentTarget.value)}
        />
        <Button variant="default" onClick={() => form.setFieldValue('color', '')}>
          {form.values.color ? texts.type.clearColour : texts.type.noColour}
        </Button>
      </Group>
    </FormDialog>
  );
}
