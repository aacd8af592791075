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
  type Api,
  apiAs,
  apiOf,
  aRequestInReview,
  configure,
  password,
  resetPassword,
  shownFlag,
} from './picture-data.ts';
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
import { binary, findChromium, startServer } from './server.ts';

/** `npm run screenshots` replaces docs/images: each page in light and dark, some on phones and wide screens. */

type Shot = {
  path: string | ((api: Api, url: string) => Promise<string>);
  /** What is done on the page before the screenshot. */
  act?: (page: Page) => Promise<void>;
  /** A selector that must match before the screenshot. */
  ready: string;
};

const shots: Record<PictureName, Shot> = {
  project: {
    path: '/projects/storefront',
    ready: 'tr[data-row]',
  },
  insights: {
    path: '/insights?weeks=4',
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
  usage: {
    path: aFlagOftenChanged,
    ready: 'main a[aria-label*="rollout from"]',
  },
  // From here on there is a third environment, and one flag has constraints and variants.
  flags: {
    path: '/flags?project=IS_ANY_OF:storefront,checkout',
    ready: 'tr[data-row]',
  },
  flag: {
    path: `/projects/storefront/flags/${shownFlag}`,
    ready: 'section[aria-label="production"]',
  },
  'side-by-side': {
    path: `/projects/storefront/flags/${shownFlag}`,
    act: (page) => page.getByText('Side by side', { exact: true }).click(),
    ready: 'section[aria-label="Environments side by side"]',
  },
  strategy: {
    path: `/projects/storefront/flags/${shownFlag}`,
    act: showConditions,
    ready: '[role="dialog"] section[aria-label="What it does"]',
  },
  playground: {
    path: '/playground?environments=development&environments=production&projects=storefront&context=%7B%22userId%22%3A%227%2C8%2C9%22%2C%22country%22%3A%22SE%22%2C%22plan%22%3A%22premium%22%7D',
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

/** With hinting, spaces between words are lost. */
const browserArgs = ['--no-sandbox', '--font-render-hinting=none'];

const viewer = 'ada.lindqvist';
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));

async function main(): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium was found in PATH');
  ensureBuilt();
  const data = await mkdtemp(join(tmpdir(), 'pennon-screenshots-'));
  const env = { ...process.env, DATA_DIR: data };
  await promisify(execFile)(process.execPath, [binary, 'demo'], { env });
  const { child, url } = await startServer(data);
  const browser = await chromium.launch({ executablePath, args: browserArgs });
  try {
    await mkdir(folder, { recursive: true });
    const wanted = process.argv.slice(2);
    const listed = new Set(picturesInOrder.flatMap(filesOf));
    for (const file of await readdir(folder)) if (!listed.has(file)) await rm(join(folder, file));
    const api = apiOf(url);
    for (const name of picturesInOrder) {
      if (name === 'flags') await configure(api, await apiAs(url, api, viewer));
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

/** The part of the form with the constraints and the variants. */
async function showConditions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit strategy 1 in production' }).click();
  const conditions = page.getByRole('group', { name: 'Conditions: all must match' });
  await conditions.evaluate((group) => group.scrollIntoView());
}

/** Its usage in two days, in which its rollout in production changed several times. */
async function aFlagOftenChanged(api: Api): Promise<string> {
  const day = new Date(Date.now() - 2 * 24 * 3_600_000).toISOString().slice(0, 10);
  const query = 'type=IS%3Afeature-strategy-update&environment=IS%3Aproduction&limit=1000';
  const { events } = await api<{ events: { project: string; featureName: string }[] }>(
    'GET',
    `/api/admin/search/events?${query}&from=IS%3A${day}`,
  );
  const paths = events.map((each) => `/projects/${each.project}/flags/${each.featureName}`);
  const countOf = (path: string) => paths.filter((each) => each === path).length;
  const [first] = paths.toSorted((one, other) => countOf(other) - countOf(one));
  return `${first}?tab=usage&hoursBack=48`;
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
