import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Variant } from '../../../server/targeting/schema.ts';
import { VariantsEditor } from '../targeting/variants-editor.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { fieldErrors } from '../ui/form.ts';
import type { FlagPlace } from './environment-panel.tsx';
import { useChange } from './writes.ts';

/** The variants of an environment, for strategies that have none of their own. */
export default function VariantsForm(props: FlagPlace & { onClose: () => void }) {
  const { flag, environment, onClose } = props;
  const [variants, setVariants] = useState<Variant[]>(environment.variants);
  const key = { projectId: flag.project, featureName: flag.name };
  const { change, guard } = useChange(key, environment.name);
  const saving = useMutation({
    mutationFn: () =>
      change(
        { action: 'patchVariant', payload: { variants } },
        {
          done: `The variants in ${environment.name} are saved`,
          undo: { action: 'patchVariant', payload: { variants: environment.variants } },
        },
      ),
    onSuccess: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={`Variants in ${environment.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          Whoever gets the flag also gets one of these, unless the strategy has variants of its own.
        </Text>
        {saving.error && <ErrorNote error={saving.error} />}
        <VariantsEditor
          overrides
          variants={variants}
          errors={variantErrors(saving.error)}
          onChange={setVariants}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={saving.isPending} onClick={() => saving.mutate()}>
            {guard === undefined ? 'Save variants' : 'Add to draft'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The body is the list itself, or the payload of a change: `0.name` belongs to the first row. */
const variantErrors = (error: unknown) =>
  Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([path, text]) => [
      path.replace(/^payload\./, '').replace(/^(?=\d)/, 'variants.'),
      text,
    ]),
  );
