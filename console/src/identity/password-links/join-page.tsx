import { Alert, Button, Loader, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { fieldErrors, withoutEmpty } from '../../ui/form.ts';
import { SignedOutPage } from '../session/signed-out-page.tsx';
import { invitationQuery, join } from './api.ts';
import { ToSignIn } from './to-sign-in.tsx';
import { UseLink } from './use-link.tsx';

/** A new user chooses a first password; a person with an invitation creates a user. */
export function Page() {
  const { token, invite = '' } = useSearch({ from: paths.newUser });
  return (
    <SignedOutPage title="Join Pennon">
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
          Welcome, {form.values.name}. Sign in with your e-mail and your password.
        </Alert>
        <ToSignIn />
      </Stack>
    );
  }
  if (invitation.error) return <ErrorNote error={invitation.error} />;
  if (!invitation.data) return <Loader />;
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        {save.error && <ErrorNote error={save.error} />}
        <TextInput label="Name" required maxLength={255} {...form.getInputProps('name')} />
        <TextInput
          type="email"
          label="E-mail"
          autoComplete="email"
          required
          maxLength={255}
          {...form.getInputProps('email')}
        />
        <TextInput
          label="Username"
          description="If you want to sign in with another name than the e-mail"
          autoComplete="username"
          maxLength={255}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label="Password"
          description="10 or more characters: small and capital letters, digits and others"
          autoComplete="new-password"
          required
          maxLength={128}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={save.isPending} fullWidth>
          Join
        </Button>
      </Stack>
    </form>
  );
}
