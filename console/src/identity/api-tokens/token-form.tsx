import { Select, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ApiToken } from '../../../../server/identity/api-tokens/schema.ts';
import { environmentsQuery, projectNamesQuery } from '../../flags/flags/api.ts';
import { useProjectNames } from '../../flags/flags/project-name.ts';
import { Expiry } from '../../ui/expiry.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { MultiPicker } from '../../ui/picker.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { useMay } from '../session/api.ts';
import { texts } from '../texts.tsx';
import { createToken } from './api.ts';
import { mayWithToken, tokenTypes } from './rights.ts';

type Props = {
  projectId: string | undefined;
  onCreated: (token: ApiToken) => void;
  onClose: () => void;
};

type Values = {
  tokenName: string;
  type: ApiToken['type'];
  environment: string;
  projects: string[];
  expiresAt: string | null;
};

export default function TokenForm({ projectId, onCreated, onClose }: Props) {
  const { may } = useMay();
  const environments = useQuery(environmentsQuery).data?.environments ?? [];
  const types = tokenTypes.filter(
    (type) => mayWithToken(may, 'CREATE', type, projectId) && (!projectId || type !== 'admin'),
  );
  const form = useForm<Values>({
    initialValues: {
      tokenName: '',
      type: types[0] ?? 'client',
      environment: environments[0]?.name ?? 'development',
      projects: [],
      // An expired token takes the flags from the application that uses it.
      expiresAt: null,
    },
  });
  const { type, expiresAt } = form.values;
  return (
    <FormDialog
      title={texts.apiTokens.newTitle}
      action={texts.apiTokens.create}
      form={form}
      send={(values) => createToken(bodyOf(values, projectId), projectId)}
      invalidates={[['tokens']]}
      onDone={onCreated}
      onClose={onClose}
    >
      <TextInput
        label={ui.common.name}
        description={texts.apiTokens.nameNote}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('tokenName')}
      />
      <Select
        label={ui.common.type}
        description={texts.apiTokens.types[type]}
        allowDeselect={false}
        data={types}
        {...form.getInputProps('type')}
      />
      {type !== 'admin' && (
        <Select
          label={ui.common.environment}
          allowDeselect={false}
          data={environments.map(({ name }) => name)}
          {...form.getInputProps('environment')}
        />
      )}
      {type !== 'admin' && projectId === undefined && <ProjectsField form={form} />}
      <Expiry
        value={expiresAt}
        onChange={(next) => form.setFieldValue('expiresAt', next)}
        error={form.errors.expiresAt as string | undefined}
      />
    </FormDialog>
  );
}

function ProjectsField({ form }: { form: UseFormReturnType<Values> }) {
  const nameOf = useProjectNames();
  const projects = useQuery(projectNamesQuery).data?.projects ?? [];
  return (
    <MultiPicker
      label={ui.common.projects}
      description={texts.apiTokens.projectsNote}
      clearable
      data={projects.map(({ id }) => ({ value: id, label: nameOf(id) }))}
      {...form.getInputProps('projects')}
    />
  );
}

function bodyOf({ environment, projects, ...rest }: Values, projectId: string | undefined) {
  if (rest.type === 'admin') return rest;
  if (projectId !== undefined) return { ...rest, environment };
  return { ...rest, environment, projects: projects.length === 0 ? ['*'] : projects };
}
