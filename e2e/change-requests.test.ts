import { expect, test } from 'vitest';
import {
  aFlag,
  api,
  describePage,
  expectAccessible,
  expectToFit,
  exportedLines,
  open,
  rowOf,
  settled,
  sharedUser,
  undo,
} from './browser.ts';
import {
  aProtectedFlag,
  authorAndReviewer,
  cancel,
  confirm,
  development,
  enabled,
  openProposed,
  pathOf,
  propose,
  setState,
  switchOn,
} from './change-requests.ts';

describePage('change requests', () => {
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
    await openProposed(mine);
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
    await theirs.getByRole('tab', { name: 'All', selected: true }).waitFor();
    await settled(theirs);
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
    const applied = theirs
      .getByRole('list', { name: 'Versions' })
      .getByRole('listitem')
      .filter({ hasText: 'Applied with change request' });
    await applied
      .first()
      .getByRole('button', { name: /^Actions/ })
      .click();
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
      switchOn(flag),
    ]);
    await api(
      'PUT',
      `/api/admin/projects/${project}/features/${flag}/${development}/strategies/${strategyId}`,
      { parameters: { rollout: '30' } },
    );
    await page.reload();
    const link = rowOf(page, id).getByRole('link').first();
    await link.waitFor();
    await expectAccessible(page);

    await link.click();
    await page.getByText('Conflict', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Start dry run' }).click();
    await page.getByText('It cannot be applied now').waitFor();

    const conflict = page.getByRole('table', { name: 'Conflicting values' }).first();
    await expect.poll(() => conflict.textContent()).toMatch(/Rollout103090/);
    await expectAccessible(page);
    await expectToFit(page);
  });

  test('a change is discarded and restored, the title edited, the request scheduled and rejected', async () => {
    const { project, flag } = await aProtectedFlag();
    const [author, reviewer] = await authorAndReviewer();
    const mine = await open('/change-requests', author);
    const id = await propose(mine, project, [
      switchOn(flag),
      { feature: flag, action: 'addStrategy', payload: { name: 'default' } },
    ]);
    await mine.goto(pathOf(project, id));

    await mine.getByRole('button', { name: 'Discard: Add a strategy' }).click();
    await mine.getByText('Add a strategy', { exact: true }).waitFor({ state: 'detached' });
    await undo(mine, '“Add a strategy” discarded');
    await mine.getByText('Add a strategy', { exact: true }).waitFor();
    await mine.getByRole('button', { name: 'Edit the title' }).click();
    await mine.getByRole('textbox', { name: 'Title' }).fill('Half the users');
    await expectAccessible(mine.getByRole('dialog'));
    await mine.getByRole('button', { name: 'Save title' }).click();
    await mine.getByRole('heading', { name: 'Half the users' }).waitFor();
    await mine.getByRole('main').getByText(`#${id}`, { exact: true }).waitFor();
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

  test('state the default strategy that is added, and how many contexts are not listed', async () => {
    const { project } = await aProtectedFlag();
    const flag = await aFlag({ project });
    await api('POST', `/api/admin/projects/${project}/${development}/default-strategy`, {
      name: 'flexibleRollout',
      title: 'Everyone at once',
      parameters: { rollout: '100', stickiness: 'default' },
    });
    const [author] = await authorAndReviewer();
    const page = await open('/change-requests', author);
    const id = await propose(page, project, [switchOn(flag)]);

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
    const id = await propose(mine, project, [switchOn(flag)]);
    await setState(mine, project, id, 'In review');

    const page = await open(pathOf(project, id), await sharedUser('Viewer'));
    await page.getByText('0 of 1 approval').waitFor();

    await settled(page);
    const buttons = page.getByRole('main').getByRole('button');
    await expect
      .poll(() => buttons.allTextContents())
      .toEqual(['Print', 'Start dry run', 'Comment']);
  });
});
