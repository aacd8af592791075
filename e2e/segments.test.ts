import { expect, test } from 'vitest';
import {
  aFlag,
  api,
  describePage,
  expectAccessible,
  open,
  sharedUser,
  undo,
  unique,
} from './browser.ts';
import { remove, row, send } from './managed.ts';

describePage('the segments', () => {
  test('a segment is created with constraints, edited and deleted', async () => {
    const name = unique('segment');
    const page = await open('/segments', await sharedUser('Editor'));

    await send(page, 'New segment', 'Create segment', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByRole('button', { name: 'Add constraint' }).click();
      await dialog.getByRole('combobox', { name: 'Values' }).fill('shop');
      await page.keyboard.press('Enter');
    });
    await row(page, name).getByText('shop').waitFor();
    await expectAccessible(page);
    await send(page, `Edit ${name}`, 'Save', (dialog) =>
      dialog.getByRole('textbox', { name: 'Description' }).fill('Those who shop'),
    );
    await row(page, name).getByText('Those who shop').waitFor();
    await undo(page, `${name} is changed`);

    await row(page, name).getByText('Those who shop').waitFor({ state: 'detached' });
    await remove(page, name, 'segment');
  });

  test('a used segment lists its flags and cannot be deleted', async () => {
    const name = unique('used');
    const flag = await aFlag();
    const { id } = await api<{ id: number }>('POST', '/api/admin/segments', {
      name,
      constraints: [],
    });
    const path = `/api/admin/projects/default/features/${flag}/environments/development`;
    await api('POST', `${path}/strategies`, { name: 'default', segments: [id] });
    const page = await open(`/segments?query=${name}`, await sharedUser('Editor'));

    await page.getByRole('button', { name: `Where ${name} is used` }).click();
    await page.getByRole('dialog').getByRole('link', { name: flag }).waitFor();
    await expectAccessible(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('button', { name: 'Delete segment' }).click();

    expect(await page.getByRole('dialog').getByRole('alert').textContent()).toContain(flag);
    await expectAccessible(page.getByRole('dialog'));
  });
});
