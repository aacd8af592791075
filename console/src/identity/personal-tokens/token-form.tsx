import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { QueryKey } from '@tanstack/react-query';
import type { PersonalToken } from '../../../../server/identity/personal-tokens/schema.ts';
import { Expiry, expiryIn } from '../../ui/expiry.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { texts } from '../texts.tsx';

type Props = {
  send: (body: { description: string; expiresAt: string | null }) => Promise<PersonalToken>;
  invalidates: readonly QueryKey[];
  mayBeNever: boolean;
  onCreated: (token: PersonalToken) => void;
  onClose: () => void;
};

export default function TokenForm({ send, invalidates, mayBeNever, onCreated, onClose }: Props) {
  const form = useForm({
    initialValues: { description: '', expiresAt: expiryIn(30) as string | null },
  });
  return (
    <FormDialog
      title={texts.personalTokens.newTitle}
      action={texts.personalTokens.create}
      form={form}
      send={send}
      invalidates={invalidates}
      onDone={onCreated}
      onClose={onClose}
    >
      <TextInput
        label={texts.personalTokens.purpose}
        required
        maxLength={255}
        data-autofocus
        {...form.getInputProps('description')}
      />
      <Expiry
        value={form.values.expiresAt}
        onChange={(next) => form.setFieldValue('expiresAt', next)}
        mayBeNever={mayBeNever}
        error={form.errors.expiresAt as string | undefined}
      />
    </FormDialog>
  );
}
