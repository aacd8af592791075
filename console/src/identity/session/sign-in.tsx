import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { signIn } from './api.ts';
import { SignedOutPage } from './signed-out-page.tsx';

export function Page() {
  const { next } = useSearch({ from: paths.signIn });
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm({ initialValues: { username: '', password: '' } });
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      client.clear();
      await navigate({ href: localPath(next), replace: true });
    },
  });

  return (
    <SignedOutPage title="Sign in to Pennon">
      <form onSubmit={form.onSubmit((values) => attempt.mutate(values))}>
        <Stack>
          {attempt.error && <ErrorNote error={attempt.error} />}
          <TextInput
            label="Username or e-mail"
            autoComplete="username"
            autoFocus
            required
            {...form.getInputProps('username')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={attempt.isPending} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
    </SignedOutPage>
  );
}

/** Only paths of this console, so that a link cannot redirect to another site. */
const localPath = (next: string | undefined) =>
  next?.startsWith('/') && !/^\/[/\\]/.test(next) ? next : paths.home;
