import { aPassword, aUser } from '../../testing/a.ts';
import type { Example } from '../../testing/example.ts';

export const sessionExamples: Example[] = [
  {
    method: 'POST',
    path: '/auth/simple/login',
    arrange: async ({ db }) => {
      const { text, hash } = await aPassword();
      const { username } = await aUser(db, { passwordHash: hash });
      return { body: { username, password: text } };
    },
    access: 'public',
    records: { nothing: 'A login changes only the session.' },
  },
  {
    method: 'POST',
    path: '/logout',
    arrange: async () => ({}),
    access: 'public',
    records: { nothing: 'A logout changes only the session.' },
  },
];
