import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { aFlag, api, describePage, expectAccessible, open, sharedUser } from './browser.ts';
import { apiOf, development, inDevelopment, pathOf } from './flag.ts';
import { choose } from './managed.ts';

describePage('the variants of a flag', () => {
  test('variants share the weight that a fixed variant leaves', async () => {
    const name = await aFlag();
    const page = await open(pathOf(name), await sharedUser('Editor'));
    await page.getByRole('button', { name: 'Add variants in development' }).click();
    const dialog = page.getByRole('dialog', { name: 'Variants in development' });
    for (const _ of [1, 2, 3]) {
      await dialog.getByRole('button', { name: 'Add variant', exact: true }).click();
    }

    const first = dialog.getByRole('group', { name: 'Variant 1' });
    await first.getByLabel('Weight').fill('20');
    expect(await first.getByLabel('Fixed share').isChecked()).toBe(true);
    const second = dialog.getByRole('group', { name: 'Variant 2' });
    await choose(page, second, 'Payload type', 'JSON');
    await second.getByLabel('Payload', { exact: true }).fill('{');
    await dialog.getByRole('button', { name: 'Save variants' }).click();
    await dialog.getByRole('alert').getByText('In: Variant 2 › payload › value').waitFor();
    await second.getByLabel('Payload', { exact: true }).fill('{}');
    await expectAccessible(dialog);
    await dialog.getByRole('tab', { name: 'API call' }).click();
    const code = dialog.locator('pre');
    await expect.poll(() => code.textContent()).toContain(`/features/${name}/environments/`);
    expect(await code.textContent()).toMatch(/-X PUT .*\/variants/);
    await dialog.getByRole('tab', { name: 'File' }).click();
    await expect.poll(() => code.textContent()).toContain('version: 1');
    const definition = parse((await code.textContent()) ?? '') as object;
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Save variants' }).click();

    await expect
      .poll(async () => (await inDevelopment(name)).variants.map(({ weight }) => weight))
      .toEqual([200, 400, 400]);
    const change = { definition, dryRun: true };
    expect(await api('POST', '/api/admin/projects/default/apply', change)).toEqual({
      applied: [],
      requested: [],
    });
    await development(page).getByText('20%').waitFor();
  });

  test('are not saved over a change by others, and what was entered stays', async () => {
    const name = await aFlag();
    const variants = `${apiOf(name)}/environments/development/variants`;
    const names = async () => (await inDevelopment(name)).variants.map((each) => each.name);
    await api('PUT', variants, [{ name: 'red', weight: 1000 }]);
    const page = await open(pathOf(name), await sharedUser('Editor'));
    const edit = page.getByRole('button', { name: 'Edit variants in development' });
    await edit.waitFor();
    await api('PUT', variants, [{ name: 'green', weight: 1000 }]);
    await edit.click();
    const dialog = page.getByRole('dialog', { name: 'Variants in development' });
    const field = dialog.getByLabel('Variant name');
    await field.waitFor();
    expect(await field.inputValue(), 'opened as they are now').toBe('green');
    await field.fill('blue');

    await api('PUT', variants, [{ name: 'yellow', weight: 1000 }]);
    const save = dialog.getByRole('button', { name: 'Save variants' });
    await save.click();
    const load = dialog.getByRole('button', { name: 'Load the current variants' });
    await load.waitFor();
    await expectAccessible(dialog);
    expect(await names()).toEqual(['yellow']);
    await load.click();
    await load.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('blue');
    await save.click();

    await dialog.waitFor({ state: 'detached' });
    expect(await names()).toEqual(['blue']);
  });

  test('variants of an environment have the same colour before and after they are saved', async () => {
    const name = await aFlag();
    const page = await open(pathOf(name), await sharedUser('Editor'));
    await page.getByRole('button', { name: 'Add variants in development' }).click();
    const dialog = page.getByRole('dialog', { name: 'Variants in development' });
    for (const [index, variant] of ['red', 'blue'].entries()) {
      await dialog.getByRole('button', { name: 'Add variant', exact: true }).click();
      const row = dialog.getByRole('group', { name: `Variant ${index + 1}` });
      await row.getByLabel('Variant name').fill(variant);
      await choose(page, row, 'Payload type', 'Text');
      await row.getByLabel('Payload', { exact: true }).fill(`value of ${variant}`);
    }
    const colourIn = (part: Locator, variant: string) =>
      part
        .getByTitle(variant, { exact: true })
        .evaluate((it) => getComputedStyle(it).backgroundColor);
    const before = [await colourIn(dialog, 'red'), await colourIn(dialog, 'blue')];
    await dialog.getByRole('button', { name: 'Save variants' }).click();

    await development(page).getByText('value of red').waitFor();
    expect(await colourIn(development(page), 'red')).toBe(before[0]);
    expect(await colourIn(development(page), 'blue')).toBe(before[1]);
    expect(new Set(before).size).toBe(2);
  });

  test.each([
    ['of an environment', 'Add variants in development', 'Save variants'],
    ['of a strategy', 'Edit strategy 1 in development', 'Save strategy'],
  ])('a repeated name %s is marked as wrong until it is corrected', async (_, opener, action) => {
    const name = await aFlag();
    await api('POST', `${apiOf(name)}/environments/development/strategies`, { name: 'default' });
    const page = await open(pathOf(name), await sharedUser('Editor'));
    await page.getByRole('button', { name: opener }).click();
    const dialog = page.getByRole('dialog');
    for (const _each of [1, 2]) {
      await dialog.getByRole('button', { name: 'Add variant', exact: true }).click();
    }
    const second = dialog.getByRole('group', { name: 'Variant 2' }).getByLabel('Variant name');
    await second.fill('variant-1');
    await dialog.getByRole('button', { name: action }).click();
    const mistake = dialog.getByText(/repeated/);
    await mistake.first().waitFor();

    await second.fill('variant-2');

    await expect.poll(() => mistake.count()).toBe(0);
    expect(await dialog.locator('[aria-invalid=true]').count()).toBe(0);
  });
});
