import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { describePage, expectAccessible } from './browser.ts';
import { adminToken, startEmptyServer } from './server.ts';

/** Two servers of their own: an import changes settings that other tests use. */
describePage('the move from Unleash', () => {
  const setting = inject('setting');
  const servers: Awaited<ReturnType<typeof startEmptyServer>>[] = [];
  let [source, target] = ['', ''];

  beforeAll(async () => {
    servers.push(...(await Promise.all([startEmptyServer(), startEmptyServer()])));
    [source = '', target = ''] = servers.map(({ url }) => url);
    await send(source, '/api/admin/projects', { id: 'shop', name: 'Shop' });
    await send(source, '/api/admin/projects/shop/features', { name: 'basket' });
    await send(target, '/api/admin/projects/default/features', { name: 'own' });
  });
  afterAll(async () => {
    await Promise.all(servers.map(({ stop }) => stop()));
  });

  async function send(url: string, path: string, body: object): Promise<void> {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: adminToken, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status, await response.text()).toBeLessThan(300);
  }

  async function openAsAdmin(): Promise<Page> {
    const user = { username: 'mover', password: 'Correct-Horse-1', rootRole: 'Admin' };
    await send(target, '/api/admin/user-admin', user);
    const browser = await chromium.connect(setting?.browser ?? '');
    const context = await browser.newContext({ baseURL: target, reducedMotion: 'reduce' });
    context.setDefaultTimeout(60_000);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto('/move-from-unleash');
    await page.getByLabel('Username or e-mail').fill(user.username);
    await page.getByLabel(/^Password/).fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    return page;
  }

  test('an Admin sees a preview, confirms the merge and imports', async () => {
    const page = await openAsAdmin();

    await page.getByLabel('Unleash URL').fill(`${source}/`);
    await page.getByLabel('Admin token').fill('wrong');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('the token is not valid there').waitFor();

    await page.getByLabel('Admin token').fill(adminToken);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('The preview is complete').waitFor();
    await page.getByRole('row', { name: /^Projects 2 1 / }).waitFor();
    await page.getByText('passwords: the API does not have them').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import into a server that has data' });
    await dialog.getByRole('button', { name: 'Merge and import' }).waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Merge and import' }).click();
    await page.getByText('The import is complete').waitFor();
    await dialog.waitFor({ state: 'hidden' });

    await page.goto('/projects/shop/flags/basket');
    await page.getByRole('heading', { name: 'basket' }).waitFor();
  });
});
