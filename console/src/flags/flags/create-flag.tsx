import { Button, Checkbox, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { fieldErrors, shownByFields, withoutEmpty } from '../../ui/form.ts';
import { Picker } from '../../ui/picker.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { toast } from '../../ui/toasts.tsx';
import { archiveFlag, createFlag, projectNamesQuery } from './api.ts';
import { nameProblem } from './name-problem.ts';
import { texts } from './texts.ts';
import { TypeSelect } from './type-select.tsx';

const own = texts.create;

type Props = { project?: string | undefined; onClose: () => void };

const blank = { name: '', type: 'release', description: '', impressionData: false };
type Values = typeof blank & { projectId: string };

export default function CreateFlag({ project, onClose }: Props) {
  const form = useForm<Values>({
    initialValues: { ...blank, projectId: project ?? 'default' },
    validate: { name: nameProblem },
  });
  const creating = useCreating(form, onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      title={own.title}
      closeButtonProps={{ 'aria-label': ui.common.close }}
    >
      <form onSubmit={form.onSubmit((values) => creating.mutate(values))}>
        <Stack>
          {creating.error && !shownByFields(creating.error, form.getValues()) && (
            <ErrorNote error={creating.error} />
          )}
          <Fields form={form} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {ui.common.cancel}
            </Button>
            <Button type="submit" loading={creating.isPending}>
              {own.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function useCreating(form: UseFormReturnType<Values>, onClose: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ projectId, name, ...rest }: Values) =>
      createFlag(projectId, { name, ...withoutEmpty(rest) }),
    onSuccess: async ({ name, project: projectId }) => {
      await client.invalidateQueries({ queryKey: ['flags'] });
      toast(own.created(name), async () => {
        await archiveFlag(projectId, name);
        await client.invalidateQueries({ queryKey: ['flags'] });
      });
      onClose();
      await navigate({ href: pathTo(paths.flag, { projectId, featureName: name }) });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
}

function Fields({ form }: { form: UseFormReturnType<Values> }) {
  const { may } = useMay();
  const projects = (useQuery(projectNamesQuery).data?.projects ?? []).filter(({ id }) =>
    may('CREATE_FEATURE', id),
  );
  return (
    <>
      <TextInput
        label={ui.common.name}
        description={own.nameNote}
        required
        data-autofocus
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <Picker
        label={ui.common.project}
        allowDeselect={false}
        withAsterisk
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('projectId')}
      />
      <TypeSelect {...form.getInputProps('type')} />
      <Textarea
        label={ui.common.description}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('description')}
      />
      <Checkbox
        label={own.impressionData}
        {...form.getInputProps('impressionData', { type: 'checkbox' })}
      />
    </>
  );
}
