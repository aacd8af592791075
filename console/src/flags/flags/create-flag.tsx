import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../identity/session/api.ts';
import { paths, pathTo } from '../../paths.ts';
import { withoutEmpty } from '../../ui/form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { flagNameMarks, nameProblemWith } from '../../ui/name-problem.ts';
import { Picker } from '../../ui/picker.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { archiveFlag, createFlag, projectNamesQuery } from './api.ts';
import { useProjectNames } from './project-name.ts';
import { texts } from './texts.ts';
import { TypeSelect } from './type-select.tsx';

const own = texts.create;

type Props = { project?: string | undefined; onClose: () => void };

const blank = { name: '', type: 'release', description: '', impressionData: false };
type Values = typeof blank & { projectId: string };

export default function CreateFlag({ project, onClose }: Props) {
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: { ...blank, projectId: project ?? 'default' },
    validate: { name: nameProblemWith(flagNameMarks) },
  });
  return (
    <FormDialog
      title={own.title}
      action={own.action}
      form={form}
      send={({ projectId, name, ...rest }) =>
        createFlag(projectId, { name, ...withoutEmpty(rest) })
      }
      invalidates={[['flags'], ['project'], ['projects']]}
      message={({ name }) => own.created(name)}
      undo={(flag) => archiveFlag(flag.project, flag.name)}
      onDone={(flag) =>
        void navigate({
          href: pathTo(paths.flag, { projectId: flag.project, featureName: flag.name }),
        })
      }
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

function Fields({ form }: { form: UseFormReturnType<Values> }) {
  const { may } = useMay();
  const nameOf = useProjectNames();
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
        data={projects.map(({ id }) => ({ value: id, label: nameOf(id) }))}
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
