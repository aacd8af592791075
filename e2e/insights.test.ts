import { expect, test } from 'vitest';
import {
  aClientToken,
  aFlag,
  aProject,
  api,
  apiAs,
  describePage,
  expectAccessible,
  expectToFit,
  open,
  requireApprovals,
  sharedUser,
} from './browser.ts';
import { propose, setState, switchOn } from './change-requests.ts';

/** A project with three flags, of which one is stale, and one is live. */
async function aUsedProject(): Promise<string> {
  const id = await aProject();
  const path = `/api/admin/projects/${id}/features`;
  const [live = '', stale = ''] = ['a', 'b', 'c'].map((letter) => `${id}-${letter}`);
  await aFlag({ name: live, project: id });
  await aFlag({ name: stale, project: id });
  await aFlag({ name: `${id}-c`, project: id, type: 'kill-switch' });
  await api('POST', `/api/admin/projects/${id}/stale`, { features: [stale], stale: true });
  await api('POST', `${path}/${live}/environments/production/on`);
  const secret = await aClientToken({ project: id, environment: 'production' });
  const bucket = { start: Date.now() - 1000, stop: Date.now(), toggles: { [live]: { yes: 1 } } };
  await apiAs(secret, 'POST', '/api/client/metrics', { appName: 'shop', bucket });
  const isLive = async () =>
    (await api<{ stage: string }[]>('GET', `${path}/${live}/lifecycle`)).some(
      ({ stage }) => stage === 'live',
    );
  await expect.poll(isLive).toBe(true);
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
    await expectToFit(page);
    await page.getByText('52 weeks').click();
    await page.waitForURL(/weeks=52/);
    await page.getByRole('img', { name: /in 364 days$/ }).waitFor();

    await page.setViewportSize({ width: 1280, height: 800 });
    await stale.getByRole('link', { name: '0 to 30 days' }).click();
    await page.getByRole('link', { name: `${id}-b` }).waitFor();
    expect(await page.getByRole('link', { name: `${id}-a` }).count()).toBe(0);
  });

  test('show the lead time of the change requests that were applied', async () => {
    const id = await aProject();
    const flag = await aFlag({ project: id });
    await requireApprovals(id, 'development');
    const author = await open('/profile', await sharedUser('Admin'));
    const request = await propose(author, id, [switchOn(flag)]);
    const reviewer = await open('/profile', await sharedUser('Admin', 'Reviewer'));
    await setState(author, id, request, 'In review');
    await setState(reviewer, id, request, 'Approved');
    await setState(reviewer, id, request, 'Applied');
    await author.goto(`/projects/${id}/insights`);

    const panel = author.getByRole('region', { name: 'Lead time of change requests' });
    await panel.getByText('1 change request applied', { exact: true }).waitFor();
    await panel
      .getByRole('img', { name: /^Median lead times .* 1 change request applied/ })
      .waitFor();
    await panel.getByText('In review until approved').first().waitFor();
  });

  test('of a project without flags say so, as its dashboard does', async () => {
    const id = await aProject();
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
