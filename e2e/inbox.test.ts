import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aReceiver } from '../server/testing/receiver.ts';
import {
  api,
  aUser,
  describePage,
  expectAccessible,
  open,
  overflowOf,
  requireApprovals,
  unique,
} from './browser.ts';

/** A project whose owner has something of each kind in the inbox but schedules. */
async function aTeam() {
  const [project, flag, stale] = [unique('team'), unique('flag'), unique('stale')];
  const [owner, author] = [await aUser('Viewer'), await aUser('Viewer')];
  await api('POST', '/api/admin/projects', { id: project, name: project });
  await api('PUT', `/api/admin/projects/${project}/users/${owner.id}/roles`, { roles: [4] });
  const theirs = await open('/profile', owner);
  for (const name of [flag, stale]) {
    const created = await theirs.request.post(`/api/admin/projects/${project}/features`, {
      data: { name },
    });
    expect(created.status()).toBe(201);
  }
  await api('POST', `/api/admin/projects/${project}/stale`, { features: [stale], stale: true });
  await requireApprovals(project, 'development');
  const mine = await open('/profile', author);
  const id = await submit(mine, { project, flag, mention: owner.username });
  await park(project);
  return { project, flag, stale, id, owner, theirs, mine };
}

/** Proposed and submitted with a comment by the user of the page. */
async function submit(page: Page, input: { project: string; flag: string; mention: string }) {
  const path = `/api/admin/projects/${input.project}`;
  const proposed = await page.request.post(`${path}/environments/development/change-requests`, {
    data: [{ feature: input.flag, action: 'updateEnabled', payload: { enabled: true } }],
  });
  const { id } = (await proposed.json()) as { id: number };
  const data = { state: 'In review', comment: `@${input.mention}, is this fine?` };
  const submitted = await page.request.put(`${path}/change-requests/${id}/state`, { data });
  expect(submitted.status(), await submitted.text()).toBe(200);
  return id;
}

/** An integration of the project that is parked, because its target is gone. */
async function park(project: string): Promise<void> {
  const { url } = await aReceiver((response) => response.writeHead(410).end());
  const path = `/api/admin/projects/${project}/integrations`;
  const parameters = { url };
  await api('POST', path, { name: `${project} hook`, kind: 'webhook', parameters });
  await api('POST', `/api/admin/projects/${project}/features`, { name: unique('flag') });
  const states = async () => {
    const { integrations } = await api<{ integrations: { state: string }[] }>('GET', path);
    return integrations.map(({ state }) => state);
  };
  await expect.poll(states, { timeout: 60_000 }).toEqual(['parked']);
}

/** A flag has at most so many in an environment. */
const strategiesMax = 30;

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describePage('the inbox', () => {
  test('lists what waits by kind, is marked as read, and leads to the pages', async () => {
    const { project, flag, stale, id, theirs, mine } = await aTeam();
    await theirs.goto('/flags');
    await bell(theirs, 'Inbox, 4 unread').click();
    const inbox = theirs.getByRole('dialog', { name: 'Inbox' });
    const section = (name: string) => inbox.getByRole('region', { name });

    await section('To review')
      .getByRole('link', { name: `Change request #${id}` })
      .waitFor();
    await section('Mentions').getByText('is this fine?').waitFor();
    await section('Integrations')
      .getByRole('link', { name: `${project} hook` })
      .waitFor();
    await section('Flags').getByRole('link', { name: stale }).waitFor();
    await section('Flags')
      .getByText(/^Marked as stale/)
      .waitFor();
    await expectAccessible(inbox);
    await inbox.getByRole('button', { name: 'Mark all as read' }).click();
    await inbox.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
    await section('Integrations').getByRole('link').click();
    await theirs.getByRole('heading', { level: 1, name: `${project} hook` }).waitFor();
    await bell(theirs, 'Inbox').click();
    await section('To review').getByRole('link').click();
    await theirs.getByRole('heading', { level: 1, name: `Change request #${id}` }).waitFor();
    await inbox.waitFor({ state: 'detached' });

    await theirs.getByRole('button', { name: 'Approve' }).click();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await theirs.getByRole('button', { name: 'Apply now' }).waitFor();
    await bell(theirs, 'Inbox').click();
    await section('Mentions').waitFor();
    await section('To review').waitFor({ state: 'detached' });
    await mine.goto('/flags');
    await bell(mine, 'Inbox, 1 unread').click();
    const decided = mine.getByRole('region', { name: 'My requests' });
    await decided.getByRole('link', { name: `Change request #${id}` }).waitFor();
    await decided.getByText(/^Approved by /).waitFor();

    const path = `/api/admin/projects/${project}`;
    const data = { state: 'Scheduled', scheduledAt: '2100-01-01T00:00:00Z' };
    const scheduled = await theirs.request.put(`${path}/change-requests/${id}/state`, { data });
    expect(scheduled.status(), await scheduled.text()).toBe(200);
    await api('POST', `${path}/features/${flag}/environments/development/on`);
    await theirs.setViewportSize({ width: 390, height: 800 });
    await theirs.reload();
    await bell(theirs, 'Inbox, 1 unread').click();
    await section('Schedules')
      .getByText(/^The schedule was suspended/)
      .waitFor();
    expect(await overflowOf(theirs)).toBeLessThanOrEqual(0);
  });

  test('has schedules that failed', async () => {
    const [project, flag] = [unique('late'), unique('flag')];
    await api('POST', '/api/admin/projects', { id: project, name: project });
    await api('POST', `/api/admin/projects/${project}/features`, { name: flag });
    const inEnvironment = `/api/admin/projects/${project}/features/${flag}/environments/development`;
    const addStrategy = () => api('POST', `${inEnvironment}/strategies`, { name: 'default' });
    for (let count = 0; count < strategiesMax - 1; count++) await addStrategy();
    await requireApprovals(project, 'development');
    const author = await open('/profile', await aUser('Admin'));
    const reviewer = await open('/profile', await aUser('Admin'));
    const path = `/api/admin/projects/${project}`;
    const proposed = await author.request.post(`${path}/environments/development/change-requests`, {
      data: [{ feature: flag, action: 'addStrategy', payload: { name: 'default' } }],
    });
    const { id } = (await proposed.json()) as { id: number };
    const become = async (page: Page, data: object) => {
      const changed = await page.request.put(`${path}/change-requests/${id}/state`, { data });
      expect(changed.status(), await changed.text()).toBe(200);
    };
    await become(author, { state: 'In review' });
    await become(reviewer, { state: 'Approved' });
    const scheduledAt = new Date(Date.now() + 5000).toISOString();
    await become(reviewer, { state: 'Scheduled', scheduledAt });
    await addStrategy();

    const isFailed = async () => {
      const response = await author.request.get('/api/admin/inbox');
      return (await response.text()).includes('"failed"');
    };
    await expect.poll(isFailed, { timeout: 60_000 }).toBe(true);
    await author.goto('/flags');
    // Admins may review the requests of other tests, too.
    await author.getByRole('button', { name: /^Inbox, \d+ unread$/ }).click();
    await author
      .getByRole('dialog', { name: 'Inbox' })
      .getByRole('region', { name: 'Schedules' })
      .getByText(/^The schedule failed/)
      .waitFor();
  });

  test('of a new user is empty, and names what would be in it', async () => {
    const user = await aUser('Viewer');
    const page = await open('/flags', user);
    await bell(page, 'Inbox').click();
    const inbox = page.getByRole('dialog', { name: 'Inbox' });

    await inbox.getByRole('heading', { name: 'Nothing needs your attention' }).waitFor();
    await inbox.getByText(`(@${user.username})`).waitFor();
    await expectAccessible(inbox);
  });
});
