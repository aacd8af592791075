import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findChromium } from '../e2e/server.ts';
import { aFlag, aProject, aVariant, sdksOf, switchFlag, unique, url, usageOf } from './pennon.ts';

/** Pages of another origin that use the clients for browsers. */

const executablePath = findChromium();
const root = fileURLToPath(new URL('pages', import.meta.url));
const pages = {
  react: '@unleash/proxy-client-react',
  vue: '@unleash/proxy-client-vue',
  nextjs: '@unleash/nextjs/client',
  openfeature: '@openfeature/unleash-web-provider',
};
type PageName = keyof typeof pages;

const project = await aProject();
const blue = aVariant('blue', { type: 'string', value: 'sky' });
const red = aVariant('red', { type: 'string', value: 'fire' });

describe.skipIf(executablePath === undefined)('in Chromium', () => {
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox'],
    });
    const served = await servePages();
    origin = served.origin;
    return async () => {
      await browser.close();
      await served.close();
    };
  });

  test.each(Object.entries(pages) as [PageName, string][])(
    '%s: %s shows a flag, follows its switch and its user, and reports usage',
    async (name) => {
      const app = unique(name);
      const flag = await aFlag(project, {
        strategies: [variantFor('7', blue), variantFor('8', red)],
      });
      const { page, problems, statuses } = await open(name, { flag, app });

      await shows(page, 'on blue sky');
      await page.getByRole('button', { name: 'Other user' }).click();
      await shows(page, 'on red fire');
      await switchFlag(project, flag, 'off');
      await shows(page, 'off disabled');
      await switchFlag(project, flag, 'on');
      await shows(page, 'on red fire');

      await expect
        .poll(() => usageOf(flag, app))
        .toEqual({
          yes: expect.toSatisfy((count) => count > 0),
          no: expect.toSatisfy((count) => count > 0),
          variants: expect.toSatisfy(({ blue, red }) => blue > 0 && red > 0),
        });
      expect(await sdksOf(app)).toEqual([expect.stringMatching(/^unleash-js(-sdk)?:\d/)]);
      // The page may read the ETag and send it, although it is of another origin.
      await expect.poll(() => [...statuses].sort()).toEqual([200, 304]);
      expect(problems).toEqual([]);
    },
  );

  test('openfeature: values of each type, and events of the provider', async () => {
    const number = await aFlag(project, {
      variants: [aVariant('n', { type: 'number', value: '7' })],
    });
    const json = await aFlag(project, {
      variants: [aVariant('j', { type: 'json', value: '{"size":1}' })],
    });
    const flag = await aFlag(project, { strategies: [variantFor('7', blue)], enabled: false });
    const { page } = await open('openfeature', { flag, app: unique('openfeature') });
    const events = () => page.getByRole('listitem').allTextContents();
    await shows(page, 'off disabled');

    const evaluate = (call: string) => page.evaluate(`client.${call}`);
    // The newer flag first: when it has arrived, so has the other.
    await expect
      .poll(() => evaluate(`getObjectDetails('${json}', {})`))
      .toMatchObject({ value: '{"size":1}', variant: 'j' });
    expect(await evaluate(`getNumberDetails('${number}', 0)`)).toMatchObject({
      value: 7,
      variant: 'n',
    });
    expect(await evaluate(`getStringDetails('${json}', 'none')`)).toMatchObject({
      value: 'none',
      errorCode: 'TYPE_MISMATCH',
    });

    await switchFlag(project, flag, 'on');
    await shows(page, 'on blue sky');
    expect(await events()).toContain('PROVIDER_CONFIGURATION_CHANGED');
    await page.context().setOffline(true);
    await expect.poll(events).toContain('PROVIDER_ERROR');
    await page.context().setOffline(false);
    const sinceError = async () => {
      const all = await events();
      return all.slice(all.lastIndexOf('PROVIDER_ERROR'));
    };
    await expect.poll(sinceError).toContain('PROVIDER_READY');
  });

  async function open(name: PageName, settings: { flag: string; app: string }) {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    context.setDefaultTimeout(60_000);
    const problems: string[] = [];
    const statuses = new Set<number>();
    context.on('response', (response) => {
      if (response.url().startsWith(url)) statuses.add(response.status());
      if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
    });
    context.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    context.on('weberror', (error) => problems.push(`${error.error().stack}`));
    const page = await context.newPage();
    const query = new URLSearchParams({
      ...settings,
      url: `${url}/api/frontend`,
      token: project.frontendToken,
    });
    await page.goto(`${origin}/${name}.html?${query}`);
    return { page, problems, statuses };
  }
});

const shows = (page: Page, line: string) =>
  expect.poll(() => page.getByRole('status').textContent()).toBe(line);

const variantFor = (user: string, variant: object) => ({
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'default', groupId: 'group' },
  constraints: [{ contextName: 'userId', operator: 'IN', values: [user] }],
  variants: [variant],
});

/** Builds the pages and serves them on an origin of their own. */
async function servePages(): Promise<{ origin: string; close: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'pennon-pages-'));
  const shared = { root, configFile: false as const, logLevel: 'error' as const };
  await build({
    ...shared,
    // Next.js replaces these in pages.
    define: { 'process.env': '{}' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'esnext',
      rolldownOptions: { input: Object.keys(pages).map((name) => join(root, `${name}.html`)) },
    },
  });
  const server = await preview({
    ...shared,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const close = async () => {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  };
  return { origin: new URL(server.resolvedUrls?.local[0] ?? '').origin, close };
}
