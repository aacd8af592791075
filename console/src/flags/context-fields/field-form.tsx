import { Checkbox, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { ContextField } from '../../../../server/flags/context-fields/schema.ts';
import { NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { RowsField } from '../../ui/rows-field.tsx';
import { createField, deleteField, updateField } from './api.ts';

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
      title={item ? `Context field ${item.name}` : 'New context field'}
      action={item ? 'Save' : 'Create context field'}
      size="lg"
      form={form}
      send={async (values) => {
        if (item) await updateField(item.name, bodyOf(values));
        else await createField({ name: values.name, ...bodyOf(values) });
        return values.name;
      }}
      invalidates={[['context-fields']]}
      message={({ name }) => `${name} is ${item ? 'changed' : 'there'}`}
      undo={(name) => (item ? updateField(name, bodyOf(before)) : deleteField(name))}
      onClose={onClose}
    >
      {!item && (
        <NameField
          form={form}
          maxLength={100}
          description="The name used in SDKs; it cannot be changed later"
        />
      )}
      <TextInput label="Description" maxLength={250} {...form.getInputProps('description')} />
      <Checkbox
        label="Can be used for stickiness"
        description="The same value then always gets the same result"
        {...form.getInputProps('stickiness', { type: 'checkbox' })}
      />
      <LegalValues form={form} />
    </FormDialog>
  );
}

function LegalValues({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <RowsField
      legend="Legal values"
      noun="value"
      rows={form.values.legalValues}
      nameOf={({ value }) => value}
      empty="Every value is legal."
      onAdd={() => form.insertListItem('legalValues', { value: '', description: '' })}
      onRemove={(index) => form.removeListItem('legalValues', index)}
    >
      {(index) => (
        <>
          <TextInput
            aria-label="Value"
            placeholder="Value"
            required
            maxLength={100}
            style={{ flex: '1 1 120px' }}
            {...form.getInputProps(`legalValues.${index}.value`)}
          />
          <TextInput
            aria-label="What it means"
            placeholder="What it means"
            maxLength={250}
            style={{ flex: '2 1 160px' }}
            {...form.getInputProps(`legalValues.${index}.description`)}
          />
        </>
      )}
    </RowsField>
  );
}
