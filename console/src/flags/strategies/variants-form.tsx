import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Variant } from '../../../../server/flags/strategies/schema.ts';
import { fieldErrors } from '../../ui/form.ts';
import { texts } from '../texts.ts';
import { EditorDrawer } from './editor-drawer.tsx';
import { VariantsEditor } from './variants-editor.tsx';

const t = texts.strategies.variants;

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
    <EditorDrawer
      title={t.title(scope)}
      action={action}
      dirty={variants !== before}
      saving={saving.isPending}
      error={saving.error}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
      onClose={onClose}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t.note}
        </Text>
        <VariantsEditor
          overrides
          variants={variants}
          errors={variantErrors(saving.error)}
          onChange={setVariants}
        />
      </Stack>
    </EditorDrawer>
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
