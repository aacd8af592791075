import { Button, Group, Modal, Radio, Select, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { toast } from '../../ui/toasts.tsx';
import { completeFlag, uncompleteFlag } from './api.ts';
import { refetchFlag } from './writes.ts';

type Props = { flag: Flag; onClose: () => void };
type Status = 'kept' | 'discarded';

/** Records the outcome of the feature; the flag can then be removed from the code. */
export default function CompleteFlag({ flag, onClose }: Props) {
  const client = useQueryClient();
  const [status, setStatus] = useState<Status>('kept');
  const [variant, setVariant] = useState<string | null>(null);
  const key = { projectId: flag.project, featureName: flag.name };
  const variants = variantNames(flag);
  const completing = useMutation({
    mutationFn: () =>
      completeFlag(key, {
        status,
        ...(status === 'kept' && variant ? { statusValue: variant } : {}),
      }),
    onSuccess: async () => {
      await refetchFlag(client);
      toast(`${flag.name} is completed`, async () => {
        await uncompleteFlag(key);
        await refetchFlag(client);
      });
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Complete ${flag.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        {completing.error && <ErrorNote error={completing.error} />}
        <Outcome status={status} onChange={setStatus} />
        {status === 'kept' && variants.length > 0 && (
          <Select
            label="Which variant stays"
            clearable
            data={variants}
            value={variant}
            onChange={setVariant}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={completing.isPending} onClick={() => completing.mutate()}>
            Complete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type OutcomeProps = { status: Status; onChange: (status: Status) => void };

function Outcome({ status, onChange }: OutcomeProps) {
  return (
    <Radio.Group
      label="Outcome of the feature"
      value={status}
      onChange={(value) => onChange(value as Status)}
    >
      <Stack mt="xs" gap="xs">
        <Radio value="kept" label="Kept: all users will have it" />
        <Radio value="discarded" label="Discarded: no user will have it" />
      </Stack>
    </Radio.Group>
  );
}

const variantNames = ({ environments }: Flag) => [
  ...new Set(
    environments.flatMap(({ variants, strategies }) =>
      [...variants, ...strategies.flatMap((each) => each.variants)].map(({ name }) => name),
    ),
  ),
];
