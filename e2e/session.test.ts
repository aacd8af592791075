import { expect, test } from 'vitest';
import {
  api,
  aUser,
  describePage,
  expectAccessible,
  firstPassword,
  open,
  sharedUser,
} from './browser.ts';

describePage('signing in', () => {
  test('the first administrator signs in and must change the password', async () => {
    const page = await open('/', undefined);
    await page.getByLabel('Username or e-mail').fill('admin');
    await page.getByLabel(/^Password/).fill(firstPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
    await expectAccessible(page);
    await page.getByText('At least 10 characters').waitFor();
    await page.getByLabel('Current password').fill(firstPassword);
    await page.getByLabel(/^New password( \*)?$/).fill('short');
    await page.getByLabel('New password again').fill('short');
    await page.getByRole('button', { name: 'Change password' }).click();
    // All rules that it breaks, at the field and nowhere else.
    await page
      .getByText(/at least 10 characters, .*upper-case letter, .*digit, .*symbol/)
      .waitFor();
    expect(await page.getByText('A value is not valid').count()).toBe(0);
    await page.getByLabel(/^New password( \*)?$/).fill('My-Own-Password-1');
    await page.getByLabel('New password again').fill('My-Own-Password-1');
    await page.getByRole('button', { name: 'Change password' }).click();

    await page.getByRole('heading', { name: 'My dashboard' }).waitFor();
  });

  test('a wrong password shows the message of the API', async () => {
    const { username } = await aUser('Viewer');
    const page = await open('/sign-in', undefined);

    await page.getByLabel('Username or e-mail').fill(username);
    await page.getByLabel(/^Password/).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByRole('alert').filter({ hasText: 'password' }).waitFor();
    await expectAccessible(page);
  });

  test('a shared link redirects to its target after signing in', async () => {
    const { username, password } = await aUser('Viewer');
    const page = await open('/flags?type=IS_ANY_OF%3Aexperiment', undefined);

    await page.getByLabel('Username or e-mail').fill(username);
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByRole('button', { name: 'Filter: Type is any of experiment' }).waitFor();
    expect(new URL(page.url()).search).toBe('?type=IS_ANY_OF%3Aexperiment');
  });

  test('signing out ends the session', async () => {
    const page = await open('/flags', await aUser('Viewer'));

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();

    await page.getByRole('heading', { name: 'Sign in to Pennon' }).waitFor();
    await page.goto('/flags');
    await page.getByRole('heading', { name: 'Sign in to Pennon' }).waitFor();
  });

  test('an expired session redirects to the sign-in page and back', async () => {
    const user = await aUser('Viewer');
    const page = await open('/flags?q=whatever', user);
    await page.getByRole('heading', { name: 'Flags' }).waitFor();
    const { password } = user;
    await api('POST', `/api/admin/user-admin/${user.id}/change-password`, { password });

    await page.reload();

    await page.getByLabel('Username or e-mail').fill(user.username);
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Flags' }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=whatever');
  });
});

describePage('the colour scheme', () => {
  test('follows the system until a user selects another', async () => {
    const page = await open('/flags', await aUser('Viewer'), { colorScheme: 'dark' });
    await page.getByRole('heading', { name: 'Flags' }).waitFor();
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    await expect.poll(scheme).toBe('dark');

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Light' }).click();

    await expect.poll(scheme).toBe('light');
    await page.reload();
    await page.getByRole('heading', { name: 'Flags' }).waitFor();
    expect(await scheme()).toBe('light');
  });
});

describePage('maintenance mode', () => {
  test('is announced above the page', async () => {
    const page = await open('/flags', await aUser('Viewer'));
    await page.getByRole('heading', { name: 'Flags' }).waitFor();
    const banner = page.getByRole('status').filter({ hasText: 'Maintenance mode' });
    expect(await banner.count()).toBe(0);
    // Only in this response: other tests change data on the same server.
    await page.route('**/api/admin/ui-config', async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), maintenanceMode: true };
      await route.fulfill({ response, json });
    });

    await page.reload();

    await banner.waitFor();
    await expectAccessible(page);
  });
});

describePage('a URL without a page', () => {
  test('shows an error and a link to the start page', async () => {
    const page = await open('/no/such/page', await sharedUser('Viewer'));
    await page.getByRole('heading').first().waitFor();

    await expectAccessible(page);
    await page.getByRole('main').getByRole('link').first().click();

    await page.waitForURL((url) => url.pathname !== '/no/such/page');
  });
});
