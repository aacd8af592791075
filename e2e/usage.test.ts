import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  aClientToken,
  aFlag,
  api,
  apiAs,
  describePage,
  expectAccessible,
  expectAtEnd,
  expectToFit,
  exportedLines,
  open,
  settled,
  sharedUser,
  unique,
} from './browser.ts';
import { apiOf, pathOf } from './flag.ts';

const strategiesOf = (name: string) => `${apiOf(name)}/environments/development/strategies`;

const rollout = (percent: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout: percent, stickiness: 'default' },
});

const hourMs = 3_600_000;

type Counts = { yes: number; no: number; variants?: Record<string, number> };

/** Reports evaluations in development as the application shop, and waits until they are stored. */
async function report(name: string, counts: Counts): Promise<void> {
  // In the next hour, they would be at another point of the chart.
  const leftOfHour = () => hourMs - (Date.now() % hourMs);
  await expect.poll(leftOfHour, { timeout: 120_000 }).toBeGreaterThan(60_000);
  const secret = await aClientToken();
  const now = Date.now();
  const bucket = { start: now, stop: now, toggles: { [name]: counts } };
  await apiAs(secret, 'POST', '/api/client/metrics', { appName: 'shop', bucket });
  const stored = async () => {
    const path = `/api/admin/client-metrics/features/${name}/raw`;
    const { data } = await api<{ data: { yes: number }[] }>('GET', path);
    return data.reduce((sum, { yes }) => sum + yes, 0);
  };
  await expect.poll(stored).toBe(counts.yes);
}

describePage('the usage of a flag', () => {
  test('is shown beside its history', async () => {
    const name = await aFlag();
    await report(name, { yes: 7, no: 3 });
    const page = await open(`${pathOf(name)}?tab=history`, await sharedUser('Editor'));
    await page.getByText(`Flag ${name} created`).waitFor();

    await page.getByRole('tab', { name: 'Usage' }).click();
    const chart = page.getByRole('img', { name: '7 yes, 3 no' });
    await chart.waitFor();
    const labels = chart.locator('text');
    await expect.poll(() => labels.allTextContents()).toEqual(expect.arrayContaining(['0', '8']));
    await settled(page);
    await expectAccessible(page);
    // The pointer shows the values of the last hour, in the colours of the lines and the legend.
    const box = await chart.boundingBox();
    if (!box) throw new Error('the chart is not visible');
    await page.mouse.move(box.x + box.width - 10, box.y + box.height / 2);
    const values = page.locator('[class*=values][aria-hidden=true]');
    await values.getByText('Yes 7', { exact: true }).waitFor();
    await values.getByText('No 3', { exact: true }).waitFor();
    const plot = chart.locator('xpath=../..');
    const swatches = plot.locator('[data-swatch]');
    const colours = (of: Locator, property: 'backgroundColor' | 'stroke') =>
      of.evaluateAll((all, name) => all.map((each) => getComputedStyle(each)[name]), property);
    const legend = (await colours(swatches, 'backgroundColor')).slice(-2);
    expect(new Set(legend).size).toBe(2);
    expect(await colours(chart.locator('g:has(> path)'), 'stroke')).toEqual(legend);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height + 200);
    await values.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText(`Flag ${name} created`).waitFor();
  });

  test('has a chart with a crosshair, a table and the changes', async () => {
    const name = await aFlag();
    const { id } = await api<{ id: string }>('POST', strategiesOf(name), rollout('25'));
    await api('PUT', `${strategiesOf(name)}/${id}`, rollout('50'));
    await report(name, { yes: 7, no: 3, variants: { red: 5, blue: 2 } });
    const page = await open(`${pathOf(name)}?tab=usage`, await sharedUser('Viewer'), {
      width: 390,
    });
    await page.getByRole('img', { name: '7 yes, 3 no' }).waitFor();
    await expectToFit(page);

    const values = page.getByRole('slider', { name: /^Values of: Evaluations in development/ });
    await values.focus();
    await page.keyboard.press('End');
    // The hour is not over, so the end of the line is not drawn like the rest.
    const running = page.locator('svg[role=img] circle[class*=running]');
    await expect.poll(() => running.count()).toBe(2);
    const value = () => values.getAttribute('aria-valuetext');
    await expect.poll(value).toMatch(/, so far, Yes 7, No 3$/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(value).toMatch(/:00, Yes 0, No 0$/);
    await page.getByRole('button', { name: 'Show as table' }).click();
    const lastHour = page.getByRole('row').filter({ hasText: 'so far' });
    await lastHour.filter({ hasText: '7' }).getByText('3', { exact: true }).waitFor();
    await expectAccessible(page);

    const panel = page.getByRole('tabpanel', { name: 'Usage' });
    await panel.getByText('Variants', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'blue' }).waitFor();
    await panel.getByText('Applications', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'shop' }).waitFor();
    await page.getByText('90 days').click();
    await page.waitForURL(/hoursBack=2160/);
    await page.getByText('Counts begin on').waitFor();
    await page.getByRole('img', { name: '7 yes, 3 no' }).waitFor();
    await expect.poll(() => values.getAttribute('max')).toBe('89');
    await expectAccessible(page);

    // Changes in a minute are one marker with their number; the flag itself was created, too.
    const change = page.getByRole('link', { name: /25.*50.*: .*created/ });
    await expect.poll(() => change.textContent()).toBe('3');
    // Its text would be above the values at the pointer.
    await change.hover();
    const shown = page.locator('[class*=values][aria-hidden=true]');
    await shown.waitFor({ state: 'attached' });
    expect(await shown.isVisible()).toBe(false);
    await change.click();
    await page.getByRole('tab', { name: 'History', selected: true }).waitFor();
    await page.getByText(`Flag ${name} created`).waitFor();
  });
});

/** Registers an application with one instance, which evaluates the flags, and waits until it is stored. */
async function runApplication(appName: string, sdkVersion: string, flags: readonly string[]) {
  const secret = await aClientToken();
  const now = Date.now();
  await apiAs(secret, 'POST', '/api/client/register', {
    appName,
    sdkVersion,
    instanceId: `${appName}-one`,
    strategies: ['default'],
    started: new Date(now).toISOString(),
    interval: 1000,
  });
  const toggles = Object.fromEntries(flags.map((name) => [name, { yes: 1, no: 0 }]));
  const bucket = { start: now - 1000, stop: now, toggles };
  const instanceId = `${appName}-one`;
  await apiAs(secret, 'POST', '/api/client/metrics', { appName, instanceId, bucket });
  const stored = async () => {
    const list = `/api/admin/metrics/applications?query=${appName}`;
    if ((await api<{ total: number }>('GET', list)).total === 0) return -1;
    const path = `/api/admin/metrics/applications/${appName}`;
    return (await api<{ seenToggles: object[] }>('GET', path)).seenToggles.length;
  };
  await expect.poll(stored).toBe(flags.length);
}

describePage('the applications', () => {
  test('those with issues are first, and the page of one begins with them', async () => {
    const stem = unique('app');
    const flag = await aFlag();
    const unknown = unique('unknown');
    await runApplication(`${stem}-fine`, 'unleash-client-node:6.12.1', [flag]);
    await runApplication(`${stem}-old`, 'unleash-client-node:5.3.1', [flag, unknown]);
    const page = await open(`/applications?query=${stem}`, await sharedUser('Viewer'));

    await page
      .getByRole('row')
      .filter({ hasText: `${stem}-old` })
      .getByText('2 issues')
      .waitFor();
    const names = page.getByRole('link', { name: stem });
    await expect.poll(() => names.allTextContents()).toEqual([`${stem}-old`, `${stem}-fine`]);
    await expectAtEnd(
      page.getByRole('main').getByRole('searchbox'),
      page.getByRole('button', { name: 'Export CSV' }),
    );
    await expectAccessible(page);
    expect(await exportedLines(page)).toEqual([
      'name,description,issues,projects,environments,sdks,lastSeen',
      expect.stringContaining(`${stem}-old,,2,default,development,unleash-client-node:5.3.1,20`),
      expect.stringContaining(`${stem}-fine,,0,default,development,unleash-client-node:6.12.1,20`),
    ]);
    await names.first().click();

    await page.getByRole('heading', { level: 1, name: `${stem}-old` }).waitFor();
    const region = (name: string) =>
      page.locator('section').filter({
        has: page.getByRole('heading', { name, exact: true, level: 2 }),
      });
    await region('Issues').getByText('Update to 5.3.2 or later').waitFor();
    await region('Issues').getByRole('cell', { name: unknown }).waitFor();
    await region('Environments').getByRole('cell', { name: 'development', exact: true }).waitFor();
    await region('Instances').getByText('Outdated').waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectToFit(page);
    await region('Flags').getByRole('link', { name: flag }).click();
    await page.getByRole('heading', { level: 1, name: flag }).waitFor();
    // A panel that is still loading moves the link.
    await settled(page);
    await page.getByRole('link', { name: `${stem}-old`, exact: true }).click();
    await page.waitForURL(`**/applications/${stem}-old`);

    await page.goto(`/applications/${stem}-fine`);
    await region('Issues').getByText('No issues').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await region('Flags')
      .getByRole('checkbox', { name: `Select ${flag}` })
      .click();
    const bar = page.getByRole('region', { name: 'Selected flags' });
    await bar.getByText('1 selected').waitFor();
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.goto(`/applications/${stem}-missing`);
    await page
      .getByRole('alert')
      .getByText(/does not exist|not found/i)
      .waitFor();
  });
});
