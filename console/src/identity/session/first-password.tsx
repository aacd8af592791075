import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldErrors } from '../../ui/form.ts';
import { FormError } from '../../ui/form-error.tsx';
import { texts } from '../texts.tsx';
import { changeOwnPassword } from './api.ts';
import { PasswordFields, passwordForm } from './password-fields.tsx';
import { useSignOut } from './sign-out.ts';
import { SignedOutPage } from './signed-out-page.tsx';

/** Shown instead of all pages to a user whose password was set by an administrator. */
export default function FirstPassword() {
  const client = useQueryClient();
  const signOut = useSignOut();
  const form = useForm(passwordForm);
  const change = useMutation({
    mutationFn: changeOwnPassword,
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });

  return (
    <SignedOutPage title={texts.session.firstPasswordTitle}>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack>
          <Alert>{texts.session.firstPassword}</Alert>
          <FormError error={change.error} values={form.values} />
          <PasswordFields form={form} />
          <Button type="submit" loading={change.isPending}>
            {texts.shared.changePassword}
          </Button>
          <Anchor component="button" type="button" size="sm" onClick={() => signOut.mutate()}>
            {texts.session.signOut}
          </Anchor>
        </Stack>
      </form>
    </SignedOutPage>
  );
}
