import axe from 'axe-core';
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished } from 'vitest';

const setting = inject('setting');

/** Skipped where there is no browser. */
export const describePage = describe.skipIf(setting === null);

const browser = setting ? await chromium.connect(setting.browser) : undefined;

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

export type Person = {
  id: number;
  username: string;
  password: string;
  /** True where the window may be used again by the next test. */
  stays?: boolean;
};

export async function aPerson(rootRole: Role): Promise<Person> {
  const username = unique(rootRole.toLowerCase());
  const password = 'Correct-Horse-1';
  const { id } = await api<{ id: number }>('POST', '/api/admin/user-admin', {
    username,
    password,
    rootRole,
  });
  return { id, username, password };
}

type Role = 'Admin' | 'Editor' | 'Viewer';

const shared = new Map<string, Promise<Person>>();
/** Somebody with that role whom the tests of a file share, who stays signed in from one to the next. */
export function somebody(rootRole: Role, called = rootRole as string): Promise<Person> {
  const known =
    shared.get(called) ?? aPerson(rootRole).then((person) => ({ ...person, stays: true }));
  shared.set(called, known);
  return known;
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
};

/** A window stays open after its test: to load a page in a new one takes several times as long. */
type Window = { context: BrowserContext; page: Page; troubles: string[]; taken: boolean };
const windows = new Map<string, Window[]>();

/**
 * Opens a page, signed in as that person, or as nobody. When the test ends, whatever went wrong in
 * the browser fails it: errors in its console, violations of the policy, requests to elsewhere.
 */
export async function open(
  path: string,
  person: Person | undefined,
  { width = 1280, height = 800, colorScheme = 'light' }: Options = {},
): Promise<Page> {
  const window = await aWindow(person);
  const { page, troubles } = window;
  troubles.length = 0;
  onTestFinished(async () => {
    if (person?.stays) window.taken = false;
    else await window.context.close();
    expect(troubles).toEqual([]);
  });
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.goto(path);
  return page;
}

/** One of that person that no other part of the test uses, or a new one. */
async function aWindow(person: Person | undefined): Promise<Window> {
  if (!browser || !setting) throw new Error('there is no browser');
  const theirs = windows.get(person?.username ?? '') ?? [];
  const free = theirs.find(({ taken }) => !taken);
  if (free) {
    free.taken = true;
    return free;
  }
  const context = await browser.newContext({ baseURL: setting.url });
  context.setDefaultTimeout(60_000);
  const troubles = watch(context, setting.url);
  if (person) {
    const { username, password } = person;
    const login = await context.request.post('/auth/simple/login', {
      data: { username, password },
    });
    expect(login.status()).toBe(200);
  }
  const window = { context, page: await context.newPage(), troubles, taken: true };
  if (person?.stays) windows.set(person.username, [...theirs, window]);
  return window;
}

function watch(context: BrowserContext, url: string): string[] {
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
    troubles.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => troubles.push(`error: ${error.error().stack}`));
  return troubles;
}

/** What axe finds and calls serious or worse, in words; what is accessible has none. */
export async function seriousViolations(
  part: Page | Locator,
  rules?: readonly string[],
): Promise<string[]> {
  const page = pageOf(part);
  const loaded = await page.evaluate(() => 'axe' in globalThis);
  if (!loaded) await page.evaluate(axe.source);
  const root = part === page ? page.locator('html') : (part as Locator);
  const { violations } = await root.evaluate(runAxe, rules === undefined ? undefined : [...rules]);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html} ${failureSummary}`),
    );
}

/** Runs in the page. What a dialog covers is left out of the picture: it took most of the time. */
async function runAxe(element: Element, rules: string[] | undefined) {
  const pages = document.getElementById('root');
  const covered = pages && !pages.contains(element) && !element.contains(pages) ? [pages] : [];
  for (const each of covered) each.style.contentVisibility = 'hidden';
  const found = await (globalThis as unknown as { axe: typeof axe }).axe.run(element, {
    resultTypes: ['violations'],
    ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}),
  });
  for (const each of covered) each.style.contentVisibility = '';
  return found;
}

/** The only rules that look at colours: the others find the same in both. */
const aboutColours = ['color-contrast', 'link-in-text-block'];

/** The page, or a dialog on it, as it is now: in the colours it is shown in and in the others. */
export async function expectAccessible(part: Page | Locator): Promise<void> {
  const page = pageOf(part);
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [shown, other] = dark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await colour(page, shown);
  expect(await seriousViolations(part), shown).toEqual([]);
  await colour(page, other);
  expect(await seriousViolations(part, aboutColours), other).toEqual([]);
  await page.emulateMedia({ colorScheme: shown });
}

/** Once nothing is on its way from one colour to another any more. */
async function colour(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if ('transitionProperty' in each) each.finish();
  });
}

const pageOf = (part: Page | Locator): Page => ('goto' in part ? part : part.page());

/** Takes back what that toast says was done: an older one may still stand beside it. */
export const undo = (page: Page, said: string) =>
  page.getByRole('status').filter({ hasText: said }).getByRole('button', { name: 'Undo' }).click();

/** By how much the page is wider than its window. */
export const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
