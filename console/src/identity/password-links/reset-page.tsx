import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SignedOutPage } from '../session/signed-out-page.tsx';
import { texts } from '../texts.tsx';
import { requestLink } from './api.ts';
import { ToSignIn } from './to-sign-in.tsx';
import { UseLink } from './use-link.tsx';

/** Without a token it requests a link; with the token of a link it sets the password. */
export function Page() {
  const { token } = useSearch({ from: paths.resetPassword });
  return (
    <SignedOutPage title={texts.passwordLinks.resetTitle}>
      {token === undefined ? <RequestLink /> : <UseLink token={token} />}
    </SignedOutPage>
  );
}

function RequestLink() {
  const form = useForm({ initialValues: { email: '' } });
  const request = useMutation({ mutationFn: requestLink });
  if (request.isSuccess) {
    return (
      <Stack>
        <Alert color="teal" role="status">
          {texts.passwordLinks.sent}
        </Alert>
        <ToSignIn />
      </Stack>
    );
  }
  return (
    <form onSubmit={form.onSubmit(({ email }) => request.mutate(email))}>
      <Stack>
        {request.error && <ErrorNote error={request.error} />}
        <TextInput
          type="email"
          label={texts.passwordLinks.yourEmail}
          description={texts.passwordLinks.yourEmailNote}
          autoComplete="email"
          required
          maxLength={255}
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={request.isPending} fullWidth>
          {texts.passwordLinks.sendLink}
        </Button>
        <ToSignIn />
      </Stack>
    </form>
  );
}
