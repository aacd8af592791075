import { Button, Checkbox, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Flag } from '../../../server/flags/schema.ts';
import { TypeSelect } from '../flags/type-select.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { fieldErrors } from '../ui/form.ts';
import { toast } from '../ui/toasts.tsx';
import { updateFlag } from './api.ts';
import { refetchFlag } from './writes.ts';

type Props = { flag: Flag; onClose: () => void };

export default function EditFlag({ flag, onClose }: Props) {
  const client = useQueryClient();
  const key = { projectId: flag.project, featureName: flag.name };
  const before = {
    type: flag.type,
    description: flag.description ?? '',
    impressionData: flag.impressionData,
    stale: flag.stale,
  };
  const form = useForm({ initialValues: before });
  const save = async (values: typeof before) => {
    await updateFlag(key, values);
    await refetchFlag(client);
  };
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => {
      toast(`${flag.name} is saved`, () => save(before));
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Edit ${flag.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={form.onSubmit((values) => saving.mutate(values))}>
        <Stack>
          {saving.error && <ErrorNote error={saving.error} />}
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
            description="SDKs tell their application of every evaluation"
            {...form.getInputProps('impressionData', { type: 'checkbox' })}
          />
          <Checkbox
            label="Stale"
            description="It has done its work and can go from the code"
            {...form.getInputProps('stale', { type: 'checkbox' })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
