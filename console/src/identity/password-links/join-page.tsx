import { Alert, Button, Loader, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { fieldErrors, withoutEmpty } from '../../ui/form.ts';
import { FormError } from '../../ui/form-error.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { SignedOutPage } from '../session/signed-out-page.tsx';
import { texts } from '../texts.tsx';
import { invitationQuery, join } from './api.ts';
import { ToSignIn } from './to-sign-in.tsx';
import { UseLink } from './use-link.tsx';

/** A new user chooses a first password; a person with an invitation creates a user. */
export function Page() {
  const { token, invite = '' } = useSearch({ from: paths.newUser });
  return (
    <SignedOutPage title={texts.passwordLinks.joinTitle}>
      {token === undefined ? <Join invite={invite} /> : <UseLink token={token} />}
    </SignedOutPage>
  );
}

type Values = { name: string; email: string; username: string; password: string };

function Join({ invite }: { invite: string }) {
  const invitation = useQuery(invitationQuery(invite));
  const form = useForm<Values>({
    initialValues: { name: '', email: '', username: '', password: '' },
  });
  const save = useMutation({
    mutationFn: ({ username, ...values }: Values) =>
      join(invite, { ...values, ...withoutEmpty({ username }) }),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  if (save.isSuccess) {
    return (
      <Stack>
        <Alert color="teal" role="status">
          {texts.passwordLinks.welcome(form.values.name)}
        </Alert>
        <ToSignIn login={form.values.email} />
      </Stack>
    );
  }
  if (invitation.error) return <ErrorNote error={invitation.error} />;
  if (!invitation.data) return <Loader />;
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <FormError error={save.error} values={form.values} />
        <Fields form={form} />
        <Button type="submit" loading={save.isPending} fullWidth>
          {texts.passwordLinks.join}
        </Button>
      </Stack>
    </form>
  );
}

function Fields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput label={ui.common.name} required maxLength={255} {...form.getInputProps('name')} />
      <TextInput
        type="email"
        label={texts.shared.email}
        autoComplete="email"
        required
        maxLength={255}
        {...form.getInputProps('email')}
      />
      <TextInput
        label={texts.shared.username}
        description={texts.passwordLinks.usernameNote}
        autoComplete="username"
        maxLength={255}
        {...form.getInputProps('username')}
      />
      <PasswordInput
        label={texts.shared.password}
        description={texts.shared.passwordRules}
        autoComplete="new-password"
        required
        maxLength={128}
        visibilityToggleButtonProps={{ 'aria-label': texts.shared.showPassword }}
        {...form.getInputProps('password')}
      />
    </>
  );
}
