import { expect, test } from 'vitest';
import {
  api,
  describePage,
  expectAccessible,
  open,
  settled,
  sharedUser,
  unique,
} from './browser.ts';
import { choose, remove, row, send } from './managed.ts';

describePage('the API tokens', () => {
  test('a token is created, shown once and deleted', async () => {
    const name = unique('token');
    const page = await open('/tokens', await sharedUser('Admin'));
    await settled(page);

    await send(page, 'New API token', 'Create API token', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await choose(page, dialog, 'Environment', 'production');
    });
    const secret = await page.getByLabel('Secret').inputValue();
    expect(secret).toMatch(/^\*:production\./);
    const code = page.getByRole('region', { name: 'Use it in code' });
    await code.getByText(`customHeaders: { Authorization: '${secret}' }`).waitFor();
    expect(await code.getByText('Browser').count()).toBe(0);
    await expectAccessible(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await row(page, name).waitFor();
    await expectAccessible(page);

    const { tokens } = await api<{ tokens: { tokenName: string; expiresAt: string | null }[] }>(
      'GET',
      '/api/admin/api-tokens',
    );
    expect(tokens.find(({ tokenName }) => tokenName === name)?.expiresAt).toBeNull();

    await remove(page, name, 'API token');
    expect(JSON.stringify(await api('GET', '/api/admin/api-tokens'))).not.toContain(name);
  });

  test('a project has its own tokens', async () => {
    const name = unique('token');
    const page = await open('/projects/default?tab=tokens', await sharedUser('Admin'));
    await page.getByText('API tokens for all projects are valid here, too').waitFor();
    await expectAccessible(page);

    await send(page, 'New API token', 'Create API token', (dialog) =>
      dialog.getByRole('textbox', { name: 'Name' }).fill(name),
    );

    expect(await page.getByLabel('Secret').inputValue()).toMatch(/^default:development\./);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await remove(page, name, 'API token');
    await page.getByRole('link', { name: 'Show all API tokens' }).click();
    await page.getByRole('heading', { name: 'API tokens' }).waitFor();
  });
});
