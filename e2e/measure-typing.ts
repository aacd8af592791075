import { cpus, loadavg } from 'node:os';
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { findChromium } from './server.ts';

/**
 * Measures how long the page of flags takes to load without a cache, until it shows rows and a
 * search box; then the time from the response of the flag search to the painted rows, while typing:
 * npm run measure-typing -- <url> <username> <password> [text]... prints a row per text. The CPU time
 * is that of the page; unlike the elapsed time it does not depend on the load of the machine.
 */

type Painted = { at: number; rows: number };
type Sample = { responseMs: number; paintMs: number; rows: number; cpuMs: number };

/** The speed of a fast typist. */
const betweenKeysMs = 120;
const texts = [
  'checkout',
  'new-',
  'search',
  'a',
  'dark mode',
  'pricing',
  'zzz-no-such-flag',
  'beta',
];

async function main(): Promise<void> {
  const [url = 'http://127.0.0.1:4242', username = 'admin', password = '', ...given] =
    process.argv.slice(2);
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium was found in PATH');
  // Without a screen there is no GPU, and emulating one is slower.
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const signIn = () => signedIn(browser, url, { username, password });
  try {
    console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
    await printLoads(signIn);
    const context = await signIn();
    const page = await context.newPage();
    await page.addInitScript(watchRows);
    await page.goto('/flags');
    await page.locator('tr[data-row]').first().waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    console.log(
      '| typed | responses | server: worst ms | painted after: median | worst | CPU | rows |',
    );
    console.log('|---|---|---|---|---|---|---|');
    const all: Sample[] = [];
    for (const text of given.length > 0 ? given : texts) {
      const samples = await type(page, session, text);
      console.log(line(text, samples));
      all.push(...samples);
    }
    console.log(line('all', all));
  } finally {
    await browser.close();
  }
}

/** A window without a cache. */
async function signedIn(browser: Browser, url: string, data: object): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1920, height: 1080 },
  });
  const login = await context.request.post('/auth/simple/login', { data });
  if (!login.ok()) throw new Error(await login.text());
  return context;
}

const loads = 9;

async function printLoads(signIn: () => Promise<BrowserContext>): Promise<void> {
  const times: number[] = [];
  for (let count = 0; count < loads; count++) {
    const context = await signIn();
    const page = await context.newPage();
    await page.addInitScript(watchRows);
    await page.goto('/flags', { waitUntil: 'commit' });
    const painted = await page.waitForFunction(firstRowsPainted);
    times.push(await painted.jsonValue());
    await context.close();
  }
  const [fastest, median, slowest] = [0, Math.floor(loads / 2), loads - 1].map((index) =>
    times.toSorted((one, other) => one - other)[index]?.toFixed(0),
  );
  console.log(`usable after ${median} ms (${fastest} to ${slowest}), ${loads} loads\n`);
}

/** Runs in the page: when rows were first painted, and a search box beside them, since the navigation. */
function firstRowsPainted(): number {
  const { painted } = globalThis as unknown as { painted: Painted[] };
  const box = document.querySelector('input[aria-label="Search flags"]:enabled');
  return (box && painted.find(({ rows }) => rows > 0)?.at) || 0;
}

/** Runs in the page: records when the rows of the current query were painted. */
function watchRows(): void {
  const painted: Painted[] = [];
  Object.assign(globalThis, { painted });
  performance.setResourceTimingBufferSize(10_000);
  new MutationObserver(() => {
    if (document.querySelector('main table[aria-busy=true]')) return;
    // The frame with the rows, and then the first task after that frame.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () =>
        painted.push({
          at: performance.now(),
          rows: document.querySelectorAll('tr[data-row]').length,
        });
      port2.postMessage(undefined);
    });
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-busy'],
  });
}

async function type(page: Page, session: CDPSession, text: string): Promise<Sample[]> {
  const box = page.getByLabel('Search flags');
  await box.fill('');
  await settled(page, '');
  await page.evaluate(() => {
    performance.clearResourceTimings();
    (globalThis as unknown as { painted: Painted[] }).painted.length = 0;
  });
  const before = await busyMs(session);
  await box.pressSequentially(text, { delay: betweenKeysMs });
  await settled(page, text.trim());
  const busy = (await busyMs(session)) - before;
  const samples = await page.evaluate(() => {
    const { painted } = globalThis as unknown as { painted: Painted[] };
    const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return requests
      .filter(({ name, responseStatus }) => /search\/features/.test(name) && responseStatus === 200)
      .flatMap(({ startTime, responseEnd }) => {
        const firstPaint = painted.find(({ at }) => at >= responseEnd);
        // Nothing is painted when neither query has matches.
        if (!firstPaint) return [];
        const rows = Math.max(...painted.map((each) => each.rows));
        return [
          { responseMs: responseEnd - startTime, paintMs: firstPaint.at - responseEnd, rows },
        ];
      });
  });
  return samples.map((sample) => ({ ...sample, cpuMs: busy / samples.length }));
}

/** CPU time of the main thread so far. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

/** The rows of the query are painted and the page is idle. */
async function settled(page: Page, query: string): Promise<void> {
  await page.waitForFunction(
    (expected) => (new URLSearchParams(location.search).get('q') ?? '') === expected,
    query,
  );
  await page.waitForFunction(() => document.querySelector('main table[aria-busy=true]') === null);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
}

function line(text: string, samples: readonly Sample[]): string {
  const painted = samples.map(({ paintMs }) => paintMs).sort((one, other) => one - other);
  const cells = [
    samples.length,
    Math.max(...samples.map(({ responseMs }) => responseMs)).toFixed(0),
    (painted[Math.floor(painted.length / 2)] ?? Number.NaN).toFixed(0),
    (painted.at(-1) ?? Number.NaN).toFixed(0),
    (samples.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / samples.length).toFixed(0),
    Math.max(...samples.map(({ rows }) => rows)),
  ];
  return `| ${text} | ${cells.join(' | ')} |`;
}

await main();
