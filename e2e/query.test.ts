import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  aFlag,
  aProject,
  api,
  describePage,
  expectAccessible,
  expectToFit,
  open,
  rowOf,
  sharedUser,
  undo,
  unique,
} from './browser.ts';

const rows = (page: Page) => page.locator('li[data-event]');
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

/** Two flags whose names begin alike: a release flag and a kill switch. */
async function twoFlags() {
  const stem = unique('queried');
  const release = await aFlag({ name: `${stem}-a`, type: 'release' });
  const kill = await aFlag({ name: `${stem}-b`, type: 'kill-switch' });
  return { stem, release, kill };
}

describePage('the query box', () => {
  test('finds flags; a mistake is marked and fixed, and the last results stay', async () => {
    const { stem, release, kill } = await twoFlags();
    const page = await open('/flags', await sharedUser('Editor'));
    const box = page.getByRole('combobox', { name: 'Search flags' });

    await box.fill(`name:${stem}* -type:kill-switch`);
    await rowOf(page, release).waitFor();
    await rowOf(page, kill).waitFor({ state: 'detached' });
    expect(parameter(page, 'q')).toBe(`name:${stem}* -type:kill-switch`);

    await box.fill(`name:${stem}* is:actvie`);
    await page.getByText(`Character ${stem.length + 11}: "actvie" is not a value`).waitFor();
    expect(await page.locator('[data-mistake]').textContent()).toBe('actvie');
    await box.and(page.locator('[aria-invalid=true][aria-describedby]')).waitFor();
    await rowOf(page, release).waitFor();
    const previous = page.getByText('The results of the previous query are shown.');
    await previous.waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Change to active' }).click();
    await rowOf(page, kill).waitFor();
    await rowOf(page, release).waitFor();
    await expect.poll(() => box.inputValue()).toBe(`name:${stem}* is:active`);
    await page.locator('[data-mistake]').waitFor({ state: 'detached' });
    await previous.waitFor({ state: 'detached' });
  });

  test('offers the id of a project that is written with its name', async () => {
    const name = unique('Shop called');
    const id = await aProject({ name });
    const page = await open(`/flags?q=project:"${name}"`, await sharedUser('Admin'));

    await page.getByText(`You can see no active project with the ID “${name}”.`).waitFor();
    await page.getByRole('button', { name: `Change to ${id}` }).click();

    await expect.poll(() => parameter(page, 'q')).toBe(`project:${id}`);
    await page.getByText('No project has the ID').waitFor({ state: 'detached' });
  });

  test('completes keys and values by keyboard', async () => {
    const { stem, release, kill } = await twoFlags();
    const page = await open(`/flags?q=name:${stem}*`, await sharedUser('Editor'));
    await rowOf(page, kill).waitFor();
    const box = page.getByRole('combobox', { name: 'Search flags' });

    await box.press('End');
    await box.pressSequentially(' ty');
    const option = (name: string) => page.getByRole('option', { name, exact: false });
    await option('type:').waitFor();
    await box.press('ArrowDown');
    await box.press('Tab');
    await expect.poll(() => box.inputValue()).toBe(`name:${stem}* type:`);
    await box.pressSequentially('kill');
    await option('kill-switch').waitFor();
    await box.press('ArrowDown');
    await option('kill-switch').and(page.locator('[aria-selected=true]')).waitFor();
    await expectAccessible(page);
    await box.press('Enter');

    await rowOf(page, release).waitFor({ state: 'detached' });
    await rowOf(page, kill).waitFor();
    await expect.poll(() => box.inputValue()).toBe(`name:${stem}* type:kill-switch `);
    await box.pressSequentially('s');
    await page.getByRole('listbox').waitFor();
    await box.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  });

  test('completes a project by its name, of which the query has the id', async () => {
    const { release } = await twoFlags();
    const name = unique('front');
    const id = await aProject({ name });
    const flag = await aFlag({ project: id });
    const page = await open('/flags?q=project:default', await sharedUser('Editor'));
    const box = page.getByRole('combobox', { name: 'Search flags' });

    await box.fill('');
    await box.pressSequentially(`project:${name}`);
    await page.getByRole('option', { name }).waitFor();
    await box.press('ArrowDown');
    await box.press('Enter');

    await rowOf(page, flag).waitFor();
    await rowOf(page, release).waitFor({ state: 'detached' });
    await expect.poll(() => parameter(page, 'q')).toBe(`project:${id}`);
  });

  test('finds events on a phone, and its help has examples', async () => {
    const name = await aFlag();
    const change = { name, type: 'release', description: 'the quick brown fox' };
    await api('PUT', `/api/admin/projects/default/features/${name}`, change);
    const page = await open('/events', await sharedUser('Viewer'), { width: 390 });
    const box = page.getByRole('combobox', { name: 'Search events' });
    await box.waitFor();
    // A phone has no keys.
    expect(await page.locator('kbd', { hasText: '/' }).isVisible()).toBe(false);

    await box.fill(`flag:${name} type:feature-metadata-updated brown`);
    await expect.poll(() => rows(page).count()).toBe(1);
    await expect.poll(() => page.locator('mark').first().textContent()).toBe('brown');
    await page.getByRole('button', { name: 'Help with the search' }).click();
    const help = page.getByRole('dialog', { name: 'Help with the search' });
    await help.getByRole('table', { name: 'Terms' }).waitFor();
    await expectAccessible(page);
    await expectToFit(page);

    await help.getByRole('button', { name: /^type:feature-archived since:30d/ }).click();
    await expect.poll(() => parameter(page, 'q')).toBe('type:feature-archived since:30d');
    await expectToFit(page);
  });
});

describePage('saved views', () => {
  test('a search is saved, opened from the menu, renamed, updated and deleted', async () => {
    const { stem, release, kill } = await twoFlags();
    const [name, renamed] = [unique('view'), unique('renamed')];
    const page = await open(`/flags?q=name:${stem}*&type=IS:release`, await sharedUser('Editor'));
    await rowOf(page, release).waitFor();

    await page.getByRole('button', { name: 'Save as view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const link = (view: string, count = '') =>
      page.getByRole('link', { name: new RegExp(`^${view}.*${count}$`) });
    await link(name).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => parameter(page, 'q')).toBe(`name:${stem}* type:release`);

    await page.getByRole('link', { name: 'Flags', exact: true }).click();
    await expect.poll(() => parameter(page, 'q')).toBe(null);
    await link(name, '\\s1').click();
    await rowOf(page, release).waitFor();
    await rowOf(page, kill).waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Search flags' }).fill(`name:${stem}*`);
    await rowOf(page, kill).waitFor();
    await page.getByRole('button', { name: `View: ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Update to this search' }).click();
    await undo(page, `Updated the view ${name}`);
    await link(name, '\\s1').waitFor();
    await page.getByRole('button', { name: `View: ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Update to this search' }).click();
    await link(name, '\\s2').waitFor();

    await page.getByRole('button', { name: `View: ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const rename = page.getByRole('dialog', { name: `Rename ${name}` });
    await rename.getByRole('textbox', { name: 'Name' }).fill(renamed);
    await expectAccessible(rename);
    await rename.getByRole('button', { name: 'Save' }).click();
    await link(renamed, '\\s2').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: `View: ${renamed}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete view' }).waitFor();
    await expectAccessible(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Delete view' }).click();
    await link(renamed).waitFor({ state: 'detached' });
  });

  test('a view is shared in a project, and others open it by its link', async () => {
    const project = await aProject();
    const flag = await aFlag({ project });
    const name = unique('view');
    const page = await open(`/flags?q=project:${project}`, await sharedUser('Admin'));
    await rowOf(page, flag).waitFor();

    await page.getByRole('button', { name: 'Save as view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('combobox', { name: 'Visible to' }).click();
    await page.getByRole('option', { name: `Everyone who can see ${project}` }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`Saved the view ${name}`).waitFor();

    const { views } = await api<{ views: { id: string; name: string }[] }>(
      'GET',
      `/api/admin/views?project=${project}`,
    );
    const id = views.find((view) => view.name === name)?.id;
    const other = await open(`/views/${id}`, await sharedUser('Viewer'));
    await rowOf(other, flag).waitFor();
    await other.getByRole('button', { name: `View: ${name}` }).click();
    await other.getByRole('menuitem', { name: 'Copy link' }).waitFor();
    expect(await other.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
  });
});
