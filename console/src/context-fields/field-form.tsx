import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ContextField } from '../../../server/context-fields/schema.ts';
import { numbered } from '../ui/form.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { PlusIcon, TrashIcon } from '../ui/icons.tsx';
import { createField, deleteField, updateField } from './api.ts';

type Props = { item: ContextField | undefined; onClose: () => void };

export default function FieldForm({ item, onClose }: Props) {
  const before = {
    name: item?.name ?? '',
    description: item?.description ?? '',
    stickiness: item?.stickiness ?? false,
    legalValues: (item?.legalValues ?? []).map(({ value, description = '' }) => ({
      value,
      description,
    })),
  };
  const form = useForm({ initialValues: before });
  const bodyOf = ({ description, stickiness, legalValues }: typeof before) => ({
    description,
    stickiness,
    legalValues: legalValues.map((each) =>
      each.description === '' ? { value: each.value } : each,
    ),
  });
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
      outdates={[['context-fields']]}
      said={({ name }) => `${name} is ${item ? 'changed' : 'there'}`}
      undo={(name) => (item ? updateField(name, bodyOf(before)) : deleteField(name))}
      onClose={onClose}
    >
      {!item && (
        <TextInput
          label="Name"
          description="As the SDKs say it; it cannot be changed later"
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
      <TextInput label="Description" maxLength={250} {...form.getInputProps('description')} />
      <Checkbox
        label="Rollouts may be steady by it"
        description="The same value then gets the same answer every time"
        {...form.getInputProps('stickiness', { type: 'checkbox' })}
      />
      <Fieldset legend="Legal values">
        <Stack gap="xs">
          {form.values.legalValues.length === 0 && (
            <Text size="sm" c="dimmed">
              Every value is legal.
            </Text>
          )}
          {numbered(form.values.legalValues).map(({ item: legal, index, key }) => (
            <Group
              key={key}
              gap="xs"
              align="flex-start"
              role="group"
              aria-label={`Value ${index + 1}`}
            >
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
              <ActionIcon
                variant="subtle"
                color="red"
                mt={4}
                aria-label={`Remove value ${legal.value || index + 1}`}
                onClick={() => form.removeListItem('legalValues', index)}
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
            onClick={() => form.insertListItem('legalValues', { value: '', description: '' })}
          >
            Add value
          </Button>
        </Stack>
      </Fieldset>
    </FormDialog>
  );
}
