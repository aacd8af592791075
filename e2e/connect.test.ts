import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { api, aUser, describePage, expectAccessible, open } from './browser.ts';

/** A login as `pennon login` begins it, and the request for its token. */
function aLogin() {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('hex');
  const code = challenge.slice(0, 8).toUpperCase();
  return {
    path: `/connect?challenge=${challenge}&host=laptop.example`,
    code: `${code.slice(0, 4)}-${code.slice(4)}`,
    exchange: () => api<{ userId: number }>('POST', '/auth/client-login', { verifier }),
  };
}

describePage('a login of the command line', () => {
  test('is allowed after signing in, and shows the machine, the user and the code', async () => {
    const user = await aUser('Viewer');
    const login = aLogin();
    const page = await open(login.path, undefined);
    await page.getByLabel('Username or e-mail').fill(user.username);
    await page.getByLabel(/^Password/).fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByRole('heading', { name: 'pennon login on laptop.example' }).waitFor();
    await page.getByText(login.code, { exact: true }).waitFor();
    await page.getByRole('main').getByText(user.username).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Allow' }).click();

    await page.getByText('Allowed. Return to your terminal').waitFor();
    expect((await login.exchange()).userId).toBe(user.id);
  });

  test('that is cancelled gets no token', async () => {
    const login = aLogin();
    const page = await open(login.path, await aUser('Viewer'));

    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByText('Cancelled. The terminal has no access.').waitFor();
    await expect(login.exchange()).rejects.toThrow('LoginNotAllowed');
  });

  test('is allowed after signing in again, if the session has ended', async () => {
    const user = await aUser('Viewer');
    const { password } = user;
    const login = aLogin();
    const page = await open(login.path, user);
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await api('POST', `/api/admin/user-admin/${user.id}/change-password`, { password });

    // The page may have noticed by itself that the session has ended, and have no button.
    const allow = page.getByRole('button', { name: 'Allow' });
    await allow.evaluateAll((buttons) => {
      for (const each of buttons as HTMLElement[]) each.click();
    });
    await page.getByLabel('Username or e-mail').fill(user.username);
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await allow.click();

    await page.getByText('Allowed. Return to your terminal').waitFor();
    expect((await login.exchange()).userId).toBe(user.id);
  });

  test('with an incomplete link cannot be allowed', async () => {
    const page = await open('/connect?challenge=<b>&host=laptop', await aUser('Viewer'));

    await page.getByText('This link is not complete. Run pennon login again.').waitFor();

    expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
  });
});
