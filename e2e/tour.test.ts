import { chromium, type Page } from 'playwright-core';
import { startUnleash } from 'unleash-client';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { describePage, expectAccessible, expectToFit } from './browser.ts';
import { adminToken, startEmptyServer } from './server.ts';

const password = 'Correct-Horse-1';

/** A server of its own, because the tour is shown on a new one only. */
describePage('the tour of a new server', () => {
  const setting = inject('setting');
  let url = '';
  let stop = async () => {};

  beforeAll(async () => {
    ({ url, stop } = await startEmptyServer({ UNLEASH_DEFAULT_ADMIN_PASSWORD: password }));
  });
  afterAll(() => stop());

  async function openAs(username: string): Promise<Page> {
    const browser = await chromium.connect(setting?.browser ?? '');
    const context = await browser.newContext({
      baseURL: url,
      reducedMotion: 'reduce',
      locale: 'en',
      viewport: { width: 390, height: 800 },
    });
    context.setDefaultTimeout(60_000);
    onTestFinished(() => context.close());
    await context.request.post('/auth/simple/login', { data: { username, password } });
    const page = await context.newPage();
    await page.goto('/dashboard');
    return page;
  }

  async function send(path: string, body?: object): Promise<void> {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        authorization: adminToken,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.status, await response.text()).toBeLessThan(300);
  }

  const progress = (page: Page, done: number) => page.getByText(`${done} of 4 done`).waitFor();

  test('has four steps, which are ticked off by what is stored, and is dismissed for good', async () => {
    const page = await openAs('admin');
    await progress(page, 0);
    expect(await page.getByText('Three steps to connect').count()).toBe(0);
    await expectToFit(page);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'New flag' }).click();
    const dialog = page.getByRole('dialog', { name: 'New flag' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('first-flag');
    await dialog.getByRole('button', { name: 'Create flag' }).click();
    await page.waitForURL('**/flags/first-flag');
    await page.goto('/dashboard');
    await progress(page, 1);

    await page.getByRole('button', { name: 'Show the code' }).click();
    await page.getByRole('button', { name: 'Create a token' }).click();
    const code = await page
      .locator('pre')
      .filter({ hasText: /Authorization: '\w+:/ })
      .textContent();
    expect(code).toContain("isEnabled('first-flag')");
    await expectToFit(page);
    const [, token = ''] = /Authorization: '([^']+)'/.exec(code ?? '') ?? [];
    const client = await startUnleash({
      url: `${url}/api/`,
      appName: 'shop',
      customHeaders: { Authorization: token },
    });
    onTestFinished(() => client.destroy());
    await progress(page, 2);

    await page.getByRole('link', { name: 'Open first-flag' }).click();
    await page.getByLabel('first-flag in development').click();
    await page.getByText('Switched on first-flag in development').waitFor();
    await page.goBack();
    await progress(page, 3);

    await send('/api/admin/user-admin', { username: 'bea', password, rootRole: 'Admin' });
    await page.getByRole('heading', { name: 'All set' }).waitFor();
    await expectAccessible(page);
    const done = page.getByRole('region', { name: 'All set' });
    await done.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('heading', { name: 'All set' }).waitFor({ state: 'detached' });
  });

  test('is not shown to people who may not do it, nor again where it was dismissed', async () => {
    await send('/api/admin/user-admin', { username: 'eli', password, rootRole: 'Editor' });
    await send('/api/admin/user-admin', { username: 'ann', password, rootRole: 'Admin' });
    await send('/api/admin/projects/default/features/first-flag/environments/development/off');
    const admin = await openAs('ann');
    await progress(admin, 3);
    await admin.getByRole('button', { name: 'Dismiss' }).click();
    await admin.getByText('3 of 4 done').waitFor({ state: 'detached' });
    await admin.reload();
    await admin.getByRole('heading', { name: /^Health of/ }).waitFor();
    expect(await admin.getByText('Set up Pennon').count()).toBe(0);

    const editor = await openAs('eli');
    await editor.getByRole('heading', { name: /^Health of/ }).waitFor();
    expect(await editor.getByText('Set up Pennon').count()).toBe(0);
  });
});
