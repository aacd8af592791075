import { Alert, Button, Text } from '@mantine/core';
import { singleSignOnUrl } from '../sign-in-settings/api.ts';

/** The reasons for which the server refuses a login with OpenID Connect. */
const refusals: Readonly<Record<string, string>> = {
  'not-configured': 'Single sign-on is not set up on this server.',
  provider: 'The identity provider cannot be reached, or does not accept this server.',
  cancelled: 'The sign-in was cancelled at the identity provider.',
  expired: 'The sign-in took too long, or began in another window. Try again.',
  'invalid-response': 'The response of the identity provider could not be verified.',
  'unverified-email': 'The identity provider has not verified your e-mail address.',
  domain: 'Your e-mail address is not one of those that may sign in here.',
  'no-account': 'There is no user with your e-mail address. An Admin can create one.',
  deactivated: 'Your user is deactivated.',
  'other-account': 'Your e-mail address belongs to another account of the identity provider.',
};

type RefusalProps = { refusal: string; reference: string | undefined };

export function SignInRefusal({ refusal, reference }: RefusalProps) {
  return (
    <Alert color="red" title="You are not signed in" role="alert">
      {refusals[refusal] ?? 'The sign-in was refused.'}
      {reference && /^[0-9a-f-]{36}$/.test(reference) && (
        <Text size="xs" mt="xs">
          If you need help, give an Admin this id: {reference}
        </Text>
      )}
    </Alert>
  );
}

export function SingleSignOnButton({ next }: { next: string }) {
  return (
    <Button component="a" href={singleSignOnUrl(next)} fullWidth>
      Sign in with single sign-on
    </Button>
  );
}
