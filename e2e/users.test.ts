import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, expectAccessible, open, sharedUser, unique } from './browser.ts';
import { choose, remove, row, send } from './managed.ts';

describePage('the users', () => {
  test('a user is created, gets another role and password, and is deleted', async () => {
    const name = unique('Person');
    const page = await open(`/users?query=${name}`, await sharedUser('Admin'));
    await page.getByText('No user matches').first().waitFor();
    await expectAccessible(page);

    await send(page, 'New user', 'Create user', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await dialog.getByRole('textbox', { name: 'Username' }).fill(name);
      await dialog.getByLabel('Password', { exact: true }).fill('short');
      await dialog.getByRole('button', { name: 'Create user' }).click();
      await dialog.getByText(/must have at least 10 characters/).waitFor();
      await dialog.getByLabel('Password', { exact: true }).fill('Correct-Horse-1');
    });
    await row(page, name).getByText('Viewer').waitFor();
    await page.getByRole('status').first().waitFor();
    await expectAccessible(page);
    await send(page, `Edit ${name}`, 'Save', (dialog) => choose(page, dialog, 'Role', 'Editor'));
    await row(page, name).getByText('Editor').waitFor();
    const setPassword = async (dialog: Locator) => {
      await dialog.getByLabel('New password').fill('weak');
      await dialog.getByRole('button', { name: 'Set password' }).click();
      await dialog.getByText(/at least 10 characters/).waitFor();
      await expectAccessible(dialog);
      await dialog.getByLabel('New password').fill('Correct-Horse-2');
    };
    const opener = `New password for ${name}`;
    await send(page, opener, 'Set password', setPassword, { menuOf: name });

    await page.getByText(`Set a new password for ${name}`).waitFor();
    await remove(page, name, 'user', { inMenu: true });
  });

  test('an Editor sees why the list is empty', async () => {
    const page = await open('/users', await sharedUser('Editor'));

    expect(await page.getByRole('alert').textContent()).toContain('Only administrators');
    expect(await page.getByRole('button', { name: 'New user' }).count()).toBe(0);
    await expectAccessible(page);
  });
});
