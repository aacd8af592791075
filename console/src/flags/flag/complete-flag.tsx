import { Radio, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { texts as flagsTexts } from '../flags/texts.ts';
import { completeFlag, uncompleteFlag } from './api.ts';
import { texts } from './texts.ts';
import { invalidatedByFlag } from './writes.ts';

const t = texts.complete;
const { stages } = flagsTexts;

type Props = { flag: Flag; onClose: () => void };
type Values = { status: 'kept' | 'discarded'; variant: string | null };

/** Records the outcome of the feature; the flag can then be removed from the code. */
export default function CompleteFlag({ flag, onClose }: Props) {
  const key = { projectId: flag.project, featureName: flag.name };
  const form = useForm<Values>({ initialValues: { status: 'kept', variant: null } });
  const variants = variantNames(flag);
  return (
    <FormDialog
      title={t.title(flag.name)}
      action={t.action}
      form={form}
      send={({ status, variant }) =>
        completeFlag(key, {
          status,
          ...(status === 'kept' && variant ? { statusValue: variant } : {}),
        })
      }
      invalidates={invalidatedByFlag}
      message={() => t.completed(flag.name)}
      undo={() => uncompleteFlag(key)}
      onClose={onClose}
    >
      <Text size="sm">{t.note(stages.completed)}</Text>
      <Radio.Group label={t.outcome} {...form.getInputProps('status')}>
        <Stack mt="xs" gap="xs">
          <Radio value="kept" label={t.kept} />
          <Radio value="discarded" label={t.discarded} />
        </Stack>
      </Radio.Group>
      {form.values.status === 'kept' && variants.length > 0 && (
        <Select label={t.variant} clearable data={variants} {...form.getInputProps('variant')} />
      )}
    </FormDialog>
  );
}

const variantNames = ({ environments }: Flag) => [
  ...new Set(
    environments.flatMap(({ variants, strategies }) =>
      [...variants, ...strategies.flatMap((each) => each.variants)].map(({ name }) => name),
    ),
  ),
];
