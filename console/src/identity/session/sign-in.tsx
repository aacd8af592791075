import { Anchor, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { signInOptionsQuery } from '../sign-in-settings/api.ts';
import { texts } from '../texts.tsx';
import { signIn } from './api.ts';
import { SignedOutPage } from './signed-out-page.tsx';
import { SignInRefusal, SingleSignOnButton } from './single-sign-on.tsx';

const SetUp = lazy(() => import('../second-factor/set-up.tsx'));

export function Page() {
  const { next, refusal, reference, login = '' } = useSearch({ from: paths.signIn });
  const { data: options, isPending } = useQuery(signInOptionsQuery);
  const [credentials, setCredentials] = useState({ username: login, password: '' });
  const [settingUp, setSettingUp] = useState(false);
  if (settingUp) {
    return (
      <SignedOutPage title={texts.shared.setUpSecondFactor}>
        <Suspense>
          <SetUp credentials={credentials} onDone={() => setSettingUp(false)} />
        </Suspense>
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage title={texts.session.title}>
      <Stack>
        {refusal && <SignInRefusal refusal={refusal} reference={reference} />}
        {options?.oidc && <SingleSignOnButton next={localPath(next)} />}
        {options?.oidc && options.password && <Divider label={texts.session.orPassword} />}
        {(options?.password ?? !isPending) && (
          <PasswordForm
            initial={credentials}
            onSetUpRequired={(given) => {
              setCredentials(given);
              setSettingUp(true);
            }}
          />
        )}
      </Stack>
    </SignedOutPage>
  );
}

type Credentials = { username: string; password: string };

type FormProps = { initial: Credentials; onSetUpRequired: (given: Credentials) => void };

function PasswordForm({ initial, onSetUpRequired }: FormProps) {
  const { next } = useSearch({ from: paths.signIn });
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm({ initialValues: { ...initial, code: '' } });
  const attempt = useMutation({
    mutationFn: ({ code, ...values }: typeof form.values) =>
      signIn({ ...values, ...(code === '' ? {} : { code }) }),
    onSuccess: async () => {
      client.clear();
      await navigate({ href: localPath(next), replace: true });
    },
    onError: (error, { code: _, ...given }) => {
      if (kindOf(error) === 'SecondFactorSetUpRequired') onSetUpRequired(given);
    },
  });

  const { code } = form.values;
  const codeRequired = kindOf(attempt.error) === 'SecondFactorRequired';
  return (
    <form onSubmit={form.onSubmit((values) => attempt.mutate(values))}>
      <Stack>
        {attempt.error && !(codeRequired && code === '') && <ErrorNote error={attempt.error} />}
        <TextInput
          label={texts.session.usernameOrEmail}
          autoComplete="username"
          autoFocus={initial.username === ''}
          required
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label={texts.shared.password}
          autoComplete="current-password"
          autoFocus={initial.username !== ''}
          required
          visibilityToggleButtonProps={{ 'aria-label': texts.shared.showPassword }}
          {...form.getInputProps('password')}
        />
        {(codeRequired || code !== '') && <CodeField {...form.getInputProps('code')} />}
        <Button type="submit" loading={attempt.isPending} fullWidth>
          {texts.shared.signIn}
        </Button>
        <Anchor component={Link} to={paths.resetPassword} size="sm">
          {texts.session.resetPassword}
        </Anchor>
      </Stack>
    </form>
  );
}

const kindOf = (error: Error | null) => (error instanceof ApiError ? error.kind : undefined);

const CodeField = (props: object) => (
  <TextInput
    label={texts.shared.code}
    description={texts.shared.codeNote}
    autoComplete="one-time-code"
    autoFocus
    required
    maxLength={40}
    {...props}
  />
);

/** Only paths of this console, so that a link cannot redirect to another site. */
const localPath = (next: string | undefined) =>
  next?.startsWith('/') && !/^\/[/\\]/.test(next) ? next : paths.home;
