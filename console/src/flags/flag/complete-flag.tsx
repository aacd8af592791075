import { Button, Group, Modal, Radio, Select, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { toast } from '../../ui/toasts.tsx';
import { completeFlag, uncompleteFlag } from './api.ts';
import { texts } from './texts.ts';
import { refetchFlag } from './writes.ts';

const t = texts.complete;

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
      toast(t.completed(flag.name), async () => {
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
      title={t.title(flag.name)}
      closeButtonProps={{ 'aria-label': ui.common.close }}
    >
      <Stack>
        {completing.error && <ErrorNote error={completing.error} />}
        <Outcome status={status} onChange={setStatus} />
        {status === 'kept' && variants.length > 0 && (
          <Select
            label={t.variant}
            clearable
            data={variants}
            value={variant}
            onChange={setVariant}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui.common.cancel}
          </Button>
          <Button loading={completing.isPending} onClick={() => completing.mutate()}>
            {t.action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type OutcomeProps = { status: Status; onChange: (status: Status) => void };

function Outcome({ status, onChange }: OutcomeProps) {
  return (
    <Radio.Group label={t.outcome} value={status} onChange={(value) => onChange(value as Status)}>
      <Stack mt="xs" gap="xs">
        <Radio value="kept" label={t.kept} />
        <Radio value="discarded" label={t.discarded} />
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
