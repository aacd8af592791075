import { expect, test } from 'vitest';
import {
  api,
  apiAs,
  describePage,
  expectAccessible,
  open,
  overflowOf,
  requireApprovals,
  sharedUser,
  unique,
} from './browser.ts';

/** A project with three flags, of which one is stale, and one is live. */
async function aUsedProject(): Promise<string> {
  const id = unique('project');
  await api('POST', '/api/admin/projects', { id, name: id });
  const path = `/api/admin/projects/${id}/features`;
  const [live = '', stale = ''] = ['a', 'b', 'c'].map((letter) => `${id}-${letter}`);
  await api('POST', path, { name: live });
  await api('POST', path, { name: stale });
  await api('POST', path, { name: `${id}-c`, type: 'kill-switch' });
  await api('POST', `/api/admin/projects/${id}/stale`, { features: [stale], stale: true });
  await api('POST', `${path}/${live}/environments/production/on`);
  const { secret } = await api<{ secret: string }>('POST', '/api/admin/api-tokens', {
    tokenName: unique('token'),
    type: 'client',
    environment: 'production',
    projects: [id],
  });
  const bucket = { start: Date.now() - 1000, stop: Date.now(), toggles: { [live]: { yes: 1 } } };
  await apiAs(secret, 'POST', '/api/client/metrics', { appName: 'shop', bucket });
  const isLive = async () =>
    (await api<{ stage: string }[]>('GET', `${path}/${live}/lifecycle`)).some(
      ({ stage }) => stage === 'live',
    );
  await expect.poll(isLive, { timeout: 60_000 }).toBe(true);
  return id;
}

describePage('insights', () => {
  test('of a project are one of its tabs, with charts and links to the flags', async () => {
    const id = await aUsedProject();
    const page = await open(`/projects/${id}`, await sharedUser('Viewer'));
    await page.getByRole('tab', { name: 'Insights' }).click();
    await page.waitForURL(`**/projects/${id}/insights`);

    await page
      .getByRole('img', { name: /^Changes of flags per day, \d+ changes in 91 days/ })
      .waitFor();
    await page.getByRole('img', { name: /by week, 1 flag went live$/ }).waitFor();
    await page.getByText('No change request was applied in this time.').waitFor();
    const stale = page.getByRole('region', { name: 'Stale flags by age' });
    await stale
      .getByRole('listitem')
      .filter({ hasText: '0 to 30 days' })
      .getByText('Stale 1', { exact: true })
      .waitFor();
    const stages = page.getByRole('region', { name: 'Flags by lifecycle stage' });
    await stages.getByRole('listitem').filter({ hasText: /^Live/ }).getByText('1').waitFor();
    await expectAccessible(page);

    await page.setViewportSize({ width: 390, height: 800 });
    // The charts follow the width of the window after the next frame.
    await expect.poll(() => overflowOf(page), { timeout: 60_000 }).toBeLessThanOrEqual(0);
    await page.getByText('52 weeks').click();
    await page.waitForURL(/weeks=52/);
    await page.getByRole('img', { name: /in 364 days$/ }).waitFor();

    await page.setViewportSize({ width: 1280, height: 800 });
    await stale.getByRole('link', { name: '0 to 30 days' }).click();
    await page.getByRole('link', { name: `${id}-b` }).waitFor();
    expect(await page.getByRole('link', { name: `${id}-a` }).count()).toBe(0);
  });

  test('show the lead time of the change requests that were applied', async () => {
    const id = unique('project');
    await api('POST', '/api/admin/projects', { id, name: id });
    await api('POST', `/api/admin/projects/${id}/features`, { name: `${id}-flag` });
    await requireApprovals(id, 'development');
    const author = await open('/profile', await sharedUser('Admin'));
    const requests = `/api/admin/projects/${id}/environments/development/change-requests`;
    const change = { feature: `${id}-flag`, action: 'updateEnabled', payload: { enabled: true } };
    const proposed = await author.request.post(requests, { data: [change] });
    const { id: request } = (await proposed.json()) as { id: number };
    const reviewer = await open('/profile', await sharedUser('Admin', 'Reviewer'));
    for (const [page, state] of [
      [author, 'In review'],
      [reviewer, 'Approved'],
      [reviewer, 'Applied'],
    ] as const) {
      const path = `/api/admin/projects/${id}/change-requests/${request}/state`;
      const changed = await page.request.put(path, { data: { state } });
      expect(changed.status(), await changed.text()).toBe(200);
    }
    await author.goto(`/projects/${id}/insights`);

    const panel = author.getByRole('region', { name: 'Lead time of change requests' });
    await panel.getByText('1 change request applied', { exact: true }).waitFor();
    await panel
      .getByRole('img', { name: /^Median lead times .* 1 change request applied/ })
      .waitFor();
    await panel.getByText('In review until approved').first().waitFor();
  });

  test('of a project without flags say so, as its dashboard does', async () => {
    const id = unique('project');
    await api('POST', '/api/admin/projects', { id, name: id });
    const page = await open(`/projects/${id}/insights`, await sharedUser('Viewer'));
    await page.getByRole('heading', { name: 'No insights yet' }).waitFor();
    expect(await page.getByRole('img').count()).toBe(0);
    await expectAccessible(page);

    await page.goto(`/dashboard?project=${id}`);
    await page.getByRole('heading', { name: 'No flags yet' }).waitFor();
    expect(await page.getByRole('img', { name: /^Health by day/ }).count()).toBe(0);
    await expectAccessible(page);
  });

  test('of all projects are in the menu', async () => {
    const id = await aUsedProject();
    const page = await open('/dashboard', await sharedUser('Viewer'));
    await page.getByRole('link', { name: 'Insights' }).click();
    await page.getByRole('heading', { name: 'Insights', exact: true }).waitFor();
    await page.getByRole('img', { name: /^Changes of flags per day/ }).waitFor();
    await expectAccessible(page);

    const types = page.getByRole('region', { name: 'Flags by type' });
    await types.getByRole('link', { name: 'Kill switch' }).click();
    await page.waitForURL(/type=IS/);
    await page.getByRole('link', { name: `${id}-c` }).waitFor();
  });
});
