import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  api,
  describePage,
  expectAccessible,
  exportedLines,
  open,
  overflowOf,
  requireApprovals,
  sharedUser,
  unique,
} from './browser.ts';

const development = 'environments/development';

async function aProtectedFlag() {
  const project = unique('protected');
  const flag = unique('flag');
  await api('POST', '/api/admin/projects', { id: project, name: project });
  await api('POST', `/api/admin/projects/${project}/features`, { name: flag });
  const { id: strategyId } = await api<{ id: string }>(
    'POST',
    `/api/admin/projects/${project}/features/${flag}/${development}/strategies`,
    { name: 'flexibleRollout', title: 'Beta', parameters: { rollout: '10' } },
  );
  await requireApprovals(project, 'development');
  return { project, flag, strategyId };
}

const enabled = async (project: string, flag: string) =>
  (
    await api<{ enabled: boolean }>(
      'GET',
      `/api/admin/projects/${project}/features/${flag}/${development}`,
    )
  ).enabled;

/** Sent as the user of the page, because an admin token cannot propose changes. */
async function propose(page: Page, project: string, changes: object[]): Promise<number> {
  const response = await page.request.post(
    `/api/admin/projects/${project}/${development}/change-requests`,
    { data: changes },
  );
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { id: number }).id;
}

const setState = async (page: Page, project: string, id: number, state: string) => {
  const response = await page.request.put(
    `/api/admin/projects/${project}/change-requests/${id}/state`,
    { data: { state } },
  );
  expect(response.status(), await response.text()).toBe(200);
};

const pathOf = (project: string, id: number) => `/projects/${project}/change-requests/${id}`;

/** Confirms in the dialog, after checking its accessibility. */
async function confirm(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: action }).waitFor();
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: action }).click();
}

/** Opens the dialog, checks its accessibility and leaves it. */
async function cancel(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: action }).last().click();
  await dialog.getByRole('button', { name: 'Back' }).waitFor();
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.waitFor({ state: 'detached' });
}

const authorAndReviewer = () =>
  Promise.all([sharedUser('Admin', 'author'), sharedUser('Admin', 'reviewer')]);

/** A request in review for a rollout of 25%, and what changes the rollout in it. */
async function aProposedRollout(author: Page) {
  const { project, flag, strategyId: id } = await aProtectedFlag();
  const proposalOf = (rollout: string) => ({
    feature: flag,
    action: 'updateStrategy',
    payload: { id, parameters: { rollout } },
  });
  const request = await propose(author, project, [proposalOf('25')]);
  await setState(author, project, request, 'In review');
  const path = `/api/admin/projects/${project}/change-requests/${request}`;
  const { features } = await api<{ features: [{ changes: [{ id: number }] }] }>('GET', path);
  const change = `${path}/changes/${features[0].changes[0].id}`;
  const edit = async (rollout: string) =>
    expect((await author.request.put(change, { data: proposalOf(rollout) })).status()).toBe(200);
  const state = async () => (await api<{ state: string }>('GET', path)).state;
  return { project, request, edit, state };
}

describePage('change requests', () => {
  test('are approved only with the changes that the reviewer saw', async () => {
    const [author, reviewer] = await authorAndReviewer();
    const mine = await open('/', author);
    const { project, request, edit, state } = await aProposedRollout(mine);
    const theirs = await open(pathOf(project, request), reviewer);
    await theirs.getByText('25% of all users').waitFor();
    await theirs.getByRole('button', { name: 'Start dry run' }).click();
    await theirs.getByText('It can be applied').waitFor();

    await edit('99');
    await theirs.getByRole('button', { name: 'Approve…' }).click();
    const dialog = theirs.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('alert').getByText('were edited after you saw them').waitFor();
    await expectAccessible(dialog);
    expect(await dialog.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    expect(await state()).toBe('In review');
    await dialog.getByRole('button', { name: 'Back' }).click();
    await theirs.getByText('99% of all users').waitFor();
    expect(await theirs.getByText('It can be applied').count()).toBe(0);

    await theirs.getByRole('button', { name: 'Approve…' }).click();
    await confirm(theirs, 'Approve');
    await theirs.getByText('1 of 1 approval').waitFor();
    expect(await state()).toBe('Approved');
  });

  test('say before a change is saved that this withdraws the approvals', async () => {
    const [author, reviewer] = await authorAndReviewer();
    const mine = await open('/', author);
    const { project, request, state } = await aProposedRollout(mine);
    const edit = mine.getByRole('button', { name: 'Edit: Change a strategy' });
    const dialog = mine.getByRole('dialog');
    const note = 'Saving withdraws the approval';
    await mine.goto(pathOf(project, request));
    await edit.click();
    await dialog.getByRole('button', { name: 'Save change' }).waitFor();
    expect(await dialog.getByText(note).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });

    const theirs = await open('/', reviewer);
    await setState(theirs, project, request, 'Approved');
    await mine.reload();
    await mine.getByText('Editing or discarding a change withdraws the approvals.').waitFor();
    await edit.click();
    await dialog.getByText(note).waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: '50%' }).click();
    await dialog.getByRole('button', { name: 'Save change' }).click();
    await mine.getByText('0 of 1 approval').waitFor();
    expect(await state()).toBe('In review');
  });

  test('show the changes of others without being loaded again', async () => {
    const [author, reviewer] = await authorAndReviewer();
    const mine = await open('/', author);
    const { project, request, edit } = await aProposedRollout(mine);
    const theirs = await open(pathOf(project, request), reviewer);
    await theirs.getByText('25% of all users').waitFor();

    await edit('99');
    await theirs.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

    await theirs.getByText('99% of all users').waitFor();
  });

  test('are proposed, reviewed by another user and applied', async () => {
    const { project, flag } = await aProtectedFlag();
    const [author, reviewer] = await authorAndReviewer();
    const mine = await open(`/projects/${project}/flags/${flag}`, author);

    await mine.getByRole('button', { name: 'Edit strategy 1 in development' }).click();
    const dialog = mine.getByRole('dialog');
    await dialog.getByRole('button', { name: '50%' }).click();
    await dialog.getByRole('button', { name: 'Add to change request' }).click();
    await dialog.waitFor({ state: 'detached' });
    await mine
      .getByRole('link', { name: /Change request/ })
      .first()
      .waitFor();
    await mine.getByLabel(`${flag} in development`).click();
    await mine.getByRole('button', { name: 'Add to change request' }).click();
    await mine.waitForURL(`**/projects/${project}/change-requests/*`);
    await mine.getByText('Switch on').waitFor();
    await mine.getByRole('button', { name: 'Request reviewers' }).click();
    await mine.getByRole('combobox', { name: 'Reviewers' }).fill(reviewer.username);
    await mine.getByRole('option', { name: reviewer.username }).click();
    await mine.keyboard.press('Escape');
    await mine.getByRole('button', { name: 'Save reviewers' }).click();
    await mine.getByText(`Requested: ${reviewer.username}`).waitFor();
    await expectAccessible(mine);
    await cancel(mine, 'Discard');
    await mine.getByRole('button', { name: 'Submit for review' }).click();
    const title = `${flag}: rollout 10% → 50%, switch on in development`;
    const proposed = mine.getByRole('textbox', { name: 'Title' });
    await expect.poll(() => proposed.inputValue()).toBe(title);
    await proposed.fill(`${title}, at last`);
    await confirm(mine, 'Submit');
    await mine.getByText('0 of 1 approval').waitFor();
    await mine.getByRole('heading', { name: `${title}, at last` }).waitFor();
    await cancel(mine, 'Cancel request');
    expect(await mine.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    expect(await enabled(project, flag)).toBe(false);

    const theirs = await open('/change-requests', reviewer);
    const row = theirs.locator('tr[data-row]').filter({ hasText: flag });
    await row.waitFor();
    await expectAccessible(theirs);
    await theirs.getByRole('tab', { name: 'All' }).click();
    await theirs.locator('table[aria-busy=true]').waitFor({ state: 'detached' });
    await expectAccessible(theirs);
    const [head, ...lines] = await exportedLines(theirs);
    expect(head).toContain('id,title,state,project,environment,flags,segments,createdBy');
    expect(
      lines.filter((line) => line.includes(`,In review,${project},development,${flag},`)),
    ).toHaveLength(1);
    await row.getByRole('link').first().click();
    await theirs.getByRole('button', { name: 'Start dry run' }).click();
    await theirs.getByText('It can be applied').waitFor();
    await theirs.getByText('Off → On').waitFor();
    await theirs.getByLabel('Comment', { exact: true }).fill('Why half of them?');
    await theirs.getByRole('button', { name: 'Comment', exact: true }).click();
    await theirs.getByText('Why half of them?').nth(0).waitFor();
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: 'Approve' }).click();
    await confirm(theirs, 'Approve');
    await theirs.getByRole('button', { name: 'Apply now' }).click();
    await confirm(theirs, 'Apply');

    await theirs.getByRole('main').getByText('Applied', { exact: true }).waitFor();
    expect(await enabled(project, flag)).toBe(true);
    await expectAccessible(theirs);
    const request = new URL(theirs.url()).pathname;
    await theirs.goto(`/projects/${project}/flags/${flag}?tab=history`);
    const newest = theirs.getByRole('list', { name: 'Versions' }).getByRole('listitem').first();
    await newest.getByText('Applied with change request').waitFor();
    await newest.getByRole('button', { name: /^Actions/ }).click();
    await theirs.getByRole('menuitem', { name: 'Show the event' }).click();
    await theirs.getByText('Applied with change request').waitFor();
    await theirs.getByRole('link', { name: /^#\d+/ }).click();
    await theirs.waitForURL(`**${request}`);
  });

  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('show a conflict, in %s mode at %i pixels', async (colorScheme, width) => {
    const { project, flag, strategyId } = await aProtectedFlag();
    const [author] = await authorAndReviewer();
    const page = await open('/change-requests?view=mine', author, { colorScheme, width });
    const id = await propose(page, project, [
      {
        feature: flag,
        action: 'updateStrategy',
        payload: { id: strategyId, parameters: { rollout: '90' } },
      },
      { feature: flag, action: 'updateEnabled', payload: { enabled: true } },
    ]);
    await api(
      'PUT',
      `/api/admin/projects/${project}/features/${flag}/${development}/strategies/${strategyId}`,
      { parameters: { rollout: '30' } },
    );
    await page.reload();
    const link = page.locator(`tr[data-row="${id}"]`).getByRole('link').first();
    await link.waitFor();
    await expectAccessible(page);

    await link.click();
    await page.getByText('Conflict', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Start dry run' }).click();
    await page.getByText('It cannot be applied now').waitFor();

    const conflict = page.getByRole('table', { name: 'Conflicting values' }).first();
    expect(await conflict.textContent()).toMatch(/Rollout103090/);
    await expectAccessible(page);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });

  test('editing a change in place resolves a conflict', async () => {
    const { project, flag, strategyId } = await aProtectedFlag();
    const [author] = await authorAndReviewer();
    const page = await open('/change-requests', author);
    const id = await propose(page, project, [
      {
        feature: flag,
        action: 'updateStrategy',
        payload: { id: strategyId, parameters: { rollout: '90' } },
      },
      { feature: flag, action: 'addStrategy', payload: { name: 'default' } },
      { feature: flag, action: 'patchVariant', payload: { variants: [] } },
      { feature: flag, action: 'updateEnabled', payload: { enabled: true } },
    ]);
    const strategy = `/api/admin/projects/${project}/features/${flag}/${development}/strategies/${strategyId}`;
    await api('PUT', strategy, { title: 'Gamma', parameters: { rollout: '30' } });
    await page.goto(pathOf(project, id));
    await page.getByText('Conflict', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Edit: Change a strategy' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Gamma');
    await dialog.getByRole('button', { name: '50%' }).click();
    await expectAccessible(dialog);
    await dialog.getByRole('tab', { name: 'API call' }).click();
    await dialog.getByText(`/projects/${project}/change-requests/${id}/changes/`).waitFor();
    await dialog.getByRole('button', { name: 'Save change' }).click();
    await page.getByText('Conflict', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit: Add a strategy' }).click();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('All other users');
    await dialog.getByRole('button', { name: 'Save change' }).click();
    await page.getByText('All other users').waitFor();
    await page.getByRole('button', { name: 'Edit: Change the variants' }).click();
    await dialog.getByRole('button', { name: 'Add variant', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('blue');
    await expectAccessible(dialog);
    await dialog.getByRole('tab', { name: 'API call' }).click();
    await dialog.getByText('"patchVariant"').waitFor();
    await dialog.getByRole('button', { name: 'Save change' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Switch off instead' }).click();
    await page.getByText('Switch off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Switch on', { exact: true }).waitFor();

    const response = await page.request.get(`/api/admin/projects/${project}/change-requests/${id}`);
    const { features } = (await response.json()) as { features: { changes: object[] }[] };
    expect(features[0]?.changes).toMatchObject([
      { action: 'updateStrategy', payload: { id: strategyId, parameters: { rollout: '50' } } },
      { action: 'addStrategy', payload: { name: 'default', title: 'All other users' } },
      { action: 'patchVariant', payload: { variants: [{ name: 'blue', weight: 1000 }] } },
      { action: 'updateEnabled', payload: { enabled: true } },
    ]);
  });

  test('a change is discarded and restored, the title edited, the request scheduled and rejected', async () => {
    const { project, flag } = await aProtectedFlag();
    const [author, reviewer] = await authorAndReviewer();
    const mine = await open('/change-requests', author);
    const id = await propose(mine, project, [
      { feature: flag, action: 'updateEnabled', payload: { enabled: true } },
      { feature: flag, action: 'addStrategy', payload: { name: 'default' } },
    ]);
    await mine.goto(pathOf(project, id));

    await mine.getByRole('button', { name: 'Discard: Add a strategy' }).click();
    await mine.getByText('Add a strategy').waitFor({ state: 'detached' });
    await mine.getByRole('button', { name: 'Undo' }).click();
    await mine.getByText('Add a strategy').waitFor();
    await mine.getByRole('button', { name: 'Edit the title' }).click();
    await mine.getByRole('textbox', { name: 'Title' }).fill('Half the users');
    await expectAccessible(mine.getByRole('dialog'));
    await mine.getByRole('button', { name: 'Save title' }).click();
    await mine.getByRole('heading', { name: 'Half the users' }).waitFor();
    await setState(mine, project, id, 'In review');

    const theirs = await open(pathOf(project, id), reviewer);
    await setState(theirs, project, id, 'Approved');
    await theirs.reload();
    await theirs.getByRole('button', { name: 'Schedule…' }).click();
    await theirs.getByRole('button', { name: 'Date and time, in your time zone' }).waitFor();
    await expectAccessible(theirs.getByRole('dialog'));
    await theirs.getByRole('button', { name: 'Date and time, in your time zone' }).click();
    await theirs.getByRole('table').waitFor();
    await expectAccessible(theirs);
    await theirs.keyboard.press('Escape');
    await theirs.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
    await theirs.getByText('It will be applied on').waitFor();
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: 'Reject…' }).click();
    await confirm(theirs, 'Reject');

    await theirs.getByRole('main').getByText('Rejected', { exact: true }).waitFor();
    expect(await enabled(project, flag)).toBe(false);
    await expectAccessible(theirs);
    await theirs.getByRole('link', { name: 'Change requests', exact: true }).first().click();
    await theirs.getByRole('tab', { name: 'All' }).click();
    await theirs.getByText('Closed', { exact: true }).click();
    await theirs.locator('tr[data-row]').filter({ hasText: flag }).waitFor();
    await expectAccessible(theirs);
  });

  test('a title from the changes ends with them, one of a person stays, and edits are in the history', async () => {
    const { project, flag } = await aProtectedFlag();
    const other = unique('other');
    await api('POST', `/api/admin/projects/${project}/features`, { name: other });
    const [author] = await authorAndReviewer();
    const page = await open('/change-requests', author);
    const switchOn = { action: 'updateEnabled', payload: { enabled: true } };
    const addStrategy = { action: 'addStrategy', payload: { name: 'default' } };
    const id = await propose(page, project, [{ feature: flag, ...switchOn }]);
    await page.goto(pathOf(project, id));
    await page.getByRole('heading', { name: `Change request #${id}: ${flag}` }).waitFor();
    await page.getByRole('button', { name: 'Submit for review' }).click();
    const proposed = `${flag}: switch on in development`;
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue())
      .toBe(proposed);
    await confirm(page, 'Submit');
    await page.getByRole('heading', { name: proposed }).waitFor();

    const added = [flag, other].map((feature) => ({ feature, ...addStrategy }));
    await propose(page, project, added);
    await page.reload();
    const untitled = `Change request #${id}: ${flag} and ${other}`;
    await page.getByRole('heading', { name: untitled }).waitFor();
    await page.getByRole('button', { name: 'Discard: Add a strategy' }).first().click();
    const history = page.getByRole('list', { name: 'History' });
    await history.getByText(`${author.username} added 2 changes to ${flag} and ${other}`).waitFor();
    await history.getByText(`${author.username} discarded a change to ${flag}`).waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Edit the title' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('For the launch');
    await page.getByRole('button', { name: 'Save title' }).click();
    await page.getByRole('heading', { name: 'For the launch' }).waitFor();
    await propose(page, project, [{ feature: flag, ...addStrategy }]);
    await page.reload();
    await history.getByText(`${author.username} added a change to ${flag}`).waitFor();
    await page.getByRole('heading', { name: 'For the launch' }).waitFor();
  });

  test('state the default strategy that is added, and how many contexts are not listed', async () => {
    const { project } = await aProtectedFlag();
    const flag = unique('flag');
    await api('POST', `/api/admin/projects/${project}/features`, { name: flag });
    await api('POST', `/api/admin/projects/${project}/${development}/default-strategy`, {
      name: 'flexibleRollout',
      title: 'Everyone at once',
      parameters: { rollout: '100', stickiness: 'default' },
    });
    const [author] = await authorAndReviewer();
    const page = await open('/change-requests', author);
    const id = await propose(page, project, [
      { feature: flag, action: 'updateEnabled', payload: { enabled: true } },
    ]);

    await page.goto(pathOf(project, id));
    await page.getByText('The default strategy of the project is added as well').waitFor();
    await page.getByText('Everyone at once').waitFor();
    await page.getByRole('button', { name: 'Start dry run' }).click();
    await page.getByText('and 11 more contexts').waitFor();
    await expectAccessible(page);
  });

  test('a dry run shows values in words, and that nobody is affected while the flag is off', async () => {
    const { project, flag, strategyId } = await aProtectedFlag();
    const [author] = await authorAndReviewer();
    const page = await open('/change-requests', author);
    const id = await propose(page, project, [
      {
        feature: flag,
        action: 'updateStrategy',
        payload: { id: strategyId, disabled: true, parameters: { rollout: '90' } },
      },
    ]);

    await page.goto(pathOf(project, id));
    await page.getByRole('button', { name: 'Start dry run' }).click();
    await page
      .getByText('The flag is off in development, so nobody gets a different result')
      .waitFor();

    const rows = page.getByRole('table', { name: 'What changed' }).getByRole('row');
    await rows.filter({ hasText: /disabledNoYes/ }).waitFor();
    await rows.filter({ hasText: /rollout10%90%/ }).waitFor();
    await expectAccessible(page);
  });

  test('a Viewer has no buttons for transitions', async () => {
    const { project, flag } = await aProtectedFlag();
    const [author] = await authorAndReviewer();
    const mine = await open('/change-requests', author);
    const id = await propose(mine, project, [
      { feature: flag, action: 'updateEnabled', payload: { enabled: true } },
    ]);
    await setState(mine, project, id, 'In review');

    const page = await open(pathOf(project, id), await sharedUser('Viewer'));
    await page.getByText('0 of 1 approval').waitFor();

    const buttons = await page.getByRole('main').getByRole('button').allTextContents();
    expect(buttons).toEqual(['Print', 'Start dry run', 'Comment']);
  });
});
