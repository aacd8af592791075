import type { Locator } from 'playwright-core';
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
import { paste, remove, row, send } from './managed.ts';

type Segment = { name: string; constraints: { contextName: string; values?: string[] }[] };

/** Whether a person sees it without scrolling. */
const isInView = (text: Locator) =>
  text.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

describePage('the segments', () => {
  test('a segment is created with constraints, edited and deleted', async () => {
    const name = unique('segment');
    const page = await open('/segments', await sharedUser('Editor'));

    await send(page, 'New segment', 'Create segment', async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByRole('button', { name: 'Add constraint' }).click();
      await dialog.getByRole('combobox', { name: 'Context field' }).click();
      await page.getByRole('option', { name: 'appName' }).click();
      await dialog.getByRole('combobox', { name: 'Values' }).fill('shop');
      await page.keyboard.press('Enter');
    });
    await row(page, name).getByText('shop').waitFor();
    await expectAccessible(page);
    await send(page, `Edit ${name}`, 'Save', (dialog) =>
      dialog.getByRole('textbox', { name: 'Description' }).fill('Those who shop'),
    );
    await row(page, name).getByText('Those who shop').waitFor();
    await undo(page, `Saved ${name}`);

    await row(page, name).getByText('Those who shop').waitFor({ state: 'detached' });
    await remove(page, name, 'segment');
  });

  test('a constraint needs a context field, which is not chosen in advance', async () => {
    const name = unique('segment');
    const page = await open('/segments', await sharedUser('Editor'));
    await page.getByRole('button', { name: 'New segment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Add constraint' }).click();
    const field = dialog.getByRole('combobox', { name: 'Context field' });
    expect(await field.inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Create segment' }).click();

    await dialog.getByText('Choose a context field').waitFor();
    await expectAccessible(dialog);
    await field.click();
    await page.getByRole('option', { name: 'userId' }).click();
    await dialog.getByText('Choose a context field').waitFor({ state: 'detached' });
    await dialog.getByRole('combobox', { name: 'Values' }).fill('7');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Create segment' }).click();
    await row(page, name).waitFor();

    const { segments } = await api<{ segments: Segment[] }>('GET', '/api/admin/segments');
    expect(segments.find((each) => each.name === name)?.constraints).toMatchObject([
      { contextName: 'userId', operator: 'IN', values: ['7'] },
    ]);
  });

  test('pasted values are separated, and thousands of them do not stop the page', async () => {
    const page = await open('/segments', await sharedUser('Editor'));
    const name = unique('segment');
    await page.getByRole('button', { name: 'New segment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Add constraint' }).click();
    await dialog.getByRole('combobox', { name: 'Context field' }).click();
    await page.getByRole('option', { name: 'userId' }).click();
    const values = dialog.getByRole('combobox', { name: 'Values' });
    await paste(values, 'a,b\nc;"d,e"');
    for (const value of ['a', 'b', 'c', 'd,e']) {
      await dialog.getByText(value, { exact: true }).waitFor();
    }
    await values.fill('"x');
    await values.pressSequentially(',y"');
    await page.keyboard.press('Enter');
    await dialog.getByText('x,y', { exact: true }).waitFor();

    const many = Array.from({ length: 10_000 }, (_, index) => `user-${index}`);
    await paste(values, many.join('\n'));
    await dialog.getByText('10,005 values, of which the last 50 are shown').waitFor();
    await dialog.getByText('user-9999', { exact: true }).waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Create segment' }).click();
    const refusal = dialog.getByText('A segment has at most 1000 values, not 10005.');
    await refusal.waitFor();
    await expect.poll(() => isInView(refusal)).toBe(true);
    await dialog.getByRole('button', { name: 'Edit as text' }).click();
    const text = dialog.getByRole('textbox', { name: 'Values' });
    const [first = '', second = ''] = (await text.inputValue()).split('\n').slice(-2);
    await text.fill(`a\n"x,y"\n${first}, ${second}`);
    await dialog.getByText('4 values', { exact: true }).waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Create segment' }).click();
    await row(page, name).waitFor();

    const { segments } = await api<{ segments: Segment[] }>('GET', '/api/admin/segments');
    const created = segments.find((each) => each.name === name);
    expect(created?.constraints[0]?.values).toEqual(['a', 'x,y', 'user-9998', 'user-9999']);
  });

  test('a segment that another user changed meanwhile is not overwritten', async () => {
    const name = unique('edited');
    const { id } = await api<{ id: number }>('POST', '/api/admin/segments', {
      name,
      constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
    });
    const page = await open(`/segments?query=${name}`, await sharedUser('Editor'));
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    const dialog = page.getByRole('dialog');
    const description = dialog.getByRole('textbox', { name: 'Description' });
    await description.fill('Mine');
    await api('PUT', `/api/admin/segments/${id}`, {
      name,
      constraints: [{ contextName: 'userId', operator: 'IN', values: ['1', '2'] }],
    });

    const save = dialog.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await dialog.getByText('The segment was changed since you opened it').waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Load the current segment' }).click();
    await dialog.getByText('2', { exact: true }).waitFor();
    expect(await description.inputValue()).toBe('Mine');
    await save.click();

    await dialog.waitFor({ state: 'detached' });
    expect(await api('GET', `/api/admin/segments/${id}`)).toMatchObject({
      description: 'Mine',
      constraints: [{ values: ['1', '2'] }],
    });
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
