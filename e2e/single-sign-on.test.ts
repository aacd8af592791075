import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { anIdentityProvider, type IdentityProvider } from '../server/testing/identity-provider.ts';
import { describePage, expectAccessible, unique } from './browser.ts';
import { adminToken, startEmptyServer } from './server.ts';

/** A server of its own, because the redirect address must be known before it starts. */
describePage('single sign-on', () => {
  const setting = inject('setting');
  let url = '';
  let provider: IdentityProvider;
  let stop = async () => {};

  beforeAll(async () => {
    const port = await aFreePort();
    url = `http://127.0.0.1:${port}`;
    provider = await anIdentityProvider(`${url}/auth/oidc/callback`);
    ({ stop } = await startEmptyServer({ PORT: String(port), UNLEASH_URL: url }));
  });
  afterAll(() => stop());

  async function open(path: string): Promise<Page> {
    const browser = await chromium.connect(setting?.browser ?? '');
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' });
    context.setDefaultTimeout(60_000);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

  const api = async (method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: adminToken, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBeLessThan(300);
    return response.json();
  };

  const enable = () =>
    api('POST', '/api/admin/auth/oidc/settings', {
      enabled: true,
      discoverUrl: provider.issuer,
      clientId: provider.clientId,
      secret: provider.secret,
      autoCreate: true,
    });

  async function openAsAdmin(): Promise<Page> {
    const admin = { username: unique('admin'), password: 'Correct-Horse-1', rootRole: 'Admin' };
    await api('POST', '/api/admin/user-admin', admin);
    const page = await open('/single-sign-on');
    await page.getByLabel('Username or e-mail').fill(admin.username);
    await page.getByLabel(/^Password/).fill(admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    return page;
  }

  test('an Admin tests the configuration and saves it', async () => {
    const page = await openAsAdmin();

    await page.getByRole('switch', { name: 'Users can sign in with OpenID Connect' }).click();
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Client ID').fill(provider.clientId);
    await page.getByLabel('Client secret').fill('wrong');
    await page.getByRole('button', { name: 'Test this configuration' }).click();
    await page.getByText('Client id and secret: Refused: invalid_client').waitFor();
    await page.getByLabel('Client secret').fill(provider.secret);
    await page.getByRole('button', { name: 'Test this configuration' }).click();
    await page.getByText('The configuration works').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Single sign-on enabled').waitFor();
    const settings = await api('GET', '/api/admin/auth/oidc/settings');
    expect(settings).toMatchObject({ enabled: true, hasSecret: true, autoCreate: true });
  });

  test('an Admin generates a SCIM token and enables SCIM', async () => {
    const page = await openAsAdmin();

    await page.getByRole('button', { name: 'Generate a token' }).click();
    expect(await page.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^scim:\w+$/);
    await expectAccessible(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByRole('switch', { name: 'Accept SCIM requests' }).click();
    await page.getByText('SCIM enabled').waitFor();
    await page.getByRole('button', { name: 'Generate a new token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Generate a new token' });
    await dialog.getByRole('button', { name: 'Generate', exact: true }).waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const { enabled, hasToken } = await api('GET', '/api/admin/scim-settings');
    expect([enabled, hasToken]).toEqual([true, true]);
  });

  test('a new user signs in at the provider, comes back to the page, and signs out', async () => {
    await enable();
    const email = `${unique('ann')}@example.com`;
    provider.setUser({ sub: unique('sub'), name: 'Ann Lee', email, email_verified: true });
    const page = await open('/flags?type=IS_ANY_OF%3Aexperiment');

    await page.getByRole('link', { name: 'Sign in with single sign-on' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Sign in with single sign-on' }).click();

    await page.getByRole('button', { name: 'Filter: Type is any of experiment' }).waitFor();
    await page.getByRole('button', { name: 'Account of Ann Lee' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Pennon' }).waitFor();
  });

  test('a refused sign-in shows the reason in plain words', async () => {
    await enable();
    provider.setUser({ sub: unique('sub'), email: 'a@example.com', email_verified: false });
    const page = await open('/sign-in');

    await page.getByRole('link', { name: 'Sign in with single sign-on' }).click();

    const alert = page.getByRole('alert').filter({ hasText: 'has not verified your e-mail' });
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/[0-9a-f-]{36}/);
    await expectAccessible(page);
  });
});

/** Below those that the system gives to connections, which could take it before the server starts. */
async function aFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const free = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return free;
}
