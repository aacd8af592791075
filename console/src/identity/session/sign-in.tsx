import { Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { signInOptionsQuery } from '../sign-in-settings/api.ts';
import { signIn } from './api.ts';
import { SignedOutPage } from './signed-out-page.tsx';
import { SignInRefusal, SingleSignOnButton } from './single-sign-on.tsx';

export function Page() {
  const { next, refusal, reference } = useSearch({ from: paths.signIn });
  const options = useQuery(signInOptionsQuery);
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
      <Stack>
        {refusal && <SignInRefusal refusal={refusal} reference={reference} />}
        {options.data?.oidc && <SingleSignOnButton next={localPath(next)} />}
        {options.data?.oidc && options.data.password && <Divider label="or with a password" />}
        {(options.data?.password ?? !options.isPending) && (
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
        )}
      </Stack>
    </SignedOutPage>
  );
}

/** Only paths of this console, so that a link cannot redirect to another site. */
const localPath = (next: string | undefined) =>
  next?.startsWith('/') && !/^\/[/\\]/.test(next) ? next : paths.home;
