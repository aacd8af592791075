import axe from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, describe, expect, inject, onTestFinished } from 'vitest';

const setting = inject('setting');

/** Skipped where there is no browser. */
export const describePage = describe.skipIf(setting === null);

const browser = setting ? await chromium.connect(setting.browser) : undefined;
afterAll(async () => browser?.close());

export const firstPassword = setting?.firstPassword ?? '';

let made = 0;
/** A name nobody else has: all files share one server. */
export const unique = (stem: string) =>
  `${stem}-${process.pid.toString(36)}${Date.now().toString(36)}${++made}`;

/** A call of the API as an administrator, to arrange what a test is about. */
export async function api<Answer = unknown>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(`${setting?.url}${path}`, {
    method,
    headers: {
      authorization: setting?.adminToken ?? '',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

export type Person = { id: number; username: string; password: string };

export async function aPerson(rootRole: 'Admin' | 'Editor' | 'Viewer'): Promise<Person> {
  const username = unique(rootRole.toLowerCase());
  const password = 'Correct-Horse-1';
  const { id } = await api<{ id: number }>('POST', '/api/admin/user-admin', {
    username,
    password,
    rootRole,
  });
  return { id, username, password };
}

export async function aFlag(over: { name?: string; type?: string; tags?: object[] } = {}) {
  const flag = { name: unique('flag'), ...over };
  await api('POST', '/api/admin/projects/default/features', flag);
  return flag.name;
}

type Options = {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** Console errors that the test is about. */
  expected?: RegExp;
};

/**
 * Opens a page, signed in as that person, or as nobody. When the test ends, whatever went wrong in
 * the browser fails it: errors in its console, violations of the policy, requests to elsewhere.
 */
export async function open(
  path: string,
  person: Person | undefined,
  { width = 1280, height = 800, colorScheme = 'light', expected }: Options = {},
): Promise<Page> {
  if (!browser || !setting) throw new Error('there is no browser');
  const context = await browser.newContext({
    baseURL: setting.url,
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  const troubles = watch(context, setting.url, expected);
  onTestFinished(async () => {
    await context.close();
    expect(troubles).toEqual([]);
  });
  if (person) {
    const { username, password } = person;
    const login = await context.request.post('/auth/simple/login', {
      data: { username, password },
    });
    expect(login.status()).toBe(200);
  }
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

function watch(context: BrowserContext, url: string, expected: RegExp | undefined): string[] {
  const troubles: string[] = [];
  context.on('request', (request) => {
    const own = request.url().startsWith(`${url}/`) || /^(data|blob):/.test(request.url());
    if (!own) troubles.push(`a request to ${request.url()}`);
  });
  context.on('response', (response) => {
    const asset = !/\/(api|auth)\//.test(response.url());
    if (asset && response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
  });
  context.on('console', (message) => {
    // Chromium says this of every refusal of the API, which the pages show as a sentence.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    if (!expected?.test(message.text())) troubles.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => troubles.push(`error: ${error.error().stack}`));
  return troubles;
}

/** What axe finds and calls serious or worse, in words; an accessible page has none. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
    }),
  );
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html} ${failureSummary}`),
    );
}
