import { NumberInput, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Environment } from '../../../../server/projects/environments/schema.ts';
import { NameField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { environmentNameMarks, nameProblemWith } from '../../ui/name-problem.ts';
import { environmentTypeName } from '../../ui/names.ts';
import { texts as shared } from '../../ui/texts.ts';
import { texts as all } from '../texts.ts';
import { createEnvironment, deleteEnvironment, updateEnvironment } from './api.ts';

const texts = all.environments;

type Props = { item: Environment | undefined; onClose: () => void };

const standardTypes = ['development', 'test', 'preproduction', 'production'];

export default function EnvironmentForm({ item, onClose }: Props) {
  const before = {
    name: item?.name ?? '',
    type: item?.type ?? 'development',
    requiredApprovals: item?.requiredApprovals ?? ('' as number | ''),
  };
  const form = useForm({
    initialValues: before,
    validate: { name: nameProblemWith(environmentNameMarks) },
  });
  const bodyOf = ({ type, requiredApprovals }: typeof before) => ({
    type,
    requiredApprovals: requiredApprovals === '' ? null : requiredApprovals,
  });
  return (
    <FormDialog
      title={item ? texts.form.title(item.name) : texts.form.newTitle}
      action={item ? shared.common.save : texts.form.create}
      form={form}
      send={async (values) => {
        if (item) await updateEnvironment(item.name, bodyOf(values));
        else await createEnvironment({ name: values.name.trim(), ...bodyOf(values) });
        return values.name.trim();
      }}
      invalidates={[['environments']]}
      message={({ name }) => (item ? texts.form.changed(item.name) : texts.form.created(name))}
      undo={(name) => (item ? updateEnvironment(name, bodyOf(before)) : deleteEnvironment(name))}
      onClose={onClose}
    >
      {!item && <NameField form={form} maxLength={100} description={texts.form.nameNote} />}
      <Select
        label={shared.common.type}
        description={texts.form.typeNote}
        allowDeselect={false}
        data={[...new Set([...standardTypes, before.type])].map((value) => ({
          value,
          label: environmentTypeName(value),
        }))}
        {...form.getInputProps('type')}
      />
      <NumberInput
        label={texts.newProjectApprovals}
        description={texts.form.approvalsNote}
        min={1}
        max={10}
        allowDecimal={false}
        {...form.getInputProps('requiredApprovals')}
      />
    </FormDialog>
  );
}
