import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureBuilt } from '../scripts/prepare.mjs';
import {
  colorSchemes,
  fileOf,
  filesOf,
  type PictureName,
  pictures,
  picturesInOrder,
  windows,
} from './pictures.ts';
import { withPalette } from './png.ts';
import { adminToken, binary, findChromium, startServer } from './server.ts';

/** `npm run screenshots` replaces docs/images: each page in light and dark, some on phones and wide screens. */

type Api = <Result>(method: string, path: string, body?: unknown) => Promise<Result>;

type Shot = {
  path: string | ((api: Api, url: string) => Promise<string>);
  /** What is done on the page before the screenshot. */
  act?: (page: Page) => Promise<void>;
  /** A selector that must match before the screenshot. */
  ready: string;
};

const shots: Record<PictureName, Shot> = {
  flags: {
    path: '/flags?project=IS_ANY_OF:storefront,checkout',
    ready: 'tr[data-row]',
  },
  flag: {
    path: aBusyFlag,
    ready: 'section[aria-label="production"]',
  },
  'side-by-side': {
    path: aBusyFlag,
    act: (page) => page.getByText('Side by side', { exact: true }).click(),
    ready: 'section[aria-label="Environments side by side"]',
  },
  strategy: {
    path: aBusyFlag,
    act: (page) => page.getByRole('button', { name: 'Edit strategy 1 in production' }).click(),
    ready: '[role="dialog"] section[aria-label="What it does"]',
  },
  usage: {
    path: async (api) => `${await aBusyFlag(api)}?tab=usage&hoursBack=48`,
    ready: 'main svg[role="img"], main [role="img"]',
  },
  project: {
    path: '/projects/storefront',
    ready: 'tr[data-row]',
  },
  insights: {
    path: '/projects/storefront/insights',
    ready: 'main [role="img"]',
  },
  dashboard: {
    path: '/dashboard?project=storefront',
    ready: 'tr[data-row]',
  },
  events: {
    path: changedRollout,
    ready: 'table[aria-label="What changed"]',
  },
  playground: {
    path: '/playground?environments=development&environments=production&projects=storefront&context=%7B%22userId%22%3A%227%2C8%2C9%22%7D',
    ready: 'tr[data-row]',
  },
  // From here on production requires approval, and three requests are open.
  'change-request': {
    path: aRequestInReview,
    ready: 'section[aria-label]',
  },
};

/** GitHub shows larger pictures slowly. */
const bytesMax = 200_000;

const viewer = 'ada.lindqvist';
const password = 'Correct-Horse-1';
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));

async function main(): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium was found in PATH');
  ensureBuilt();
  const data = await mkdtemp(join(tmpdir(), 'pennon-screenshots-'));
  const env = { ...process.env, DATA_DIR: data };
  await promisify(execFile)(process.execPath, [binary, 'demo'], { env });
  const { child, url } = await startServer(data);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    await mkdir(folder, { recursive: true });
    const wanted = process.argv.slice(2);
    const listed = new Set(picturesInOrder.flatMap(filesOf));
    for (const file of await readdir(folder)) if (!listed.has(file)) await rm(join(folder, file));
    const api = apiOf(url);
    await connectSdk(url, api);
    await addStaging(api, await apiAs(url, api, viewer));
    for (const name of picturesInOrder) {
      if (wanted.length === 0 || wanted.includes(name)) await take(browser, url, api, name);
    }
  } finally {
    await browser.close();
    child.kill('SIGTERM');
    await once(child, 'close');
    await rm(data, { recursive: true, force: true });
  }
}

async function take(browser: Browser, url: string, api: Api, name: PictureName): Promise<void> {
  const { path, ready, act } = shots[name];
  await resetPassword(api, viewer);
  const address = typeof path === 'string' ? path : await path(api, url);
  for (const window of pictures[name]) {
    for (const colorScheme of colorSchemes) {
      const context = await browser.newContext({
        baseURL: url,
        viewport: windows[window],
        colorScheme,
        locale: 'en-GB',
        reducedMotion: 'reduce',
      });
      await context.request.post('/auth/simple/login', { data: { username: viewer, password } });
      const page = await context.newPage();
      await page.goto(address, { waitUntil: 'networkidle' });
      await act?.(page);
      await page.locator(ready).first().waitFor();
      await save(fileOf(name, window, colorScheme), await settled(page));
      await context.close();
    }
  }
}

/** A screenshot that no later response changes. */
async function settled(page: Page): Promise<Buffer> {
  await page.waitForLoadState('networkidle');
  for (let before: Buffer = Buffer.alloc(0); ; ) {
    const now = await page.screenshot();
    if (now.equals(before)) return now;
    before = now;
    await page.waitForTimeout(500);
  }
}

async function save(file: string, screenshot: Buffer): Promise<void> {
  const picture = withPalette(screenshot);
  if (picture.length > bytesMax) throw new Error(`${file} has ${picture.length} bytes`);
  await writeFile(join(folder, file), picture);
  console.log(`docs/images/${file}: ${Math.round(picture.length / 1000)} kB`);
}

const apiOf =
  (url: string, credentials: Record<string, string> = { authorization: adminToken }): Api =>
  async <Result>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...credentials,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Result;
  };

/** Users of the demo have no password. */
async function resetPassword(api: Api, username: string): Promise<number | undefined> {
  const { users } = await api<{ users: { id: number; username?: string }[] }>(
    'GET',
    '/api/admin/user-admin',
  );
  const user = users.find((each) => each.username === username);
  await api('POST', `/api/admin/user-admin/${user?.id}/change-password`, { password });
  return user?.id;
}

/** Signed in, because only users propose and review changes. */
async function apiAs(url: string, api: Api, username: string): Promise<Api> {
  await resetPassword(api, username);
  const response = await fetch(`${url}/auth/simple/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  return apiOf(url, { cookie: cookie.split(';', 1)[0] ?? '' });
}

/** Ends the onboarding, so that the dashboard shows data. */
async function connectSdk(url: string, api: Api): Promise<void> {
  const { secret } = await api<{ secret: string }>(
    'POST',
    '/api/admin/projects/storefront/api-tokens',
    { tokenName: 'shop', type: 'client', environment: 'production' },
  );
  await fetch(`${url}/api/client/register`, {
    method: 'POST',
    headers: { authorization: secret, 'content-type': 'application/json' },
    body: JSON.stringify({
      appName: 'shop',
      instanceId: 'shop-1',
      strategies: [],
      started: new Date().toISOString(),
      interval: 10_000,
    }),
  });
}

/** A third environment, of another type, in which every second flag is on. */
async function addStaging(api: Api, mine: Api): Promise<void> {
  const environment = 'staging';
  await api('POST', '/api/admin/environments', { name: environment, type: 'preproduction' });
  await api('PUT', '/api/admin/environments/sort-order', {
    development: 1,
    staging: 2,
    production: 3,
  });
  for (const project of ['storefront', 'checkout']) {
    const inIt = `/api/admin/projects/${project}`;
    await api('POST', `${inIt}/environments`, { environment });
    const { features } = await api<{ features: { name: string }[] }>('GET', `${inIt}/features`);
    for (const { name } of features.filter((_, index) => index % 2 === 0)) {
      await mine('POST', `${inIt}/features/${name}/environments/${environment}/on`);
    }
  }
}

type Found = {
  name: string;
  environments: {
    name: string;
    enabled: boolean;
    strategies: { id: string; name: string; constraints: unknown[] }[];
  }[];
};

/** Flags with the most strategies and constraints first. */
async function busyFlags(api: Api): Promise<Found[]> {
  const { features } = await api<{ features: Found[] }>(
    'GET',
    '/api/admin/search/features?project=IS%3Astorefront&limit=100',
  );
  const weightOf = ({ environments }: Found) =>
    environments
      .flatMap(({ strategies }) => strategies)
      .reduce((sum, { constraints }) => sum + 1 + constraints.length, 0);
  return features.toSorted((one, other) => weightOf(other) - weightOf(one));
}

async function aBusyFlag(api: Api): Promise<string> {
  const [busiest] = await busyFlags(api);
  return `/projects/storefront/flags/${busiest?.name}`;
}

const production = 'environments/production';
const storefront = '/api/admin/projects/storefront';

/** Opens three requests for review and returns the last, which has a comment. */
async function aRequestInReview(api: Api, url: string): Promise<string> {
  await api('PUT', `${storefront}/${production}/change-requests/config`, {
    changeRequestsEnabled: true,
    requiredApprovals: 2,
  });
  const ada = await aReviewer(api, 'ada.lindqvist');
  const candidates = (await busyFlags(api)).flatMap(({ name, environments }) => {
    const here = environments.find((each) => each.name === 'production');
    const strategy = here?.strategies.find((each) => each.name === 'flexibleRollout');
    return here && strategy ? [{ name, enabled: here.enabled, strategyId: strategy.id }] : [];
  });
  const authors = ['chidi.okafor', 'dana.petrov', 'bruno.keller'];
  const titles = ['Enable for all users', 'Out of the way before the sale', 'To all customers'];
  const opened: number[] = [];
  for (const [index, author] of authors.entries()) {
    const flag = candidates[authors.length - 1 - index];
    if (!flag) throw new Error('The demo has too few flags that are rolled out');
    const mine = await apiAs(url, api, author);
    const wanted = author === authors.at(-1) ? rolledOut(flag) : [toggled(flag)];
    opened.push(await submit(mine, wanted, titles[index] ?? '', ada));
    if (wanted.length > 1) {
      const text = 'No problems in two weeks with most of them.';
      await mine('POST', `${storefront}/change-requests/${opened.at(-1)}/comments`, { text });
    }
  }
  return `/projects/storefront/change-requests/${opened.at(-1)}`;
}

type Candidate = { name: string; enabled: boolean; strategyId: string };

const toggled = ({ name, enabled }: Candidate) => ({
  feature: name,
  action: 'updateEnabled',
  payload: { enabled: !enabled },
});

const rolledOut = ({ name, strategyId }: Candidate) => [
  {
    feature: name,
    action: 'updateStrategy',
    payload: { id: strategyId, parameters: { rollout: '100' } },
  },
  {
    feature: name,
    action: 'addStrategy',
    payload: {
      name: 'default',
      title: 'The tills',
      constraints: [{ contextName: 'appName', operator: 'IN', values: ['till', 'till-kiosk'] }],
    },
  },
];

/** Owners of a project may not review changes in production. */
async function aReviewer(api: Api, username: string): Promise<number | undefined> {
  const id = await resetPassword(api, username);
  const { roles } = await api<{ roles: { id: number } }>('POST', '/api/admin/roles', {
    name: 'Reviewer',
    type: 'custom',
    permissions: ['APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST'].map((name) => ({
      name,
      environment: 'production',
    })),
  });
  await api('POST', `${storefront}/access`, { roles: [roles.id], groups: [], users: [id] });
  return id;
}

async function submit(
  mine: Api,
  changes: object[],
  title: string,
  reviewer: number | undefined,
): Promise<number> {
  const { id } = await mine<{ id: number }>(
    'POST',
    `${storefront}/${production}/change-requests`,
    changes,
  );
  const request = `${storefront}/change-requests/${id}`;
  await mine('PUT', `${request}/title`, { title });
  await mine('PUT', `${request}/approvers`, { reviewers: [reviewer] });
  await mine('PUT', `${request}/state`, { state: 'In review' });
  return id;
}

/** The event log with one event expanded. */
async function changedRollout(api: Api): Promise<string> {
  const query = 'type=IS%3Afeature-strategy-update&project=IS%3Astorefront&query=rollout';
  const { events } = await api<{ events: { id: number }[] }>(
    'GET',
    `/api/admin/search/events?${query}&limit=2`,
  );
  return `/events?${query}&open=${events.at(-1)?.id}`;
}

await main();
