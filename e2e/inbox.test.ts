import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aReceiver } from '../server/testing/receiver.ts';
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
  unique,
} from './browser.ts';
import { development, propose, setState, switchOn } from './change-requests.ts';

/** A project whose owner has something of each kind in the inbox but schedules. */
async function aTeam() {
  const [project, flag, stale] = [await aProject(), unique('flag'), unique('stale')];
  const [owner, author] = [await aUser('Viewer'), await aUser('Viewer')];
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
  const id = await propose(mine, project, [switchOn(flag)]);
  const comment = `@${owner.username}, is this fine?`;
  await setState(mine, project, id, 'In review', { comment });
  await park(project);
  return { project, flag, stale, id, owner, theirs, mine };
}

/** An integration of the project that is parked, because its target is gone. */
async function park(project: string): Promise<void> {
  const { url } = await aReceiver((response) => response.writeHead(410).end());
  const path = `/api/admin/projects/${project}/integrations`;
  const parameters = { url };
  await api('POST', path, { name: `${project} hook`, kind: 'webhook', parameters });
  await aFlag({ project });
  const states = async () => {
    const { integrations } = await api<{ integrations: { state: string }[] }>('GET', path);
    return integrations.map(({ state }) => state);
  };
  await expect.poll(states).toEqual(['parked']);
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

    await setState(theirs, project, id, 'Scheduled', { scheduledAt: '2100-01-01T00:00:00Z' });
    await api('POST', `/api/admin/projects/${project}/features/${flag}/${development}/on`);
    await theirs.setViewportSize({ width: 390, height: 800 });
    await theirs.reload();
    await bell(theirs, 'Inbox, 1 unread').click();
    await section('Schedules')
      .getByText(/^The schedule was suspended/)
      .waitFor();
    await expectToFit(theirs);
  });

  test('has schedules that failed', async () => {
    const project = await aProject();
    const flag = await aFlag({ project });
    const strategies = `/api/admin/projects/${project}/features/${flag}/${development}/strategies`;
    const addStrategy = () => api('POST', strategies, { name: 'default' });
    for (let count = 0; count < strategiesMax - 1; count++) await addStrategy();
    await requireApprovals(project, 'development');
    const author = await open('/profile', await aUser('Admin'));
    const reviewer = await open('/profile', await aUser('Admin'));
    const change = { feature: flag, action: 'addStrategy', payload: { name: 'default' } };
    const id = await propose(author, project, [change]);
    await setState(author, project, id, 'In review');
    await setState(reviewer, project, id, 'Approved');
    // Late enough for the strategy that comes between, which leaves no room for that of the request.
    const scheduledAt = new Date(Date.now() + 15_000).toISOString();
    await setState(reviewer, project, id, 'Scheduled', { scheduledAt });
    await addStrategy();
    expect(Date.now()).toBeLessThan(Date.parse(scheduledAt));

    const isFailed = async () => {
      const response = await author.request.get('/api/admin/inbox');
      return (await response.text()).includes('"failed"');
    };
    await expect.poll(isFailed).toBe(true);
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
