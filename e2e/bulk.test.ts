import { expect, test } from 'vitest';
import {
  aProject,
  api,
  aUser,
  deferred,
  describePage,
  expectAccessible,
  expectToFit,
  open,
  rowOf,
  sharedUser,
  tryUndo,
  undo,
  unique,
} from './browser.ts';
import {
  bar,
  confirm,
  dialogOf,
  type Flag,
  flagOf,
  isOn,
  more,
  openSelected,
  someFlags,
} from './bulk.ts';
import { choose } from './managed.ts';

describePage('several flags', () => {
  test('are switched in production after a confirmation that names it, and back', async () => {
    const { stem, names } = await someFlags(3);
    const page = await openSelected(stem, 3);
    await expectAccessible(page);

    await bar(page).getByRole('button', { name: 'Switch…' }).click();
    const dialog = dialogOf(page);
    await choose(page, dialog, 'Environment', 'production');
    await dialog.getByText('Users in production are affected.').waitFor();
    await expectAccessible(dialog);
    await confirm(page, 'Switch on 3 flags');

    await dialog.waitFor({ state: 'detached' });
    for (const name of names) {
      await expect.poll(() => page.getByLabel(`${name} in production`).isChecked()).toBe(true);
      expect(await isOn(name, 'production')).toBe(true);
    }
    await bar(page).getByText('3 selected').waitFor();
    await undo(page, 'Switched on 3 flags in production');
    await bar(page).waitFor({ state: 'detached' });
    for (const name of names) expect(await isOn(name, 'production')).toBe(false);
  });

  test('get tags and lose others, and undo restores each flag as it was', async () => {
    const { stem, names } = await someFlags(2);
    const [tagged = '', plain = ''] = names;
    const old = { type: 'simple', value: 'old' };
    await api('POST', `/api/admin/features/${tagged}/tags`, old);
    const page = await openSelected(stem, 2);

    await bar(page).getByRole('button', { name: 'Tags…' }).click();
    const dialog = dialogOf(page);
    await dialog
      .getByRole('textbox', { name: 'Add' })
      .or(dialog.getByRole('combobox', { name: 'Add' }))
      .first()
      .fill('shop');
    await page.keyboard.press('Enter');
    // Suggestions would cover the next field and the button.
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
    await dialog.getByRole('combobox', { name: 'Remove' }).click();
    await page.getByRole('option', { name: 'simple:old' }).click();
    await expectAccessible(dialog);
    await page.keyboard.press('Escape');
    await confirm(page, 'Change tags of 2 flags');

    await dialog.waitFor({ state: 'detached' });
    const values = async (name: string) => (await flagOf(name)).tags.map(({ value }) => value);
    expect(await values(tagged)).toEqual(['shop']);
    expect(await values(plain)).toEqual(['shop']);
    await undo(page, 'Changed the tags of 2 flags');
    expect(await values(tagged)).toEqual(['old']);
    expect(await values(plain)).toEqual([]);
  });

  test('are marked as stale, made favourites and moved', async () => {
    const target = await aProject();
    const { stem, names } = await someFlags(2);
    const page = await openSelected(stem, 2);
    const everyFlag = async (holds: (flag: Flag) => boolean, project?: string) =>
      (await Promise.all(names.map((name) => flagOf(name, project)))).every(holds);

    await more(page, 'Mark as stale…');
    await page.getByRole('dialog', { name: 'Mark 2 flags as stale' }).waitFor();
    await expectAccessible(dialogOf(page));
    await confirm(page, 'Mark 2 flags as stale');
    await rowOf(page, names[0] ?? '')
      .getByText('Stale', { exact: true })
      .waitFor();
    await expect.poll(() => everyFlag(({ stale }) => stale)).toBe(true);
    await more(page, 'Add to favourites…');
    await confirm(page, 'Add 2 flags to favourites');
    for (const name of names) {
      await page.getByRole('button', { name: `Remove from favourites: ${name}` }).waitFor();
    }
    await more(page, 'Mark as not stale…');
    await confirm(page, 'Mark 2 flags as not stale');
    await rowOf(page, names[0] ?? '')
      .getByText('Stale', { exact: true })
      .waitFor({ state: 'detached' });
    await expect.poll(() => everyFlag(({ stale }) => !stale)).toBe(true);
    await more(page, 'Remove from favourites…');
    await confirm(page, 'Remove 2 flags from favourites');
    for (const name of names) {
      await page.getByRole('button', { name: `Add to favourites: ${name}` }).waitFor();
    }
    await more(page, 'Move…');
    await choose(page, dialogOf(page), 'To project', target);
    await expectAccessible(dialogOf(page));
    await confirm(page, 'Move 2 flags');

    await rowOf(page, names[0] ?? '')
      .getByText(target)
      .waitFor();
    expect(await everyFlag(({ project }) => project === target, target)).toBe(true);
    await undo(page, `Moved 2 flags to ${target}`);
    await rowOf(page, names[0] ?? '')
      .getByText('default')
      .waitFor();
  });

  test('of a project get tags, are marked as stale and made favourites on its page', async () => {
    const project = await aProject();
    const { names } = await someFlags(2, project);
    const page = await open(`/projects/${project}`, await sharedUser('Admin'));
    const selectAll = async () => {
      await expect.poll(() => page.locator('tr[data-row]').count()).toBe(2);
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
      await bar(page).getByText('2 selected').waitFor();
    };

    await selectAll();
    await bar(page).getByRole('button', { name: 'Tags…' }).click();
    await dialogOf(page).getByRole('combobox', { name: 'Add' }).fill('shop');
    await page.keyboard.press('Enter');
    await confirm(page, 'Change tags of 2 flags');
    await dialogOf(page).waitFor({ state: 'detached' });
    await more(page, 'Mark as stale…');
    await confirm(page, 'Mark 2 flags as stale');
    await dialogOf(page).waitFor({ state: 'detached' });
    await more(page, 'Add to favourites…');
    await confirm(page, 'Add 2 flags to favourites');

    for (const name of names) {
      await rowOf(page, name).getByText('shop', { exact: true }).waitFor();
      await rowOf(page, name).getByText('Stale', { exact: true }).waitFor();
      await page.getByRole('button', { name: `Remove from favourites: ${name}` }).waitFor();
    }
  });

  test('are archived, and undo revives them as they were', async () => {
    const { stem, names } = await someFlags(2);
    const [first = ''] = names;
    await api('POST', `/api/admin/projects/default/features/${first}/environments/production/on`);
    const page = await openSelected(stem, 2);

    await bar(page).getByRole('button', { name: 'Archive…' }).click();
    await dialogOf(page).getByText('On in production: 1 flag.').waitFor();
    await expectAccessible(dialogOf(page));
    await confirm(page, 'Archive 2 flags');
    await rowOf(page, first).waitFor({ state: 'detached' });
    const search = `/api/admin/search/features?archived=true&query=${stem}`;
    const archived = async () => (await api<{ total: number }>('GET', search)).total;
    await expect.poll(archived).toBe(2);
    await tryUndo(page, 'Archived 2 flags');

    const undone = 'Undone: Archived 2 flags. The lifecycle starts from the beginning.';
    await page.getByText(undone).waitFor();
    await rowOf(page, first).waitFor();
    expect(await isOn(first, 'production')).toBe(true);
  });

  test('of the archive are revived, or deleted after the number is typed', async () => {
    const { stem, names } = await someFlags(4);
    await api('POST', '/api/admin/projects/default/archive', { features: names });
    const archived = async () =>
      (
        await api<{ features: { name: string }[] }>('GET', '/api/admin/archive/features/default')
      ).features
        .map(({ name }) => name)
        .filter((name) => name.startsWith(stem))
        .toSorted();
    const page = await open(`/archive?query=${stem}&sortBy=name`, await sharedUser('Admin'));
    const selectFirstTwo = async (from: number) => {
      for (const name of names.slice(from, from + 2)) {
        await page.getByRole('checkbox', { name: `Select ${name}` }).click();
      }
      await bar(page).getByText('2 selected').waitFor();
    };

    await selectFirstTwo(0);
    await expectAccessible(page);
    await bar(page).getByRole('button', { name: 'Revive…' }).click();
    await confirm(page, 'Revive 2 flags');
    await expect.poll(archived).toEqual(names.slice(2));
    await undo(page, 'Revived 2 flags');
    await bar(page).waitFor({ state: 'detached' });
    expect(await archived()).toEqual(names);
    await selectFirstTwo(2);
    await bar(page).getByRole('button', { name: 'Delete permanently…' }).click();
    const action = dialogOf(page).getByRole('button', { name: 'Delete 2 flags', exact: true });
    await action.waitFor();
    expect(await action.isDisabled()).toBe(true);
    await expectAccessible(dialogOf(page));
    await dialogOf(page).getByRole('textbox').fill('2');
    await action.click();

    await expect.poll(archived).toEqual(names.slice(0, 2));
    await page.getByText('Deleted 2 flags').waitFor();
    await rowOf(page, names[3] ?? '').waitFor({ state: 'detached' });
  });

  test('of all pages are selected, and an action can be stopped', async () => {
    const stem = unique('pages');
    const features = Array.from({ length: 30 }, (_, index) => ({
      name: `${stem}-${index}`,
      type: 'release',
    }));
    await api('POST', '/api/admin/features-batch/import', {
      project: 'default',
      environment: 'development',
      data: { features, featureStrategies: [], segments: [] },
    });
    const page = await openSelected(stem, 25);

    await bar(page).getByText('Select all 30 that match').click();
    await bar(page).getByText('30 selected').waitFor();
    // Requests wait until the action is stopped, so that some are never sent.
    const stopped = deferred();
    let sent = 0;
    await page.route('**/favorites', async (route) => {
      sent += 1;
      await stopped.promise;
      await route.continue();
    });
    await more(page, 'Add to favourites…');
    await confirm(page, 'Add 30 flags to favourites');
    await dialogOf(page).getByText('0 of 30 done').waitFor();
    await expect.poll(() => sent).toBe(4);
    await dialogOf(page).getByRole('button', { name: 'Stop' }).click();
    stopped.resolve();

    await dialogOf(page).getByText('Stopped before: 26 flags.').waitFor();
    expect(sent).toBe(4);
  });

  test('can be restored for 30 seconds, and as long as the toast has the focus', async () => {
    const { stem } = await someFlags(2);
    // A user of its own, because the clock changes in all windows of the user.
    const page = await openSelected(stem, 2, { user: await aUser('Admin') });
    await page.clock.install();
    await more(page, 'Mark as stale…');
    await confirm(page, 'Mark 2 flags as stale');
    const toast = page.getByRole('status').filter({ hasText: 'Marked 2 flags as stale' });
    const button = toast.getByRole('button', { name: 'Undo' });

    await button.waitFor();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.clock.runFor(20_000);
    await button.focus();
    await page.clock.runFor(60_000);
    expect(await button.isVisible()).toBe(true);
    await button.blur();
    await page.clock.resume();
    await page.clock.fastForward(31_000);

    await toast.waitFor({ state: 'detached' });
  });

  test('the bar fits a phone', async () => {
    const { stem } = await someFlags(2);
    const page = await openSelected(stem, 2, { size: { width: 390, height: 800 } });

    await expectToFit(page);
    await expectAccessible(page);
  });

  test('a Viewer may only make favourites of them', async () => {
    const { stem } = await someFlags(1);
    const page = await open(`/flags?query=${stem}`, await sharedUser('Viewer'));
    await page.getByRole('checkbox', { name: `Select ${stem}-0` }).click();
    await bar(page).waitFor();

    const buttons = bar(page).getByRole('button');
    await expect.poll(() => buttons.allTextContents()).toEqual(['More', 'Clear selection']);
  });
});
