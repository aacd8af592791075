import { Checkbox, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { TypeSelect } from '../flags/type-select.tsx';
import { updateFlag } from './api.ts';
import { texts } from './texts.ts';
import { invalidatedByFlag } from './writes.ts';

const t = texts.edit;

type Props = { flag: Flag; onClose: () => void };

export default function EditFlag({ flag, onClose }: Props) {
  const key = { projectId: flag.project, featureName: flag.name };
  const before = {
    type: flag.type,
    description: flag.description ?? '',
    impressionData: flag.impressionData,
    stale: flag.stale,
  };
  const form = useForm({ initialValues: before });
  return (
    <FormDialog
      title={t.title(flag.name)}
      form={form}
      send={(values) => updateFlag(key, updateOf(values))}
      invalidates={invalidatedByFlag}
      message={() => t.saved(flag.name)}
      undo={({ etag }) => updateFlag(key, updateOf(before), etag)}
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

/** An empty description is stored as null, so that saving without a change records no event. */
const updateOf = <V extends { description: string }>({ description, ...values }: V) => ({
  ...values,
  description: description || null,
});
