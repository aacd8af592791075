import { startUnleash } from 'unleash-client';
import { expect, onTestFinished, test } from 'vitest';
import {
  aFlag,
  aProject,
  api,
  aUser,
  describePage,
  expectAccessible,
  expectToFit,
  open,
  requireApprovals,
  sharedUser,
  undo,
  unique,
} from './browser.ts';

/** All flags of the project but the last are marked stale. */
async function aProjectWith(flags: number) {
  const id = await aProject();
  const names = Array.from({ length: flags }, (_, index) => `${id}-flag-${index}`);
  for (const name of names) await aFlag({ name, project: id });
  if (flags > 1) {
    const features = names.slice(0, -1);
    await api('POST', `/api/admin/projects/${id}/stale`, { features, stale: true });
  }
  return { id, names };
}

const liveFlags = async (project: string) =>
  (
    await api<{ features: { name: string }[] }>('GET', `/api/admin/projects/${project}/features`)
  ).features.map(({ name }) => name);

describePage('my dashboard', () => {
  test('is the start page, and a Viewer has only permitted controls', async () => {
    const viewer = await sharedUser('Viewer');
    const { id } = await aProjectWith(2);
    const page = await open('/', viewer, { colorScheme: 'dark' });
    await page.getByRole('heading', { name: 'My dashboard' }).waitFor();
    await page.waitForURL('**/dashboard');

    await page.goto(`/dashboard?project=${id}`);

    const reason = page
      .getByRole('row')
      .getByText(/^marked as stale on/)
      .first();
    await reason.waitFor();
    expect(await reason.getAttribute('title')).toMatch(/\d\d:\d\d:\d\d$/);
    await page.getByRole('img', { name: /^Health by day/ }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Archive|Mark|Create a token/ }).count()).toBe(0);
    await expectAccessible(page);
  });

  test('lists projects for people without a role, favourites first, and no private ones', async () => {
    const { id: liked } = await aProjectWith(1);
    const hidden = await aProject({ mode: 'private' });
    const page = await open('/dashboard', await aUser('Viewer'));
    const projects = page.getByRole('region', { name: 'Projects', exact: true });
    const links = projects.getByRole('link');
    await links.first().waitFor();
    await page.getByRole('heading', { name: /^Health of/ }).waitFor();
    // Beside the default project.
    await expect.poll(() => links.count()).toBeGreaterThan(1);

    await page.request.post(`/api/admin/projects/${liked}/favorites`);
    await page.reload();
    await page.getByRole('heading', { name: `Health of ${liked}` }).waitFor();
    await expect.poll(() => links.first().innerText()).toMatch(/1 flag · 0 members · Favourite/);
    expect(await projects.getByText(hidden).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Open project' }).click();
    await page.waitForURL(`**/projects/${liked}`);
  });

  test('all stale flags of a project are selected, archived and restored by undo', async () => {
    const { id, names } = await aProjectWith(4);
    const fresh = names.slice(-1);
    const page = await open(`/dashboard?project=${id}`, await sharedUser('Admin'), { width: 360 });

    await page.getByLabel('Select all on this page').check();
    const bar = page.getByRole('region', { name: 'Selected flags' });
    await bar.getByText('3 selected').waitFor();
    await expectToFit(page);
    await bar.getByRole('button', { name: 'Archive…' }).click();
    await page.getByRole('dialog').getByText(String(names[0])).waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Archive 3 flags' }).click();

    await page.getByRole('heading', { name: 'No stale flags' }).waitFor();
    expect(await liveFlags(id)).toEqual(fresh);
    await undo(page, 'Archived 3 flags');
    expect(await liveFlags(id)).toHaveLength(4);
  });

  test('a stale flag is archived from its row, by a change request where that needs approval', async () => {
    const { id, names } = await aProjectWith(3);
    const [first = '', second = ''] = names;
    await api('POST', `/api/admin/projects/${id}/features/${first}/environments/production/on`);
    const page = await open(`/dashboard?project=${id}`, await sharedUser('Admin'));
    const dialog = page.getByRole('dialog');

    await page.getByRole('button', { name: `Archive ${first}` }).click();
    await dialog.getByText('It is on in production.').waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Archive 1 flag', exact: true }).click();
    await undo(page, 'Archived 1 flag');
    expect(await liveFlags(id)).toHaveLength(3);
    await requireApprovals(id, 'production');
    await page.reload();
    await page.getByRole('button', { name: `Archive ${second}` }).click();
    await dialog.getByRole('button', { name: 'Add 1 flag to the change request' }).click();

    await dialog.getByRole('link', { name: /change request/ }).waitFor();
    expect(await liveFlags(id)).toHaveLength(3);
  });

  test('an SDK connects with the shown code, and onboarding ends', async () => {
    const { id, names } = await aProjectWith(1);
    const page = await open('/profile', await sharedUser('Admin'));
    // A server with nothing else shows the tour instead.
    await page.request.post('/api/admin/splash/tour');
    await page.goto(`/dashboard?project=${id}`);
    await page.getByText('Waiting for the first SDK').waitFor();
    await page.getByRole('button', { name: 'Create a token' }).click();
    await page.getByText('The code below contains the token').waitFor();
    await expectAccessible(page);

    const code =
      (await page.locator('pre').filter({ hasText: 'startUnleash' }).textContent()) ?? '';
    const [, url = ''] = /url: '([^']+)'/.exec(code) ?? [];
    const [, token = ''] = /Authorization: '([^']+)'/.exec(code) ?? [];
    expect(code).toContain(`isEnabled('${names[0]}')`);
    const client = await startUnleash({
      url,
      appName: unique('app'),
      customHeaders: { Authorization: token },
      disableMetrics: false,
    });
    onTestFinished(() => client.destroy());

    await page.getByText(`${id} is connected`).waitFor();
    await page.getByText('Waiting for the first SDK').waitFor({ state: 'detached' });
  });
});
