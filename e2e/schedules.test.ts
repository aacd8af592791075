import { expect, test } from 'vitest';
import { api, describePage, expectAccessible, open } from './browser.ts';
import {
  aProposedRollout,
  authorAndReviewer,
  confirm,
  development,
  pathOf,
  setState,
} from './change-requests.ts';

/** A request for a rollout of 25% that was approved. */
async function anApprovedRollout() {
  const [author, reviewer] = await authorAndReviewer();
  const mine = await open('/', author);
  const proposed = await aProposedRollout(mine);
  const theirs = await open('/', reviewer);
  await setState(theirs, proposed.project, proposed.request, 'Approved');
  return { ...proposed, mine, theirs, path: pathOf(proposed.project, proposed.request) };
}

describePage('a scheduled change request', () => {
  test('that was suspended is removed from the schedule and edited by its author', async () => {
    const { project, flag, strategyId, request, mine, theirs, path } = await anApprovedRollout();
    const scheduled = { state: 'Scheduled', scheduledAt: '2100-01-01T12:00:00Z' };
    const state = `/api/admin/projects/${project}/change-requests/${request}/state`;
    const response = await theirs.request.put(state, { data: scheduled });
    expect(response.status(), await response.text()).toBe(200);
    const strategy = `/api/admin/projects/${project}/features/${flag}/${development}/strategies/${strategyId}`;
    await api('PUT', strategy, { parameters: { rollout: '40' } });

    await mine.goto(path);
    const main = mine.getByRole('main');
    await main.getByText('Suspended', { exact: true }).waitFor();
    await main.getByText(/^Suspended: it was scheduled for Jan 1, 2100/).waitFor();
    await main.getByText(/changed Rollout on .* after this was proposed\.$/).waitFor();
    await main.getByText('It has conflicts, and can be applied').waitFor();
    await mine.getByRole('button', { name: 'Apply now' }).click();
    const dialog = mine.getByRole('dialog');
    await dialog.getByText('It has conflicts, and can be applied').waitFor();
    expect(await dialog.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expectAccessible(mine);
    await mine.getByRole('button', { name: 'Remove from schedule…' }).click();
    await confirm(mine, 'Remove from schedule');
    await main.getByText('Approved', { exact: true }).waitFor();
    await main.getByText(/removed it from the schedule$/).waitFor();
    await mine.getByRole('button', { name: 'Cancel request…' }).waitFor();
    await main.getByText('Edit the change and save it to keep it').waitFor();
    await mine.getByRole('button', { name: 'Edit: Change a strategy' }).click();
    await dialog.getByRole('button', { name: 'Save change' }).click();

    await main.getByText('Conflict', { exact: true }).waitFor({ state: 'detached' });
    await main.getByText('In review', { exact: true }).waitFor();
  });

  test('is not scheduled for a time that is past', async () => {
    const { theirs, path, state } = await anApprovedRollout();
    await theirs.goto(path);
    await theirs.getByRole('button', { name: 'Schedule…' }).click();
    const dialog = theirs.getByRole('dialog');
    const field = dialog.getByRole('button', { name: 'Date and time, in your time zone' });
    const schedule = dialog.getByRole('button', { name: 'Schedule', exact: true });
    await field.click();
    await theirs.locator('button[data-today]').click();
    for (const part of [0, 1]) await theirs.getByRole('spinbutton').nth(part).fill('00');
    await theirs.getByRole('button', { name: 'Use this time' }).click();

    await dialog.getByText('This time is past. Choose a later one.').waitFor();

    expect(await schedule.isDisabled()).toBe(true);
    await expectAccessible(dialog);
    expect(await state()).toBe('Approved');
  });
});
