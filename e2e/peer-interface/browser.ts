import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { afterAll, describe, expect, inject } from 'vitest';
import { expectedFailures } from './pages.ts';

const setting = inject('interfaceSetting');

/** Skipped where there is no browser. */
export const describeInterface = describe.skipIf(setting === null);

export const login = { username: 'keeper', password: 'Correct-Horse-1' };

/** Sends an API request to Pennon itself, by default as an administrator. */
export async function api(
  method: string,
  path: string,
  body?: unknown,
  token = setting?.adminToken ?? '',
) {
  const response = await fetch(`${setting?.pennon}${path}`, {
    method,
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return text === '' ? undefined : JSON.parse(text);
}

/** A window whose problems are collected; requests to other servers, such as for fonts, are blocked. */
export async function openWindow() {
  if (!setting) throw new Error('there is no browser');
  const { url, executablePath } = setting;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  afterAll(() => browser.close());
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1400, height: 1000 },
  });
  context.setDefaultTimeout(90_000);
  await context.route(
    ({ href }) => !href.startsWith(`${url}/`),
    (route) => route.abort(),
  );
  const page = await context.newPage();
  return { page, problems: problemsOf(page, url) };
}

/** What a page must not have: failed responses, errors in the console, uncaught errors. */
function problemsOf(page: Page, url: string): string[] {
  const problems: string[] = [];
  page.on('response', (response) => {
    if (response.status() < 400 || !response.url().startsWith(url)) return;
    const path = response.url().slice(url.length);
    const failure = `${response.status()} ${response.request().method()} ${path}`;
    if (!expectedFailures.some((expected) => expected.test(failure))) problems.push(failure);
  });
  page.on('console', (message) => {
    // Chromium logs this for every error response; those are collected above.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.stack}`));
  return problems;
}

/** Opens a page and waits for its text; with PENNON_INTERFACE_SHOTS, saves a screenshot there. */
export async function openPage(page: Page, { name, path, text }: Record<string, string>) {
  await page.goto(path ?? '');
  await expect
    .poll(() => shownText(page), { timeout: 90_000, message: `${path} shows "${text}"` })
    .toContain(text);
  await page.waitForLoadState('networkidle');
  const folder = process.env.PENNON_INTERFACE_SHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name?.replaceAll(' ', '-')}.png`) });
  expect(await shownText(page)).not.toMatch(/something went wrong|haven't toggled on yet/i);
}

/** Includes the values of inputs. */
export const shownText = (page: Page) =>
  page.evaluate(() =>
    [
      document.body.innerText,
      ...[...document.querySelectorAll('input, textarea')].map(
        (input) => (input as HTMLInputElement).value,
      ),
    ].join('\n'),
  );
