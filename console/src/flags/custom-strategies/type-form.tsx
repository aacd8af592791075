import { Checkbox, Select, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { StrategyType } from '../../../../server/flags/custom-strategies/schema.ts';
import { DescriptionField, NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { RowsField } from '../../ui/rows-field.tsx';
import { texts as shared } from '../../ui/texts.ts';
import { createStrategyType, deleteStrategyType, updateStrategyType } from './api.ts';
import { texts } from './texts.ts';

const t = texts.form;

type Props = { item: StrategyType | undefined; onClose: () => void };

const parameterTypes = ['string', 'percentage', 'list', 'number', 'boolean'];

const valuesOf = (item: StrategyType | undefined) => ({
  name: item?.name ?? '',
  title: item?.title ?? '',
  description: item?.description ?? '',
  parameters: item?.parameters ?? [],
});
type Values = ReturnType<typeof valuesOf>;

export default function TypeForm({ item, onClose }: Props) {
  const before = valuesOf(item);
  const form = useForm({ initialValues: before });
  const patchOf = ({ name: _, ...rest }: Values) => rest;
  return (
    <FormDialog
      title={item ? t.edit(item.name) : t.add}
      action={item ? shared.common.save : t.create}
      size="xl"
      form={form}
      send={async (values) => {
        if (item) await updateStrategyType(item.name, patchOf(values));
        else await createStrategyType(values);
        return values.name;
      }}
      invalidates={[['strategy-types']]}
      message={({ name }) => (item ? t.changed(name) : t.created(name))}
      undo={(name) => (item ? updateStrategyType(name, patchOf(before)) : deleteStrategyType(name))}
      onClose={onClose}
    >
      {!item && <NameField form={form} maxLength={100} description={t.nameNote} />}
      <TextInput label={t.title} maxLength={255} {...form.getInputProps('title')} />
      <DescriptionField form={form} />
      <Parameters form={form} />
    </FormDialog>
  );
}

function Parameters({ form }: { form: UseFormReturnType<Values> }) {
  const blank = { name: '', type: 'string' as const, description: '', required: false };
  return (
    <RowsField
      legend={t.parameters}
      noun={t.parameter}
      rows={form.values.parameters}
      nameOf={({ name }) => name}
      onAdd={() => form.insertListItem('parameters', blank)}
      onRemove={(index) => form.removeListItem('parameters', index)}
    >
      {(index) => (
        <>
          <TextInput
            data-focus="field"
            aria-label={t.parameterName}
            placeholder={t.name}
            required
            maxLength={100}
            style={{ flex: '1 1 120px' }}
            {...form.getInputProps(`parameters.${index}.name`)}
          />
          <Select
            aria-label={t.parameterType}
            allowDeselect={false}
            w={130}
            data={parameterTypes}
            {...form.getInputProps(`parameters.${index}.type`)}
          />
          <TextInput
            aria-label={t.meaning}
            placeholder={t.meaning}
            maxLength={1000}
            style={{ flex: '2 1 140px' }}
            {...form.getInputProps(`parameters.${index}.description`)}
          />
          <Checkbox
            label={t.required}
            {...form.getInputProps(`parameters.${index}.required`, { type: 'checkbox' })}
          />
        </>
      )}
    </RowsField>
  );
}
