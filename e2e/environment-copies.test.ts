import { expect, test } from 'vitest';
import {
  addMember,
  aFlag,
  aProject,
  api,
  describePage,
  expectAccessible,
  expectToFit,
  open,
  requireApprovals,
  sharedUser,
} from './browser.ts';
import { apiOf, pathOf } from './flag.ts';
import { addRollout, row, sideBySide, titlesIn } from './flag-tools.ts';

describePage('the environments of a flag', () => {
  test('shows environments side by side and copies one to production', async () => {
    const name = await aFlag();
    await addRollout(name, 'Beta', { percent: 25 });
    await addRollout(name, 'Staff', { percent: 100 });
    await addRollout(name, 'Beta', { percent: 10, environment: 'production' });
    for (const environment of ['development', 'production']) {
      await api('POST', `${apiOf(name)}/environments/${environment}/on`);
    }
    const page = await open(pathOf(name), await sharedUser('Editor'), { width: 390 });

    await page.getByText('Side by side', { exact: true }).click();
    await sideBySide(page).getByText('2 differences').waitFor();
    await row(page, 'Strategy 1').getByText('Differs: who gets it').waitFor();
    await row(page, 'Strategy 2').getByText('Not in production').waitFor();
    await expectToFit(page);
    await expectAccessible(page);
    await page.getByRole('switch', { name: 'Only differences' }).check();
    await row(page, 'Switch').waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'Only differences' }).uncheck();

    await page.getByRole('button', { name: 'More actions for development' }).click();
    await page.getByRole('menuitem', { name: 'Copy to production…' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Copy to production…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy development to production?' });
    await dialog.getByText('Users in production are affected as soon as it').waitFor();
    await dialog.getByText('Applied at once').waitFor();
    await expectAccessible(dialog);
    await expectToFit(page);
    await dialog.getByRole('button', { name: 'Copy to production' }).click();
    const result = page.getByRole('dialog', { name: 'Environment copied' });
    await result.getByRole('button', { name: 'Done' }).waitFor();
    await expectAccessible(result);
    await result.getByRole('button', { name: 'Done' }).click();
    await sideBySide(page).getByText('All environments have the same configuration.').waitFor();
    expect(await titlesIn(name, 'production')).toEqual(['Beta', 'Staff']);

    await page.getByText('List', { exact: true }).click();
    await page
      .getByRole('region', { name: 'production', exact: true })
      .getByText('Staff')
      .waitFor();
  });

  test('copies an environment into the draft where changes need approval', async () => {
    const project = await aProject();
    const name = await aFlag({ project });
    const member = await sharedUser('Editor');
    await addMember(project, member);
    await addRollout(name, 'Beta', { project });
    for (const percent of [5, 10]) await addRollout(name, '', { project, percent });
    await requireApprovals(project, 'production');
    const page = await open(pathOf(name, project), member);

    await page.getByRole('button', { name: 'More actions for development' }).click();
    await page.getByRole('menuitem', { name: 'Copy to production…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy development to production?' });
    await dialog.getByText('Added to your change request for production').waitFor();
    await dialog.getByText('2 × Strategy Gradual rollout added in production').waitFor();
    expect(await dialog.getByText('Users in production').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Add to change request' }).click();
    const result = page.getByRole('dialog', { name: 'Added to your change request' });
    await result.getByRole('link', { name: /^change request #\d+$/ }).click();

    await page.waitForURL(`**/projects/${project}/change-requests/*`);
    await page.getByText('Beta').first().waitFor();
    expect(await titlesIn(name, 'production', project)).toEqual([]);
  });

  test('offers those who may skip approval to propose a copy or an undo first', async () => {
    const project = await aProject();
    const name = await aFlag({ project });
    await addRollout(name, 'Beta', { project });
    await requireApprovals(project, 'production');
    const page = await open(pathOf(name, project), await sharedUser('Admin'), { width: 390 });
    const copy = async () => {
      await page.getByRole('button', { name: 'More actions for development' }).click();
      await page.getByRole('menuitem', { name: 'Copy to production…' }).click();
    };

    await copy();
    const dialog = page.getByRole('dialog', { name: 'Copy development to production?' });
    await dialog.getByText('Added to your change request for production').waitFor();
    await dialog.getByRole('button', { name: 'Add to change request' }).click();
    const result = page.getByRole('dialog', { name: 'Added to your change request' });
    await result.getByRole('button', { name: 'Done' }).click();
    expect(await titlesIn(name, 'production', project)).toEqual([]);

    await copy();
    await dialog.getByRole('button', { name: 'Copy to production without approval' }).click();
    await page.getByRole('dialog', { name: 'Environment copied' }).getByText('Applied').waitFor();
    expect(await titlesIn(name, 'production', project)).toEqual(['Beta']);

    await page.goto(`${pathOf(name, project)}?tab=history`);
    await page
      .getByRole('button', { name: /^Actions/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Undo this change…' }).click();
    const undoing = page.getByRole('dialog', { name: 'Undo this change?' });
    await undoing.getByRole('button', { name: 'Add to change request' }).waitFor();
    await undoing.getByRole('button', { name: 'Undo change without approval' }).click();
    await page.getByRole('dialog', { name: 'Change undone' }).waitFor();
    expect(await titlesIn(name, 'production', project)).toEqual([]);
  });
});
