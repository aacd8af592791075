import { Checkbox, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import type { Tagged } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { loadCurrent } from '../../ui/rebase.ts';
import { texts as ui } from '../../ui/texts.ts';
import { TypeSelect } from '../flags/type-select.tsx';
import { openedFlagQuery, updateFlag } from './api.ts';
import { texts } from './texts.ts';
import { invalidatedByFlag } from './writes.ts';

const t = texts.edit;

type Props = { flag: Flag; onClose: () => void };

/** Saves only the version that was opened: others may have changed the flag meanwhile. */
export default function EditFlag({ flag, onClose }: Props) {
  const key = { projectId: flag.project, featureName: flag.name };
  const { data: opened, error, refetch } = useQuery(openedFlagQuery(key));
  if (opened) {
    const reload = async () => (await refetch({ throwOnError: true })).data ?? opened;
    return <Form opened={opened} onReload={reload} onClose={onClose} />;
  }
  if (!error) return null;
  return (
    <Dialog title={t.title(flag.name)} onClose={onClose}>
      <ErrorNote error={error} />
    </Dialog>
  );
}

type FormProps = {
  opened: Tagged<Flag>;
  onReload: () => Promise<Tagged<Flag>>;
  onClose: () => void;
};

function Form({ opened, onReload, onClose }: FormProps) {
  const flag = opened.body;
  const key = { projectId: flag.project, featureName: flag.name };
  const form = useForm({ initialValues: valuesOf(flag) });
  return (
    <FormDialog
      title={t.title(flag.name)}
      form={form}
      send={(values) => updateFlag(key, updateOf(values), opened.etag)}
      invalidates={invalidatedByFlag}
      message={() => t.saved(flag.name)}
      undo={({ etag }) => updateFlag(key, updateOf(valuesOf(flag)), etag)}
      outdated={{
        texts: t.outdated,
        load: async () => loadCurrent(form, valuesOf((await onReload()).body)),
      }}
      onClose={onClose}
    >
      <Textarea
        label={ui.common.description}
        data-autofocus
        autosize
        minRows={2}
        maxRows={10}
        maxLength={1000}
        {...form.getInputProps('description')}
      />
      <TypeSelect {...form.getInputProps('type')} />
      <Checkbox
        label={t.impressionData}
        description={t.impressionDataNote}
        {...form.getInputProps('impressionData', { type: 'checkbox' })}
      />
      <Checkbox
        label={t.stale}
        description={t.staleNote}
        {...form.getInputProps('stale', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}

const valuesOf = (flag: Flag) => ({
  type: flag.type,
  description: flag.description ?? '',
  impressionData: flag.impressionData,
  stale: flag.stale,
});

/** An empty description is stored as null, so that saving without a change records no event. */
const updateOf = <V extends { description: string }>({ description, ...values }: V) => ({
  ...values,
  description: description || null,
});
