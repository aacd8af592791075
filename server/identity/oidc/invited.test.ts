import { expect, test } from 'vitest';
import { unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { anIdentityProvider } from '../../testing/identity-provider.ts';
import { logInAtProvider, sessionOf } from '../../testing/oidc-login.ts';

const publicUrl = 'http://pennon.test';
const provider = await anIdentityProvider(`${publicUrl}/auth/oidc/callback`);
const app = await testApp({
  publicUrl,
  oidcIssuer: provider.issuer,
  oidcClientId: provider.clientId,
  oidcClientSecret: provider.secret,
});
const { get, post } = app;

test('the first login of a user who joined by an invitation ends what that person could still use', async () => {
  const email = `${unique('ann')}@example.com`;
  const password = 'Before-Word-11';
  const { body: invitation } = await post('/api/admin/invite-link/tokens', {
    name: 'Team',
    expiresAt: '2100-01-01T00:00:00.000Z',
  });
  const open = { token: null };
  await post(`/invite/${invitation.secret}/signup`, { email, name: 'X', password }, open);
  const credentials = { username: email, password };
  const before = await post('/auth/simple/login', credentials, open);
  expect(before.status).toBe(200);
  provider.setUser({ sub: email, email, email_verified: true });

  const response = await logInAtProvider(app);

  const current = { token: null, headers: sessionOf(response) };
  expect((await get('/api/admin/user', current)).body.user).toMatchObject({ email });
  const former = { token: null, headers: sessionOf(before) };
  expect((await get('/api/admin/user', former)).status).toBe(401);
  expect((await post('/auth/simple/login', credentials, open)).status).toBe(401);
});
