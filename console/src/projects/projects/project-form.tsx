import { Alert, MultiSelect, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { environmentsQuery, projectNamesQuery } from '../../flags/flags/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { DescriptionField, NameField } from '../../ui/fields.tsx';
import { withoutEmpty } from '../../ui/form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { WarningIcon } from '../../ui/icons.tsx';
import { texts as shared } from '../../ui/texts.ts';
import { texts as all } from '../texts.ts';
import { createProject, deleteProject } from './api.ts';
import { modeOptions } from './modes.ts';

const texts = all.projects;

export default function ProjectForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const environments = useQuery(environmentsQuery).data?.environments ?? [];
  const form = useForm({
    initialValues: {
      name: '',
      id: '',
      description: '',
      mode: 'open' as keyof typeof texts.modes,
      environments: [] as string[],
    },
  });
  return (
    <FormDialog
      title={texts.form.title}
      action={texts.form.create}
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
      message={({ name }) => texts.form.created(name)}
      undo={async ({ id }) => {
        await deleteProject(id);
        await navigate({ to: paths.projects });
      }}
      onDone={({ id }) => void navigate({ href: pathTo(paths.project, { projectId: id }) })}
      onClose={onClose}
    >
      <NameField form={form} maxLength={255} />
      <NameTaken name={form.values.name.trim().toLowerCase()} />
      <TextInput
        label={texts.form.id}
        description={texts.form.idNote}
        maxLength={100}
        {...form.getInputProps('id')}
      />
      <DescriptionField form={form} />
      <Select
        label={texts.form.mode}
        description={texts.modes[form.values.mode]}
        allowDeselect={false}
        data={modeOptions}
        {...form.getInputProps('mode')}
      />
      <MultiSelect
        label={shared.common.environments}
        description={texts.form.environmentsNote}
        clearable
        data={environments.map(({ name }) => name)}
        {...form.getInputProps('environments')}
      />
    </FormDialog>
  );
}

/** Names need not be unique, but in lists and menus people see nothing else. */
function NameTaken({ name }: { name: string }) {
  const projects = useQuery(projectNamesQuery).data?.projects ?? [];
  if (!projects.some((project) => project.name.toLowerCase() === name)) return null;
  return (
    <Alert color="yellow" variant="light" icon={<WarningIcon />} p="xs" role="status">
      {texts.form.nameTaken}
    </Alert>
  );
}
