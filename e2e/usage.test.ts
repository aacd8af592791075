import { expect, test } from 'vitest';
import {
  aFlag,
  api,
  apiAs,
  describePage,
  expectAccessible,
  open,
  overflowOf,
  sharedUser,
  unique,
} from './browser.ts';

const pathOf = (name: string) => `/projects/default/flags/${name}`;
const strategiesOf = (name: string) =>
  `/api/admin/projects/default/features/${name}/environments/development/strategies`;

const rollout = (percent: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout: percent, stickiness: 'default' },
});

type Counts = { yes: number; no: number; variants?: Record<string, number> };

/** Reports evaluations in development as the application shop, and waits until they are stored. */
async function report(name: string, counts: Counts): Promise<void> {
  const { secret } = await api<{ secret: string }>('POST', '/api/admin/api-tokens', {
    tokenName: unique('token'),
    type: 'client',
    environment: 'development',
    projects: ['default'],
  });
  const now = Date.now();
  const bucket = { start: now - 1000, stop: now, toggles: { [name]: counts } };
  await apiAs(secret, 'POST', '/api/client/metrics', { appName: 'shop', bucket });
  const stored = async () => {
    const path = `/api/admin/client-metrics/features/${name}/raw`;
    const { data } = await api<{ data: { yes: number }[] }>('GET', path);
    return data.reduce((sum, { yes }) => sum + yes, 0);
  };
  await expect.poll(stored, { timeout: 60_000 }).toBe(counts.yes);
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
    expect(await chart.locator('text').allTextContents()).toEqual(
      expect.arrayContaining(['0', '8']),
    );
    await expectAccessible(page);
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
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);

    const values = page.getByRole('slider', { name: /^Values of: Evaluations in development/ });
    await values.focus();
    await page.keyboard.press('End');
    expect(await values.getAttribute('aria-valuetext')).toMatch(/, Yes 7, No 3$/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => values.getAttribute('aria-valuetext')).toMatch(/, Yes 0, No 0$/);
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('row').filter({ hasText: '7' }).getByText('3', { exact: true }).waitFor();
    await expectAccessible(page);

    const panel = page.getByRole('tabpanel', { name: 'Usage' });
    await panel.getByText('Variants', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'blue' }).waitFor();
    await panel.getByText('Applications', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'shop' }).waitFor();
    await page.getByText('90 days').click();
    await page.waitForURL(/hoursBack=2160/);
    await page.getByText('There are no counts from before').waitFor();
    await page.getByRole('img', { name: '7 yes, 3 no' }).waitFor();
    expect(await values.getAttribute('max')).toBe('89');
    await expectAccessible(page);

    await page.getByRole('link', { name: /25.*50/ }).click();
    await page.getByRole('heading', { name: 'What changed' }).waitFor();
    await page.getByText('changed from 25% to 50%').first().waitFor();
  });
});
