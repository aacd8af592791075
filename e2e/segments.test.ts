import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  aFlag,
  aProject,
  api,
  describePage,
  expectAccessible,
  open,
  requireApprovals,
  sharedUser,
  undo,
  unique,
} from './browser.ts';
import { choose, paste, remove, row, send } from './managed.ts';

type Segment = { name: string; constraints: { contextName: string; values?: string[] }[] };

/** Whether a person sees it without scrolling. */
const isInView = (text: Locator) =>
  text.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

/** A flag with a strategy that uses the segment, where changes need approval. */
async function aProtectedUse(segment: number, environment: string, mode = 'open') {
  const project = await aProject({ mode });
  const flag = await aFlag({ project });
  const path = `/api/admin/projects/${project}/features/${flag}/environments/${environment}`;
  await api('POST', `${path}/strategies`, { name: 'default', segments: [segment] });
  await requireApprovals(project, environment);
  return { project, flag };
}

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
    await send(page, `Edit ${name}`, 'Save segment', (dialog) =>
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

    const save = dialog.getByRole('button', { name: 'Save segment' });
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

  test('editing shows the affected flags, and proposes the change where it needs approval', async () => {
    const name = unique('shared');
    const { id } = await api<{ id: number }>('POST', '/api/admin/segments', {
      name,
      constraints: [],
    });
    const [shop, app] = [
      await aProtectedUse(id, 'development'),
      await aProtectedUse(id, 'production'),
    ];
    const page = await open(`/segments?query=${name}`, await sharedUser('Admin', 'author'));
    const edit = page.getByRole('button', { name: `Edit ${name}` });
    const dialog = page.getByRole('dialog');
    const description = dialog.getByRole('textbox', { name: 'Description' });
    const skip = dialog.getByRole('button', { name: 'Save segment without approval' });

    await edit.click();
    await dialog.getByText('Saving affects 2 flags, 1 in production').waitFor();
    await dialog.getByText(shop.flag).waitFor();
    await dialog.getByText(app.flag).waitFor();
    await skip.waitFor();
    await dialog.getByText(`The change request covers only ${app.project}.`).waitFor();
    await choose(page, dialog, 'Change request in', `${shop.project}, development`);
    await dialog.getByText(`The change request covers only ${shop.project}.`).waitFor();
    await expectAccessible(dialog);
    await description.fill('Proposed');
    await dialog.getByRole('button', { name: 'Add to change request' }).click();
    await dialog.waitFor({ state: 'detached' });

    const requests = `/api/admin/projects/${shop.project}/change-requests/pending`;
    expect(await (await page.request.get(requests)).json()).toMatchObject([
      {
        environment: 'development',
        segments: [{ name, action: 'updateSegment', payload: { description: 'Proposed' } }],
      },
    ]);
    expect(await api('GET', `/api/admin/segments/${id}`)).toMatchObject({ description: null });

    await edit.click();
    await description.fill('Saved');
    await skip.click();
    await dialog.waitFor({ state: 'detached' });
    expect(await api('GET', `/api/admin/segments/${id}`)).toMatchObject({ description: 'Saved' });
    await undo(page, `Saved ${name}`);
    await row(page, name).getByText('Saved').waitFor({ state: 'detached' });
    expect(await api('GET', `/api/admin/segments/${id}`)).toMatchObject({ description: null });

    const other = await open(`/segments?query=${name}`, await sharedUser('Editor'));
    await other.getByRole('button', { name: `Edit ${name}` }).click();
    await other.getByRole('button', { name: 'Add to change request' }).waitFor();
    expect(await other.getByRole('button', { name: 'without approval' }).count()).toBe(0);
  });

  test('the form shows that a change can neither be proposed nor made without approval', async () => {
    const name = unique('refused');
    const { id } = await api<{ id: number }>('POST', '/api/admin/segments', {
      name,
      constraints: [],
    });
    const { flag } = await aProtectedUse(id, 'production', 'protected');
    const page = await open(`/segments?query=${name}`, await sharedUser('Editor'));

    await page.getByRole('button', { name: `Edit ${name}` }).click();

    const dialog = page.getByRole('dialog');
    await dialog.getByText('You can neither propose this change').waitFor();
    await dialog.getByText(flag).waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('textbox', { name: 'Description' }).fill('New');
    await dialog.getByRole('button', { name: 'Save segment' }).click();
    await dialog.getByText('need a change request').waitFor();
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
    await page.getByText('Default, development: Standard', { exact: true }).waitFor();
    await expectAccessible(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Delete ${name}` }).click();

    await dialog.getByText('It can only be deleted when no flag uses it').waitFor();
    expect(await dialog.getByRole('button', { name: 'Delete segment' }).isDisabled()).toBe(true);
    await expectAccessible(dialog);
  });
});
