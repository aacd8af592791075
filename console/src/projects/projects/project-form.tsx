import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { environmentsQuery } from '../../flags/flags/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { DescriptionField, NameField } from '../../ui/fields.tsx';
import { withoutEmpty } from '../../ui/form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { createProject, deleteProject } from './api.ts';
import { modes } from './modes.ts';

export default function ProjectForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const environments = useQuery(environmentsQuery).data?.environments ?? [];
  const form = useForm({
    initialValues: {
      name: '',
      id: '',
      description: '',
      mode: 'open' as keyof typeof modes,
      environments: [] as string[],
    },
  });
  return (
    <FormDialog
      title="New project"
      action="Create project"
      form={form}
      send={({ name, mode, environments: chosen, ...rest }) =>
        createProject({
          name,
          mode,
          ...withoutEmpty(rest),
          ...(chosen.length > 0 ? { environments: chosen } : {}),
        })
      }
      invalidates={[['projects'], ['me']]}
      message={({ name }) => `${name} is there`}
      undo={async ({ id }) => {
        await deleteProject(id);
        await navigate({ to: paths.projects });
      }}
      onDone={({ id }) => void navigate({ href: pathTo(paths.project, { projectId: id }) })}
      onClose={onClose}
    >
      <NameField form={form} maxLength={255} />
      <TextInput
        label="Id"
        description="In addresses and tokens; created from the name when empty. It cannot be changed later"
        maxLength={100}
        {...form.getInputProps('id')}
      />
      <DescriptionField form={form} />
      <Select
        label="Mode"
        description={modes[form.values.mode]}
        allowDeselect={false}
        data={Object.keys(modes)}
        {...form.getInputProps('mode')}
      />
      <MultiSelect
        label="Environments"
        description="None chosen means all that are enabled"
        clearable
        data={environments.map(({ name }) => name)}
        {...form.getInputProps('environments')}
      />
    </FormDialog>
  );
}
