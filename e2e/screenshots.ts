import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { ensureBuilt } from '../scripts/prepare.mjs';
import { adminToken, binary, findChromium, startServer } from './server.ts';

/** `npm run screenshots` replaces docs/images: each page, in light and dark. */

type Api = <Result>(method: string, path: string, body?: unknown) => Promise<Result>;

type Shot = {
  /** The prefix of the files: `<name>-light.png` and `<name>-dark.png`. */
  name: string;
  path: string | ((api: Api, url: string) => Promise<string>);
  /** A selector that must match before the screenshot. */
  ready: string;
  /** A username of the demo data. */
  as?: string;
};

const pages: readonly Shot[] = [
  { name: 'flags', path: '/flags?project=IS_ANY_OF:storefront,checkout', ready: 'tr[data-row]' },
  { name: 'flag', path: aBusyFlag, ready: 'section[aria-label="production"]' },
  { name: 'project', path: '/projects/storefront', ready: 'main h1' },
  { name: 'dashboard', path: '/dashboard?project=storefront', ready: 'tr[data-row]' },
  { name: 'events', path: changedRollout, ready: 'table[aria-label="What changed"]' },
  {
    name: 'playground',
    path: '/playground?environments=development&environments=production&projects=storefront&context=%7B%22userId%22%3A%227%2C8%2C9%22%7D',
    ready: 'tr[data-row]',
  },
  // From here on production requires approval, and three requests are open.
  { name: 'change-request', path: aRequestInReview, ready: 'section[aria-label]' },
  { name: 'change-requests', path: '/change-requests', ready: 'tr[data-row]' },
];

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
    const api = apiOf(url);
    await connectSdk(url, api);
    for (const shot of pages) await take(browser, url, api, shot);
  } finally {
    await browser.close();
    child.kill('SIGTERM');
    await once(child, 'close');
    await rm(data, { recursive: true, force: true });
  }
}

async function take(browser: Browser, url: string, api: Api, shot: Shot): Promise<void> {
  const { name, path, ready, as = 'ada.lindqvist' } = shot;
  await resetPassword(api, as);
  const address = typeof path === 'string' ? path : await path(api, url);
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1280, height: 800 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    await context.request.post('/auth/simple/login', { data: { username: as, password } });
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.locator(ready).first().waitFor();
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    await context.close();
    console.log(`docs/images/${name}-${colorScheme}.png`);
  }
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
