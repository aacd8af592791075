import { Checkbox, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { ContextField } from '../../../../server/flags/context-fields/schema.ts';
import { NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { RowsField } from '../../ui/rows-field.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { createField, deleteField, updateField } from './api.ts';
import { texts } from './texts.ts';

const own = texts.form;

type Props = { item: ContextField | undefined; onClose: () => void };
type Values = ReturnType<typeof valuesOf>;

const valuesOf = (item: ContextField | undefined) => ({
  name: item?.name ?? '',
  description: item?.description ?? '',
  stickiness: item?.stickiness ?? false,
  legalValues: (item?.legalValues ?? []).map(({ value, description = '' }) => ({
    value,
    description,
  })),
});

const bodyOf = ({ description, stickiness, legalValues }: Values) => ({
  description,
  stickiness,
  legalValues: legalValues.map((each) => (each.description === '' ? { value: each.value } : each)),
});

export default function FieldForm({ item, onClose }: Props) {
  const before = valuesOf(item);
  const form = useForm({ initialValues: before });
  return (
    <FormDialog
      title={item ? own.title(item.name) : own.newTitle}
      action={item ? ui.common.save : own.create}
      size="lg"
      form={form}
      send={async (values) => {
        if (item) await updateField(item.name, bodyOf(values));
        else await createField({ name: values.name, ...bodyOf(values) });
        return values.name;
      }}
      invalidates={[['context-fields']]}
      message={({ name }) => (item ? texts.changed(name) : texts.created(name))}
      undo={(name) => (item ? updateField(name, bodyOf(before)) : deleteField(name))}
      onClose={onClose}
    >
      {!item && <NameField form={form} maxLength={100} description={own.nameNote} />}
      <TextInput
        label={ui.common.description}
        maxLength={250}
        {...form.getInputProps('description')}
      />
      <Checkbox
        label={own.stickiness}
        description={own.stickinessNote}
        {...form.getInputProps('stickiness', { type: 'checkbox' })}
      />
      <LegalValues form={form} />
    </FormDialog>
  );
}

function LegalValues({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <RowsField
      legend={texts.legalValues}
      noun={own.noun}
      rows={form.values.legalValues}
      nameOf={({ value }) => value}
      empty={own.empty}
      onAdd={() => form.insertListItem('legalValues', { value: '', description: '' })}
      onRemove={(index) => form.removeListItem('legalValues', index)}
    >
      {(index) => (
        <>
          <TextInput
            data-focus="field"
            aria-label={own.value}
            placeholder={own.value}
            required
            maxLength={100}
            style={{ flex: '1 1 120px' }}
            {...form.getInputProps(`legalValues.${index}.value`)}
          />
          <TextInput
            aria-label={own.meaning}
            placeholder={own.meaning}
            maxLength={250}
            style={{ flex: '2 1 160px' }}
            {...form.getInputProps(`legalValues.${index}.description`)}
          />
        </>
      )}
    </RowsField>
  );
}
