import { NumberInput, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Environment } from '../../../../server/projects/environments/schema.ts';
import { NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { createEnvironment, deleteEnvironment, updateEnvironment } from './api.ts';

type Props = { item: Environment | undefined; onClose: () => void };

const standardTypes = ['development', 'test', 'preproduction', 'production'];

export default function EnvironmentForm({ item, onClose }: Props) {
  const before = {
    name: item?.name ?? '',
    type: item?.type ?? 'development',
    requiredApprovals: item?.requiredApprovals ?? ('' as number | ''),
  };
  const form = useForm({ initialValues: before });
  const bodyOf = ({ type, requiredApprovals }: typeof before) => ({
    type,
    requiredApprovals: requiredApprovals === '' ? null : requiredApprovals,
  });
  return (
    <FormDialog
      title={item ? `Environment ${item.name}` : 'New environment'}
      action={item ? 'Save' : 'Create environment'}
      form={form}
      send={async (values) => {
        if (item) await updateEnvironment(item.name, bodyOf(values));
        else await createEnvironment({ name: values.name.trim(), ...bodyOf(values) });
        return values.name.trim();
      }}
      invalidates={[['environments']]}
      message={({ name }) => (item ? `${item.name} is changed` : `${name} is there`)}
      undo={(name) => (item ? updateEnvironment(name, bodyOf(before)) : deleteEnvironment(name))}
      onClose={onClose}
    >
      {!item && (
        <NameField
          form={form}
          maxLength={100}
          description="Letters, digits and ~ _ . -; it cannot be changed later"
        />
      )}
      <Select
        label="Type"
        description="Flags used in a production environment are in the live stage"
        allowDeselect={false}
        data={[...new Set([...standardTypes, before.type])]}
        {...form.getInputProps('type')}
      />
      <NumberInput
        label="Required approvals"
        description="What new projects start with; empty where changes need no approval"
        min={1}
        max={10}
        allowDecimal={false}
        {...form.getInputProps('requiredApprovals')}
      />
    </FormDialog>
  );
}
