import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { paths, pathTo } from '../../paths.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { archiveFlag } from '../flags/api.ts';
import { cloneFlag } from './api.ts';
import { texts } from './texts.ts';
import { invalidatedByFlag } from './writes.ts';

const t = texts.copyFlag;

type Props = { flag: Flag; onClose: () => void };

/** Creates a flag with the same configuration. */
export default function CopyFlag({ flag, onClose }: Props) {
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: `${flag.name}-copy` } });
  return (
    <FormDialog
      title={t.title(flag.name)}
      action={t.action}
      form={form}
      send={({ name }) => cloneFlag({ projectId: flag.project, featureName: flag.name }, { name })}
      invalidates={invalidatedByFlag}
      message={({ name }) => t.copied(name)}
      undo={({ project, name }) => archiveFlag(project, name)}
      onDone={({ project, name }) =>
        void navigate({ href: pathTo(paths.flag, { projectId: project, featureName: name }) })
      }
      onClose={onClose}
    >
      <Text size="sm">{t.note}</Text>
      <TextInput
        label={t.name}
        description={t.nameNote}
        required
        data-autofocus
        maxLength={100}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
