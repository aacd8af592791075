import { Alert, Button, Text } from '@mantine/core';
import { singleSignOnUrl } from '../sign-in-settings/api.ts';
import { texts } from '../texts.tsx';

const refusals: Readonly<Record<string, string>> = texts.session.refusals;

type RefusalProps = { refusal: string; reference: string | undefined };

export function SignInRefusal({ refusal, reference }: RefusalProps) {
  return (
    <Alert color="red" title={texts.session.refusedTitle} role="alert">
      {Object.hasOwn(refusals, refusal) ? refusals[refusal] : texts.session.refused}
      {reference && /^[0-9a-f-]{36}$/.test(reference) && (
        <Text size="xs" mt="xs">
          {texts.session.reference(reference)}
        </Text>
      )}
    </Alert>
  );
}

export function SingleSignOnButton({ next }: { next: string }) {
  return (
    <Button component="a" href={singleSignOnUrl(next)} fullWidth>
      {texts.session.singleSignOn}
    </Button>
  );
}
