import { randomBytes } from 'node:crypto';
import { aUser } from '../../testing/a.ts';
import { anyone, type Example } from '../../testing/example.ts';
import { hashSecret } from '../api-tokens/secret.ts';
import { expiriesFrom } from './rules.ts';

const aVerifier = () => randomBytes(32).toString('base64url');

export const clientLoginExamples: Example[] = [
  {
    method: 'POST',
    path: '/api/admin/user/client-logins',
    arrange: async ({ db }) => ({
      body: { challenge: hashSecret(aVerifier()), host: 'laptop' },
      token: (await aUser(db)).token,
    }),
    access: anyone,
    records: { nothing: 'The token is recorded when the client gets it.' },
  },
  {
    method: 'POST',
    path: '/auth/client-login',
    arrange: async ({ db }) => {
      const verifier = aVerifier();
      const { expiresAt, tokenExpiresAt } = expiriesFrom(Date.now());
      await db
        .insertInto('client_logins')
        .values({
          challenge: hashSecret(verifier),
          host: 'laptop',
          user_id: (await aUser(db)).id,
          expires_at: expiresAt,
          token_expires_at: tokenExpiresAt,
        })
        .execute();
      return { body: { verifier } };
    },
    access: 'public',
    records: ['pat-created'],
  },
];
