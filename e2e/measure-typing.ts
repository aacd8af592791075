import { cpus, loadavg } from 'node:os';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { findChromium } from './server.ts';

/**
 * How long the flags take to be seen once the server has answered, while somebody types:
 * npm run measure-typing -- <url> <username> <password> [text]... prints a row per text. Beside the
 * time that passes stands the processor's, which other programs on the machine do not stretch: of
 * the page as a whole, typing and asking included.
 */

type Shown = { at: number; rows: number };
type Answer = { tookMs: number; shownMs: number; rows: number; processorMs: number };

/** Letter by letter, as fast as a quick hand. */
const betweenKeysMs = 120;
const words = [
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
  // There is no graphics processor to be had without a screen: to imitate one takes longer still.
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1920, height: 1080 },
    });
    const data = { username, password };
    const login = await context.request.post('/auth/simple/login', { data });
    if (!login.ok()) throw new Error(await login.text());
    const page = await context.newPage();
    await page.addInitScript(watchRows);
    await page.goto('/flags');
    await page.locator('tr[data-row]').first().waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
    console.log(
      '| typed | answers | of the server: worst ms | shown after: median | worst | processor | rows |',
    );
    console.log('|---|---|---|---|---|---|---|');
    const all: Answer[] = [];
    for (const text of given.length > 0 ? given : words) {
      const answers = await type(page, session, text);
      console.log(line(text, answers));
      all.push(...answers);
    }
    console.log(line('all', all));
  } finally {
    await browser.close();
  }
}

/** Runs in the page: notes when rows that answer the question in the address were painted. */
function watchRows(): void {
  const shown: Shown[] = [];
  Object.assign(globalThis, { shown });
  performance.setResourceTimingBufferSize(10_000);
  new MutationObserver(() => {
    if (document.querySelector('main table[aria-busy=true]')) return;
    // The frame that has them, and then the first moment after that frame.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () =>
        shown.push({
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

async function type(page: Page, session: CDPSession, text: string): Promise<Answer[]> {
  const box = page.getByLabel('Search flags');
  await box.fill('');
  await settled(page, '');
  await page.evaluate(() => {
    performance.clearResourceTimings();
    (globalThis as unknown as { shown: Shown[] }).shown.length = 0;
  });
  const before = await busyMs(session);
  await box.pressSequentially(text, { delay: betweenKeysMs });
  await settled(page, text.trim());
  const busy = (await busyMs(session)) - before;
  const answers = await page.evaluate(() => {
    const { shown } = globalThis as unknown as { shown: Shown[] };
    const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return asked
      .filter(({ name, responseStatus }) => /search\/features/.test(name) && responseStatus === 200)
      .flatMap(({ startTime, responseEnd }) => {
        const seen = shown.find(({ at }) => at >= responseEnd);
        // Nothing changes where nothing matched before either.
        if (!seen) return [];
        const rows = Math.max(...shown.map((each) => each.rows));
        return [{ tookMs: responseEnd - startTime, shownMs: seen.at - responseEnd, rows }];
      });
  });
  return answers.map((answer) => ({ ...answer, processorMs: busy / answers.length }));
}

/** What the page's main thread has taken of the processor so far. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

/** The rows of that question are there, and nothing has moved for a while. */
async function settled(page: Page, query: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => (new URLSearchParams(location.search).get('query') ?? '') === wanted,
    query,
  );
  await page.waitForFunction(() => document.querySelector('main table[aria-busy=true]') === null);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
}

function line(text: string, answers: readonly Answer[]): string {
  const shown = answers.map(({ shownMs }) => shownMs).sort((one, other) => one - other);
  const cells = [
    answers.length,
    Math.max(...answers.map(({ tookMs }) => tookMs)).toFixed(0),
    (shown[Math.floor(shown.length / 2)] ?? Number.NaN).toFixed(0),
    (shown.at(-1) ?? Number.NaN).toFixed(0),
    (answers.reduce((sum, { processorMs }) => sum + processorMs, 0) / answers.length).toFixed(0),
    Math.max(...answers.map(({ rows }) => rows)),
  ];
  return `| ${text} | ${cells.join(' | ')} |`;
}

await main();
