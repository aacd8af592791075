import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApiToken } from '../../../../server/identity/api-tokens/schema.ts';
import { LanguageSelect, Snippet } from '../../usage/dashboard/sdk-code.tsx';
import { languages } from '../../usage/dashboard/snippets.ts';
import { texts } from '../texts.tsx';

/** SDK code with the new token, in the languages that use tokens of its type. */
export default function UseToken({ token: { type, secret, tokenName } }: { token: ApiToken }) {
  const suitable = languages.filter(({ token }) => token === type);
  const [languageId, setLanguageId] = useState(suitable[0]?.id ?? '');
  if (suitable.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label={texts.apiTokens.useTitle}>
      <Text size="sm" fw={600}>
        {texts.apiTokens.useTitle}
      </Text>
      <LanguageSelect value={languageId} data={suitable} onChange={setLanguageId} />
      <Snippet languageId={languageId} token={secret} flag="my-flag" {...appOf(tokenName)} />
    </Stack>
  );
}

/** Tokens are often named after the application; other names would need quoting in code. */
const appOf = (tokenName: string) => (/^[\w.-]+$/.test(tokenName) ? { app: tokenName } : {});
