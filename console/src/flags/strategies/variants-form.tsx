import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Variant } from '../../../../server/flags/strategies/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { fieldErrors } from '../../ui/form.ts';
import { VariantsEditor } from './variants-editor.tsx';

type Props = {
  /** Part of the title, usually the environment. */
  scope: string;
  variants: Variant[];
  /** The label of the button. */
  action: string;
  onSubmit: (variants: Variant[]) => Promise<unknown>;
  onClose: () => void;
};

/** The variants of an environment, for strategies without variants. */
export default function VariantsForm({ scope, variants: before, action, ...props }: Props) {
  const { onSubmit, onClose } = props;
  const [variants, setVariants] = useState(before);
  const saving = useMutation({ mutationFn: () => onSubmit(variants), onSuccess: onClose });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={`Variants in ${scope}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          Users for whom the flag is on get one of these, unless the strategy has its own variants.
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
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The body is the list, or the payload of a change: `0.name` belongs to the first row. */
const variantErrors = (error: unknown) =>
  Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([path, text]) => [
      path.replace(/^payload\./, '').replace(/^(?=\d)/, 'variants.'),
      text,
    ]),
  );
