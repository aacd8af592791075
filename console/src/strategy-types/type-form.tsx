import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  Select,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { StrategyType } from '../../../server/strategies/schema.ts';
import { numbered } from '../ui/form.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { PlusIcon, TrashIcon } from '../ui/icons.tsx';
import { createStrategyType, deleteStrategyType, updateStrategyType } from './api.ts';

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
      title={item ? `Strategy type ${item.name}` : 'New strategy type'}
      action={item ? 'Save' : 'Create strategy type'}
      size="lg"
      form={form}
      send={async (values) => {
        if (item) await updateStrategyType(item.name, patchOf(values));
        else await createStrategyType(values);
        return values.name;
      }}
      outdates={[['strategy-types']]}
      said={({ name }) => `${name} is ${item ? 'changed' : 'there'}`}
      undo={(name) => (item ? updateStrategyType(name, patchOf(before)) : deleteStrategyType(name))}
      onClose={onClose}
    >
      {!item && (
        <TextInput
          label="Name"
          description="As the SDKs know it; it cannot be changed later"
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
      <TextInput label="Title" maxLength={255} {...form.getInputProps('title')} />
      <Textarea
        label="Description"
        autosize
        minRows={1}
        maxLength={1000}
        {...form.getInputProps('description')}
      />
      <Parameters form={form} />
    </FormDialog>
  );
}

function Parameters({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <Fieldset legend="Parameters">
      <Stack gap="xs">
        {numbered(form.values.parameters).map(({ item, index, key }) => (
          <Group key={key} gap="xs" role="group" aria-label={`Parameter ${index + 1}`}>
            <TextInput
              aria-label="Parameter name"
              placeholder="Name"
              required
              maxLength={100}
              style={{ flex: '1 1 120px' }}
              {...form.getInputProps(`parameters.${index}.name`)}
            />
            <Select
              aria-label="Parameter type"
              allowDeselect={false}
              w={130}
              data={parameterTypes}
              {...form.getInputProps(`parameters.${index}.type`)}
            />
            <TextInput
              aria-label="What it is"
              placeholder="What it is"
              maxLength={1000}
              style={{ flex: '2 1 140px' }}
              {...form.getInputProps(`parameters.${index}.description`)}
            />
            <Checkbox
              label="Required"
              {...form.getInputProps(`parameters.${index}.required`, { type: 'checkbox' })}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`Remove parameter ${item.name || index + 1}`}
              onClick={() => form.removeListItem('parameters', index)}
            >
              <TrashIcon />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<PlusIcon size={14} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() =>
            form.insertListItem('parameters', {
              name: '',
              type: 'string',
              description: '',
              required: false,
            })
          }
        >
          Add parameter
        </Button>
      </Stack>
    </Fieldset>
  );
}
