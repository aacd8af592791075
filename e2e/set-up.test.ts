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

describePage('the context fields', () => {
  test('a field is created with legal values, edited and deleted', async () => {
    const name = unique('plan');
    const page = await open('/context-fields', await sharedUser('Editor'));
    await row(page, 'userId').waitFor();
    await expectAccessible(page);

    await send(page, 'New context field', 'Create context field', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByRole('button', { name: 'Add value' }).click();
      await page.keyboard.type('gold');
      expect(await dialog.getByLabel('Value', { exact: true }).inputValue()).toBe('gold');
    });
    await row(page, name).getByText('gold').waitFor();
    await send(page, `Edit ${name}`, 'Save', (dialog) =>
      dialog.getByLabel('Can be used for stickiness').check(),
    );
    await row(page, name).getByText('yes').waitFor();

    await remove(page, name, 'context field');
  });

  test('a field that only a segment uses lists it, and cannot be deleted', async () => {
    const [name, segment] = [unique('region'), unique('north')];
    await api('POST', '/api/admin/context', { name });
    const constraints = [{ contextName: name, operator: 'IN', values: ['NO'] }];
    await api('POST', '/api/admin/segments', { name: segment, constraints });
    const page = await open(`/context-fields?query=${name}`, await sharedUser('Editor'));
    const dialog = page.getByRole('dialog');

    await page.getByRole('button', { name: `Where ${name} is used` }).click();
    await dialog.getByRole('link', { name: segment }).waitFor();
    await expectAccessible(dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
    await dialog.getByText('cannot be deleted, because flags or segments use it').waitFor();
    expect(await dialog.getByRole('button', { name: 'Delete context field' }).isDisabled()).toBe(
      true,
    );
  });
});

describePage('the tags', () => {
  test('a tag type and a tag are created, edited and deleted', async () => {
    const type = unique('t').slice(0, 40);
    const page = await open('/tags?tab=types', await sharedUser('Editor'));
    await row(page, 'simple').waitFor();
    await expectAccessible(page);

    await send(page, 'New tag type', 'Create tag type', (dialog) =>
      dialog.getByRole('textbox', { name: 'Name' }).fill(type),
    );
    await send(page, `Edit ${type}`, 'Save', (dialog) =>
      dialog.getByRole('textbox', { name: 'Description' }).fill('Who owns it'),
    );
    await row(page, type).getByText('Who owns it').waitFor();
    await page.getByRole('tab', { name: 'Tags', exact: true }).click();
    await send(page, 'New tag', 'Create tag', async (dialog) => {
      await dialog.getByRole('combobox', { name: 'Type' }).click();
      await page.getByRole('option', { name: type }).click();
      await dialog.getByRole('textbox', { name: 'Tag' }).fill('birch');
    });
    await row(page, type).waitFor();
    await expectAccessible(page);
    await remove(page, 'birch', 'tag');
    await page.getByRole('tab', { name: 'Tag types' }).click();

    await remove(page, type, 'tag type');
  });
});

describePage('the strategy types', () => {
  test('a type is created, edited, deprecated and deleted', async () => {
    const name = unique('own');
    const page = await open('/strategy-types', await sharedUser('Editor'));
    await row(page, 'Gradual rollout').waitFor();
    await expectAccessible(page);

    await send(page, 'New strategy type', 'Create strategy type', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await dialog.getByRole('button', { name: 'Add parameter' }).click();
      await page.keyboard.type('city');
      expect(await dialog.getByLabel('Parameter name').inputValue()).toBe('city');
    });
    await row(page, name).getByText('city').waitFor();
    await send(page, `Edit ${name}`, 'Save', (dialog) =>
      dialog.getByRole('textbox', { name: 'Description' }).fill('On in one city'),
    );
    await row(page, name).getByText('On in one city').waitFor();
    await page.getByRole('button', { name: `Deprecate: ${name}` }).click();
    await row(page, name).getByText('Deprecated').waitFor();

    await remove(page, name, 'strategy type');
  });
});

describePage('the archive', () => {
  test('a flag is revived, archived again by undo, and deleted', async () => {
    const name = await aFlag();
    await api('DELETE', `/api/admin/projects/default/features/${name}`);
    const page = await open(`/archive?query=${name}`, await sharedUser('Admin'));
    await row(page, name).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.goBack();
    await page.waitForURL(`**/archive?query=${name}`);

    await page.getByRole('button', { name: `Revive ${name}` }).click();
    await row(page, name).waitFor({ state: 'detached' });
    await undo(page, `Revived ${name}`);
    await row(page, name).waitFor();

    await remove(page, name, 'archived flag', { typed: true });
  });
});
