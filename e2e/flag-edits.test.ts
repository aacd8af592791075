import { expect, test } from 'vitest';
import {
  aFlag,
  api,
  describePage,
  expectAccessible,
  holdUndo,
  open,
  sharedUser,
  tryUndo,
} from './browser.ts';
import { apiOf, flagOf, inDevelopment, pathOf } from './flag.ts';

describePage('a flag that others change as well', () => {
  test('an edit is not undone over a later one by others', async () => {
    const name = await aFlag();
    const page = await open(pathOf(name), await sharedUser('Editor'));
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Description').fill('Who pays how');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await holdUndo(page, `Saved ${name}`);

    await api('PUT', apiOf(name), { description: 'Who pays when' });
    await tryUndo(page, `Saved ${name}`);

    await page.getByRole('alert').getByText('Not undone').waitFor();
    await page.getByRole('main').getByText('Who pays when').waitFor();
  });

  test('an edit is not saved over one by others, and what was typed stays', async () => {
    const name = await aFlag();
    const page = await open(pathOf(name), await sharedUser('Editor'));
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save', exact: true });
    await dialog.getByLabel('Description').fill('Who pays how');

    await api('PUT', apiOf(name), { description: 'Who pays when', impressionData: true });
    await save.click();
    await dialog.getByText('The flag was changed since you opened it').waitFor();
    await expectAccessible(dialog);
    expect((await flagOf(name)).description).toBe('Who pays when');
    await dialog.getByRole('button', { name: 'Load the current flag' }).click();
    await expect.poll(() => dialog.getByLabel('Collect impression data').isChecked()).toBe(true);
    expect(await dialog.getByLabel('Description').inputValue()).toBe('Who pays how');
    await save.click();

    await dialog.waitFor({ state: 'detached' });
    expect(await flagOf(name)).toMatchObject({
      description: 'Who pays how',
      impressionData: true,
    });
  });

  test('a switch, a mark and variants are not undone over a later change by others', async () => {
    const name = await aFlag();
    const variants = `${apiOf(name)}/environments/development/variants`;
    await api('PUT', variants, [{ name: 'red', weight: 1000 }]);
    const page = await open(pathOf(name), await sharedUser('Editor'));
    const notUndone = page.getByRole('alert').getByText('Not undone');
    const refuseUndo = async (message: string) => {
      await tryUndo(page, message);
      await notUndone.waitFor();
      await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
      await notUndone.waitFor({ state: 'detached' });
    };

    await page.getByLabel(`${name} in development`).click();
    await holdUndo(page, `Switched on ${name} in development`);
    await api('POST', `${apiOf(name)}/environments/development/off`);
    await api('POST', `${apiOf(name)}/environments/development/on`);
    await refuseUndo(`Switched on ${name} in development`);
    expect((await inDevelopment(name)).enabled).toBe(true);

    await page.getByRole('button', { name: 'More actions for this flag' }).click();
    await page.getByRole('menuitem', { name: 'Mark as stale' }).click();
    await holdUndo(page, `Marked ${name} as stale`);
    await api('PUT', apiOf(name), { description: 'Remove it in May' });
    await refuseUndo(`Marked ${name} as stale`);
    expect(await flagOf(name)).toMatchObject({ stale: true, description: 'Remove it in May' });

    await page.getByRole('button', { name: 'Edit variants in development' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Variant name').fill('green');
    await dialog.getByRole('button', { name: 'Save variants' }).click();
    await holdUndo(page, 'Saved the variants');
    await api('PUT', variants, [{ name: 'blue', weight: 1000 }]);
    await refuseUndo('Saved the variants');
    expect((await inDevelopment(name)).variants).toMatchObject([{ name: 'blue' }]);
  });
});
