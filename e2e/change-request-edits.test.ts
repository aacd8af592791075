import { expect, test } from 'vitest';
import {
  aFlag,
  api,
  deferred,
  describePage,
  expectAccessible,
  open,
  undo,
  unique,
} from './browser.ts';
import {
  aProposedRollout,
  aProtectedFlag,
  authorAndReviewer,
  confirm,
  development,
  pathOf,
  propose,
  setState,
  switchOn,
} from './change-requests.ts';

describePage('a change request that changes in review', () => {
  test('are approved only with the changes that the reviewer saw', async () => {
    const [author, reviewer] = await authorAndReviewer();
    const mine = await open('/', author);
    const { project, request, edit, state } = await aProposedRollout(mine);
    const theirs = await open(pathOf(project, request), reviewer);
    await theirs.getByText('25% of all users').waitFor();
    await theirs.getByRole('button', { name: 'Start dry run' }).click();
    await theirs.getByText('It can be applied').waitFor();
    // The page fetches the request now and then, but must not show the edited one yet.
    const refused = deferred();
    const path = `**/api/admin${pathOf(project, request)}`;
    await theirs.route(path, async (route) => {
      await refused.promise;
      await route.continue();
    });

    await edit('99');
    await theirs.getByRole('button', { name: 'Approve…' }).click();
    const dialog = theirs.getByRole('dialog');
    const comment = dialog.getByLabel('Comment');
    await comment.fill('Looks good');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('alert').getByText('were edited after you saw them').waitFor();
    refused.resolve();
    await expectAccessible(dialog);
    expect(await dialog.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    expect(await state()).toBe('In review');
    await dialog.getByRole('button', { name: 'Back' }).click();
    await theirs.getByText('99% of all users').waitFor();
    await theirs.getByText('It can be applied').waitFor({ state: 'detached' });

    await theirs.getByRole('button', { name: 'Approve…' }).click();
    await expect.poll(() => comment.inputValue()).toBe('Looks good');
    await confirm(theirs, 'Approve');
    await theirs.getByText('Looks good').waitFor();
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
    const history = mine.getByRole('list', { name: 'History' });
    await history.getByText(/ edited flag\S*: rollout 25% → 50% in development$/).waitFor();
  });

  test('are edited only in the version that was opened, and what was typed is kept', async () => {
    const [author] = await authorAndReviewer();
    const page = await open('/', author);
    const { project, request, edit } = await aProposedRollout(page);
    await page.goto(pathOf(project, request));
    await page.getByRole('button', { name: 'Edit: Change a strategy' }).click();
    const dialog = page.getByRole('dialog');
    const title = dialog.getByRole('textbox', { name: 'Title' });
    await title.fill('Typed by the author');
    await edit('99');

    await dialog.getByRole('button', { name: 'Save change' }).click();
    const note = dialog.getByRole('alert');
    await note.getByText('The change request was changed since you opened it').waitFor();
    await expectAccessible(dialog);
    expect(await title.inputValue()).toBe('Typed by the author');
    await note.getByRole('button', { name: 'Load the current version' }).click();
    await note.waitFor({ state: 'detached' });
    await expect.poll(() => title.inputValue()).toBe('Typed by the author');
    await dialog.getByRole('button', { name: 'Save change' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByText('Typed by the author').first().waitFor();
    await page.getByText('99% of all users').waitFor();
  });

  test('variants are edited only in the version that was opened, too', async () => {
    const { project, flag } = await aProtectedFlag();
    const [author] = await authorAndReviewer();
    const page = await open('/', author);
    const proposalOf = (...names: string[]) => ({
      feature: flag,
      action: 'patchVariant',
      payload: { variants: names.map((name) => ({ name, weight: 1000 })) },
    });
    const id = await propose(page, project, [proposalOf()]);
    const path = `/api/admin/projects/${project}/change-requests/${id}`;
    const read = () =>
      api<{ features: [{ changes: [{ id: number; payload: object }] }] }>('GET', path);
    await page.goto(pathOf(project, id));
    await page.getByRole('button', { name: 'Edit: Change the variants' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add variant', exact: true }).click();
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('blue');
    const change = `${path}/changes/${(await read()).features[0].changes[0].id}`;
    expect((await page.request.put(change, { data: proposalOf('green') })).status()).toBe(200);

    await dialog.getByRole('button', { name: 'Save change' }).click();
    await dialog.getByRole('button', { name: 'Load the current version' }).click();
    await dialog.getByRole('alert').waitFor({ state: 'detached' });
    await expect.poll(() => name.inputValue()).toBe('blue');
    await dialog.getByRole('button', { name: 'Save change' }).click();
    await dialog.waitFor({ state: 'detached' });

    expect((await read()).features[0].changes).toMatchObject([
      { payload: { variants: [{ name: 'blue' }] } },
    ]);
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
      switchOn(flag),
    ]);
    const strategy = `/api/admin/projects/${project}/features/${flag}/${development}/strategies/${strategyId}`;
    await api('PUT', strategy, { title: 'Gamma', parameters: { rollout: '30' } });
    await page.goto(pathOf(project, id));
    await page.getByText('Conflict', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Edit: Change a strategy' }).click();
    const dialog = page.getByRole('dialog');
    const title = dialog.getByRole('textbox', { name: 'Title' });
    await expect.poll(() => title.inputValue()).toBe('Gamma');
    await dialog.getByRole('button', { name: '50%' }).click();
    await expectAccessible(dialog);
    await dialog.getByRole('tab', { name: 'API call' }).click();
    await dialog.getByText(`/projects/${project}/change-requests/${id}/changes/`).waitFor();
    await dialog.getByRole('button', { name: 'Save change' }).click();
    await page.getByText('Conflict', { exact: true }).waitFor({ state: 'detached' });
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit: Add a strategy' }).click();
    await title.fill('All other users');
    await dialog.getByRole('button', { name: 'Save change' }).click();
    await dialog.waitFor({ state: 'detached' });
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
    await undo(page, '“Switch off” saved');
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

  test('a title from the changes follows them, one of a person stays, and edits are in the history', async () => {
    const { project, flag } = await aProtectedFlag();
    const other = await aFlag({ name: unique('another'), project });
    const [author] = await authorAndReviewer();
    const page = await open('/change-requests', author);
    const addStrategy = { action: 'addStrategy', payload: { name: 'default' } };
    const id = await propose(page, project, [switchOn(flag)]);
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
    const recomposed = `${flag} and ${other}: 3 changes in development`;
    await page.getByRole('heading', { name: recomposed }).waitFor();
    await page.goto('/change-requests?view=mine');
    await page.getByRole('link', { name: recomposed }).click();
    await page.getByRole('heading', { name: recomposed }).waitFor();
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

    await page.goto(`/projects/${project}/flags/${flag}`);
    await page.getByRole('switch', { name: `${flag} in development` }).click();
    await page.getByRole('button', { name: 'Add to change request' }).click();
    await page.getByText(`Added to change request ${id}, which is in review`).waitFor();
    await page.getByRole('button', { name: 'More actions for strategy 1 in development' }).click();
    await page.getByRole('menu').getByText('Added to your change request').waitFor();
    await expectAccessible(page);
  });
});
