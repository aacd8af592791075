import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { codeNow } from '../server/identity/second-factors/rules.ts';
import { fromBase32 } from '../server/testing/base32.ts';
import { api, aUser, describePage, expectAccessible, open, sharedUser, unique } from './browser.ts';
import { mailTo } from './mails.ts';
import { chooseFromMenu, row, send } from './managed.ts';

const password = 'My-Own-Password-1';

async function signIn(page: Page, username: string, text = password): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel(/^Password/).fill(text);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const dashboard = (page: Page) => page.getByRole('heading', { name: 'My dashboard' });

/** The path of the link in the e-mail to an address, once it has arrived. */
async function linkTo(address: string): Promise<string> {
  const { text } = await mailTo(address);
  return pathOf(/https?:\S+token=\S+/.exec(text)?.[0] ?? '');
}

/** The server does not know the port on which it listens. */
function pathOf(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel(/^New password( \*)?$/).fill(password);
  await page.getByLabel('New password again').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Your password is set').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
}

describePage('accounts', () => {
  test('a user who lost the password gets a link by e-mail and signs in', async () => {
    const email = `${unique('ann')}@example.com`;
    await api('POST', '/api/admin/user-admin', {
      email,
      name: 'Ann',
      password: 'Lost-Password-1',
      rootRole: 'Viewer',
    });
    const page = await open('/sign-in', undefined);

    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Your e-mail').fill(email);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send a link' }).click();
    await page.getByText('is on its way').waitFor();
    await page.goto(await linkTo(email));
    await page.getByText('For Ann').waitFor();
    await expectAccessible(page);
    await choosePassword(page);
    await signIn(page, email);

    await dashboard(page).waitFor();
  });

  test('a new user chooses the first password with the link of the e-mail, once', async () => {
    const email = `${unique('new')}@example.com`;
    const admin = await open('/users', await sharedUser('Admin'));
    await send(admin, 'New user', 'Create user', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email);
    });
    await row(admin, email).waitFor();
    const link = await linkTo(email);
    const page = await open(link, undefined);

    await choosePassword(page);
    await page.goto(link);

    await page.getByText('was used already').waitFor();
    await expectAccessible(page);
  });

  test('an Admin copies a link for a user without e-mail', async () => {
    const { username } = await aUser('Viewer');
    const admin = await open('/users', await sharedUser('Admin'));
    await admin.getByLabel('Filter users').fill(username);

    await chooseFromMenu(admin, username, `Link to set a password for ${username}`);
    const dialog = admin.getByRole('dialog');
    const link = await dialog.getByLabel('Link').inputValue();
    await expectAccessible(dialog);
    const page = await open(pathOf(link), undefined);
    const login = page.getByLabel('You sign in as');
    await login.waitFor();
    expect(await login.inputValue()).toBe(username);
    await expectAccessible(page);
    await choosePassword(page);
    // The form is filled with the username.
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await dashboard(page).waitFor();
  });

  test('a person joins with an invitation, until it is disabled', async () => {
    const [name, email] = [unique('Team'), `${unique('bo')}@example.com`];
    const admin = await open('/invitations', await sharedUser('Admin'));
    await admin.getByRole('button', { name: 'New invitation' }).first().click();
    const form = admin.getByRole('dialog');
    await form.getByLabel('Name').fill(name);
    await expectAccessible(form);
    await form.getByRole('button', { name: 'Create invitation' }).click();
    const link = pathOf(await admin.getByLabel('Link').inputValue());
    await admin.getByRole('button', { name: 'Done', exact: true }).click();
    const page = await open(link, undefined);

    await page.getByLabel('Name', { exact: false }).first().fill('Bo');
    await page.getByLabel('E-mail', { exact: false }).first().fill(email);
    await page.getByLabel(/^Password/).fill(password);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('Welcome, Bo').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, email);
    await dashboard(page).waitFor();

    await admin.getByRole('button', { name: `Disable ${name}` }).click();
    await row(admin, name).getByText('Disabled').waitFor();
    await expectAccessible(admin);
    const late = await open(link, undefined);
    await late.getByText('unknown, expired or disabled').waitFor();
  });

  test('a user sets up a second factor, and signs in with a code', async () => {
    const user = await aUser('Viewer');
    const page = await open('/profile', user);

    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Your password/).fill(user.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const key = await dialog.locator('code').first().textContent();
    await expectAccessible(dialog);
    const code = () => codeNow(fromBase32(key ?? ''), Date.now());
    await dialog.getByLabel(/^Code/).fill(code());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByText('recovery codes').waitFor();
    const [recovery = ''] = ((await dialog.locator('pre').textContent()) ?? '').split('\n');
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByText('10 recovery codes are left').waitFor();

    const other = await open('/sign-in', undefined);
    await signIn(other, user.username, user.password);
    await other.getByLabel(/^Code/).fill('abcdef');
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('The code is wrong').waitFor();
    await other.getByLabel(/^Code/).fill(recovery);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await dashboard(other).waitFor();

    await page.reload();
    await page.getByText('9 recovery codes are left').waitFor();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await dialog.getByLabel(/^Your password/).fill('wrong');
    await dialog.getByLabel(/^Code/).fill('abcdef');
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await dialog.getByText('The username or the password is wrong').waitFor();
    await expectAccessible(dialog);
  });

  test('a user sees where they are signed in, and ends another session', async () => {
    const user = await aUser('Viewer');
    // The page lists the sessions that there are when it loads.
    const [other, page] = [await open('/profile', user), await open('/profile', user)];
    await page.getByText('This session').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: /^End the session/ }).click();

    await page.getByText('Session ended').waitFor();
    await other.reload();
    await other.getByLabel('Username or e-mail').waitFor();
    await page.getByRole('button', { name: /^End the session/ }).waitFor({ state: 'detached' });
  });

  test('an Admin sees that no user is inactive', async () => {
    const page = await open('/users', await sharedUser('Admin'));

    await page.getByRole('link', { name: 'Inactive users' }).click();

    await page.getByText('No inactive users yet').waitFor();
    await expectAccessible(page);
  });
});
