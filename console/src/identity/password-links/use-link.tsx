import { Alert, Button, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ErrorNote } from '../../ui/error-note.tsx';
import { fieldErrors } from '../../ui/form.ts';
import { FormError } from '../../ui/form-error.tsx';
import { nameOf } from '../../ui/person.tsx';
import { PasswordFields, passwordForm } from '../session/password-fields.tsx';
import { texts } from '../texts.tsx';
import { linkQuery, setPasswordByLink } from './api.ts';
import { ToSignIn } from './to-sign-in.tsx';

/** Chooses a password with a link. */
export function UseLink({ token }: { token: string }) {
  const link = useQuery(linkQuery(token));
  const form = useForm(passwordForm);
  const save = useMutation({
    mutationFn: setPasswordByLink,
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const login = link.data?.username ?? link.data?.email ?? '';
  if (save.isSuccess) {
    return (
      <Stack>
        <Alert color="teal" role="status">
          {texts.passwordLinks.done(login)}
        </Alert>
        <ToSignIn login={login} />
      </Stack>
    );
  }
  if (link.error) {
    return (
      <Stack>
        <ErrorNote error={link.error} />
        <ToSignIn />
      </Stack>
    );
  }
  if (!link.data) return <Loader />;
  return (
    <form onSubmit={form.onSubmit(({ password }) => save.mutate({ token, password }))}>
      <Stack>
        <Text size="sm">{texts.passwordLinks.forUser(nameOf(link.data))}</Text>
        <FormError error={save.error} values={form.values} />
        {/* Password managers store it with the password. */}
        <TextInput
          label={texts.passwordLinks.login}
          autoComplete="username"
          readOnly
          value={login}
        />
        <PasswordFields form={form} withOld={false} />
        <Button type="submit" loading={save.isPending} fullWidth>
          {texts.shared.setPassword}
        </Button>
      </Stack>
    </form>
  );
}
