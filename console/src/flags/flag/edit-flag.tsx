import { Checkbox, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TypeSelect } from '../flags/type-select.tsx';
import { updateFlag } from './api.ts';
import { invalidatedByFlag } from './writes.ts';

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
      title={`Edit ${flag.name}`}
      form={form}
      send={(values) => updateFlag(key, updateOf(values))}
      invalidates={invalidatedByFlag}
      message={() => `${flag.name} is saved`}
      undo={() => updateFlag(key, updateOf(before))}
      onClose={onClose}
    >
      <Textarea
        label="Description"
        data-autofocus
        autosize
        minRows={2}
        maxRows={10}
        maxLength={1000}
        {...form.getInputProps('description')}
      />
      <TypeSelect {...form.getInputProps('type')} />
      <Checkbox
        label="Collect impression data"
        description="SDKs emit an impression event at every evaluation"
        {...form.getInputProps('impressionData', { type: 'checkbox' })}
      />
      <Checkbox
        label="Stale"
        description="The flag is no longer needed and can be removed from the code"
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
