import { expect, test } from 'vitest';
import { api, aUser, describePage, expectAccessible, open, sharedUser, unique } from './browser.ts';
import { choose, pick, remove, row, send } from './managed.ts';

describePage('the service accounts', () => {
  test('an account is created, gets a token and another role, and is deleted', async () => {
    const name = unique('robot');
    const page = await open('/service-accounts', await sharedUser('Admin'));

    await send(page, 'New service account', 'Create service account', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await dialog.getByRole('textbox', { name: 'Username' }).fill(name);
    });
    await row(page, name).waitFor();
    await expectAccessible(page);
    await send(page, `Edit ${name}`, 'Save', (dialog) => choose(page, dialog, 'Role', 'Editor'));
    await row(page, name).getByText('Editor').waitFor();
    await page.getByRole('button', { name: `Tokens of ${name}` }).click();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('textbox', { name: 'Purpose' }).fill('pipeline');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create token' }).click();
    expect(await page.getByLabel('Secret').inputValue()).toMatch(/^user:/);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByRole('dialog').getByText('pipeline').waitFor();
    await expectAccessible(page.getByRole('dialog'));
    await page.keyboard.press('Escape');

    await remove(page, name, 'service account');
  });
});

describePage('the groups', () => {
  test('a group is created with a member, edited and deleted', async () => {
    const name = unique('team');
    const { username } = await sharedUser('Viewer');
    const page = await open('/groups', await sharedUser('Admin'));

    await send(page, 'New group', 'Create group', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await pick(page, dialog, 'Members', username);
    });
    await row(page, name).getByText(username).waitFor();
    await expectAccessible(page);
    await send(page, `Edit ${name}`, 'Save', (dialog) =>
      choose(page, dialog, 'Role that all members have everywhere', 'Editor'),
    );
    await row(page, name).getByText('Editor').waitFor();

    await remove(page, name, 'group');
  });
});

describePage('the roles', () => {
  test('a role is created from the permissions, edited and deleted', async () => {
    const name = unique('role');
    const page = await open('/roles', await sharedUser('Admin'));
    await row(page, 'Owner').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Permissions of Owner' }).click();
    await page.getByRole('dialog').getByLabel('Create feature', { exact: true }).waitFor();
    await expectAccessible(page.getByRole('dialog'));
    await page.keyboard.press('Escape');

    await send(page, 'New role', 'Create role', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await dialog.getByLabel('Create feature', { exact: true }).check();
      await dialog.getByRole('button', { name: /^In production \d/ }).click();
      const production = dialog.getByRole('region', { name: /^In production \d/ });
      await production.getByLabel('Update feature environment', { exact: true }).check();
      await expectAccessible(dialog);
    });
    await row(page, name).getByText('in a project').waitFor();
    await send(page, `Edit ${name}`, 'Save', (dialog) =>
      dialog.getByLabel('Create feature', { exact: true }).uncheck(),
    );
    await page.getByText(`Saved ${name}`).waitFor();
    const { roles } = await api<{ roles: { id: number; name: string }[] }>(
      'GET',
      '/api/admin/roles',
    );
    const id = roles.find((each) => each.name === name)?.id;
    const { permissions } = await api<{ permissions: { name: string; environment?: string }[] }>(
      'GET',
      `/api/admin/roles/${id}`,
    );
    expect(permissions.map((each) => [each.name, each.environment])).toEqual([
      ['UPDATE_FEATURE_ENVIRONMENT', 'production'],
    ]);

    await remove(page, name, 'role');
  });
});

describePage('the profile', () => {
  test('has personal tokens and a form to change the password', async () => {
    const me = await aUser('Viewer');
    const page = await open('/profile', me);
    await page.getByText('No tokens yet').waitFor();
    await expectAccessible(page);

    await send(page, 'New token', 'Create token', (dialog) =>
      dialog.getByRole('textbox', { name: 'Purpose' }).fill('script'),
    );
    expect(await page.getByLabel('Secret').inputValue()).toMatch(/^user:/);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await remove(page, 'script', 'token');
    await page.getByLabel('Current password').fill(me.password);
    await page.getByLabel(/^New password \*?$/).fill('Correct-Horse-2');
    await page.getByLabel('New password again').fill('Correct-Horse-2');
    await page.getByRole('button', { name: 'Change password' }).click();

    await page.getByText('Password changed').waitFor();
    await expectAccessible(page);
  });
});
