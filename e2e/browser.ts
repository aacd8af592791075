import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished } from 'vitest';
import { isFullRun } from '../server/testing/scale.ts';

const setting = inject('setting');

/** Skipped where there is no browser. */
export const describePage = describe.skipIf(setting === null);

const browser = setting ? await chromium.connect(setting.browser) : undefined;

export const firstPassword = setting?.firstPassword ?? '';
export const mailFolder = setting?.mailFolder ?? '';

let count = 0;
/** Unique across test files, which share one server. */
export const unique = (stem: string) =>
  `${stem}-${process.pid.toString(36)}${Date.now().toString(36)}${++count}`;

/** Sends an API request as an administrator, to set up a test. */
export const api = <Result = unknown>(method: string, path: string, body?: unknown) =>
  apiAs<Result>(setting?.adminToken ?? '', method, path, body);

/** Sends an API request with a token. */
export async function apiAs<Result = unknown>(
  authorization: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Result> {
  const response = await fetch(`${setting?.url}${path}`, {
    method,
    headers: {
      authorization,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return (text === '' ? undefined : JSON.parse(text)) as Result;
}

export type TestUser = {
  id: number;
  username: string;
  password: string;
  /** Whether the next test may reuse the window. */
  reusable?: boolean;
};

export async function aUser(rootRole: Role): Promise<TestUser> {
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

const shared = new Map<string, Promise<TestUser>>();
/** A user that the tests of a file share; the session stays open between tests. */
export function sharedUser(rootRole: Role, key = rootRole as string): Promise<TestUser> {
  const user = shared.get(key) ?? aUser(rootRole).then((user) => ({ ...user, reusable: true }));
  shared.set(key, user);
  return user;
}

type NewFlag = {
  name?: string;
  project?: string;
  type?: string;
  createdAt?: string;
  tags?: object[];
};

export async function aFlag({ project = 'default', ...over }: NewFlag = {}): Promise<string> {
  const flag = { name: unique('flag'), ...over };
  await api('POST', `/api/admin/projects/${project}/features`, flag);
  return flag.name;
}

type NewProject = {
  id?: string;
  name?: string;
  mode?: string;
  environments?: readonly string[];
  featureLimit?: number;
};

/** Without the environments of other tests, which would be changes of its flags when they are deleted. */
export async function aProject(over: NewProject = {}): Promise<string> {
  const { id = unique('project'), name = id } = over;
  const environments = ['development', 'production'];
  await api('POST', '/api/admin/projects', { environments, ...over, id, name });
  return id;
}

/** The secret of a new token for SDKs. */
export async function aClientToken({
  project = 'default',
  environment = 'development',
} = {}): Promise<string> {
  const { secret } = await api<{ secret: string }>('POST', '/api/admin/api-tokens', {
    tokenName: unique('token'),
    type: 'client',
    environment,
    projects: [project],
  });
  return secret;
}

/** The role Member of a project. */
const memberRole = 5;

export const addMember = (project: string, { id }: { id: number }) =>
  api('POST', `/api/admin/projects/${project}/access`, {
    roles: [memberRole],
    groups: [],
    users: [id],
  });

/** From now on, changes in the environment need a change request. */
export const requireApprovals = (project: string, environment: string, requiredApprovals = 1) =>
  api('PUT', `/api/admin/projects/${project}/environments/${environment}/change-requests/config`, {
    changeRequestsEnabled: true,
    requiredApprovals,
  });

type Options = {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** The language of the browser. */
  locale?: string;
};

/** Windows are reused, because loading a page in a new one takes several times as long. */
type Window = { context: BrowserContext; page: Page; problems: string[]; inUse: boolean };
const windows = new Map<string, Window[]>();

/** Opens a page; errors in the console, CSP violations and foreign requests fail the test. */
export async function open(
  path: string,
  user: TestUser | undefined,
  { width = 1280, height = 800, colorScheme = 'light', locale = 'en-US' }: Options = {},
): Promise<Page> {
  const window = await openWindow(user, locale);
  const { page, problems } = window;
  problems.length = 0;
  onTestFinished(async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    if (user?.reusable) window.inUse = false;
    else await window.context.close();
    expect(problems).toEqual([]);
  });
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce', media: 'screen' });
  await page.goto(path);
  return page;
}

async function openWindow(user: TestUser | undefined, locale: string): Promise<Window> {
  if (!browser || !setting) throw new Error('there is no browser');
  const key = `${user?.username} ${locale}`;
  const opened = windows.get(key) ?? [];
  const free = opened.find(({ inUse }) => !inUse);
  if (free) {
    free.inUse = true;
    return free;
  }
  const context = await browser.newContext({ baseURL: setting.url, locale });
  context.setDefaultTimeout(60_000);
  const problems = recordProblems(context, setting.url);
  if (user) {
    const { username, password } = user;
    const login = await context.request.post('/auth/simple/login', {
      data: { username, password },
    });
    expect(login.status()).toBe(200);
  }
  const window = { context, page: await context.newPage(), problems, inUse: true };
  if (user?.reusable) windows.set(key, [...opened, window]);
  return window;
}

function recordProblems(context: BrowserContext, url: string): string[] {
  const problems: string[] = [];
  context.on('request', (request) => {
    const own = request.url().startsWith(`${url}/`) || /^(data|blob):/.test(request.url());
    if (!own) problems.push(`a request to ${request.url()}`);
  });
  context.on('response', (response) => {
    const asset = !/\/(api|auth|invite)\//.test(response.url());
    if (asset && response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  context.on('console', (message) => {
    // Chromium logs this for every error response, which the pages handle.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    problems.push(`console: ${message.text()}`);
  });
  context.on('weberror', (webError) => {
    const error = webError.error();
    // An error without frames, such as one of a failed import, has an empty stack.
    problems.push(`error: ${error.stack || error}`);
  });
  return problems;
}

/** They are loaded some time after the page; without them an error is shown in a dialog of the browser. */
export async function toastsLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /toast-container.*js/.test(name)),
  );
  await page.waitForLoadState('networkidle');
}

/** The row of a table with that key, such as the name of a flag. */
export const rowOf = (page: Page, key: string | number) => page.locator(`tr[data-row="${key}"]`);

/** Whether the action is at the end of the line below the search, as in every toolbar of a list. */
export async function expectAtEnd(search: Locator, action: Locator): Promise<void> {
  const edges = async () => {
    const [above, below] = [await search.boundingBox(), await action.boundingBox()];
    if (!above || !below) return undefined;
    const end = above.x + above.width - (below.x + below.width);
    return [above.y + above.height <= below.y, Math.abs(end) < 60];
  };
  await expect.poll(edges).toEqual([true, true]);
}

/** The violations that axe reports, except minor ones and `region`: open menus are outside of landmarks. */
export async function violationsIn(
  part: Page | Locator,
  rules?: readonly string[],
): Promise<string[]> {
  const page = pageOf(part);
  const loaded = await page.evaluate(() => 'axe' in globalThis);
  if (!loaded) await page.evaluate(axe.source);
  const { violations } = await rootOf(part).evaluate(
    runAxe,
    rules === undefined ? undefined : [...rules],
  );
  return violations
    .filter(({ impact, id }) => impact !== 'minor' && id !== 'region')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html} ${failureSummary}`),
    );
}

/** Runs in the page; hides what a dialog covers, which took most of the time. */
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

/** The only rules that depend on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** The views that this process has checked. */
const checked = new Set<string>();

/**
 * Checks the page, or a dialog on it: the short form once for each page with the same components,
 * `npm run test:full` every time and in both colour schemes, as `inBothSchemes` does.
 */
export async function expectAccessible(
  part: Page | Locator,
  { inBothSchemes = isFullRun } = {},
): Promise<void> {
  const page = pageOf(part);
  const view = await rootOf(part).evaluate(viewOf);
  if (!inBothSchemes && checked.has(view)) return;
  checked.add(view);
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [shown, other] = dark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await setColorScheme(page, shown);
  const { pathname } = new URL(page.url());
  expect(await violationsIn(part), `${pathname}, ${shown}`).toEqual([]);
  if (!inBothSchemes) return;
  await setColorScheme(page, other);
  expect(await violationsIn(part, colourRules), `${pathname}, ${other}`).toEqual([]);
  await page.emulateMedia({ colorScheme: shown });
}

/** Runs in the page: the path without names and ids, the kind of window, and the components shown. */
function viewOf(element: Element): string {
  const path = location.pathname.replace(/[^/]*\d[^/]*/g, '*');
  const scheme = document.documentElement.dataset.mantineColorScheme;
  const components = [...element.querySelectorAll('[class*=mantine-]')].flatMap(({ classList }) =>
    [...classList].filter((name) => /^mantine-\w+-root$/.test(name)),
  );
  return [path, scheme, innerWidth < 600, ...[...new Set(components)].sort()].join(' ');
}

/** Switches the colour scheme and finishes all transitions. */
async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if ('transitionProperty' in each) each.finish();
  });
}

const pageOf = (part: Page | Locator): Page => ('goto' in part ? part : part.page());
const rootOf = (part: Page | Locator): Locator => ('goto' in part ? part.locator('html') : part);

/** In the toast whose message begins like that: toasts of earlier actions may be shown, too. */
const undoButton = (page: Page, message: string) =>
  page.getByRole('status').filter({ hasText: message }).getByRole('button', { name: 'Undo' });

/** Waits for the toast that offers to undo this; it stays as long as its button has the focus. */
export const holdUndo = (page: Page, message: string) => undoButton(page, message).focus();

/** Where the undo will be refused. */
export const tryUndo = (page: Page, message: string) => undoButton(page, message).click();

export async function undo(page: Page, message: string): Promise<void> {
  await tryUndo(page, message);
  const undone = page.getByRole('status').filter({ hasText: `Undone: ${message}` });
  await undone.first().waitFor();
}

/** Charts and tables follow the width of the window after the next frame. */
export async function expectToFit(page: Page, what = 'the page'): Promise<void> {
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(overflow, { message: what }).toBeLessThanOrEqual(0);
}

/** Until what the page shows first is complete. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0);
}

/** The addresses of the requests for changes that the server gets from now on. */
export function writesOf(page: Page): string[] {
  const urls: string[] = [];
  page.on('response', (response) => {
    if (response.request().method() !== 'GET') urls.push(response.url());
  });
  return urls;
}

/** A promise that the test resolves. */
export function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** The lines of the file that "Export CSV" saves. */
export async function exportedLines(page: Page): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const file = join(tmpdir(), `${unique('table')}.csv`);
  onTestFinished(() => rm(file, { force: true }));
  await download.saveAs(file);
  const [mark, ...text] = await readFile(file, 'utf8');
  expect(mark, 'the byte-order mark').toBe('\uFEFF');
  return text.join('').trimEnd().split('\r\n');
}
