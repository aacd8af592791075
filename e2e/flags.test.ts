import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  aFlag,
  aPerson,
  api,
  describePage,
  open,
  type Person,
  seriousViolations,
  unique,
} from './browser.ts';

let editor: Person | undefined;
const anEditor = async () => {
  editor ??= await aPerson('Editor');
  return editor;
};

const row = (page: Page, name: string) => page.locator(`tr[data-row="${name}"]`);

describePage('the flags', () => {
  test.each(['light', 'dark'] as const)('are accessible in %s colours', async (colorScheme) => {
    const name = await aFlag({ type: 'experiment' });
    const page = await open(`/flags?query=${name}`, await anEditor(), { colorScheme });
    await row(page, name).waitFor();

    expect(await seriousViolations(page)).toEqual([]);
  });

  test.each([360, 3840])('fit a window of %i pixels', async (width) => {
    const name = await aFlag();
    const page = await open(`/flags?query=${name}`, await anEditor(), { width, height: 800 });
    await row(page, name).waitFor();

    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );

    expect(overflow).toBeLessThanOrEqual(0);
    expect(await seriousViolations(page)).toEqual([]);
  });

  test('typing finds flags at once, and the address says what is asked', async () => {
    const [one, other] = [await aFlag(), await aFlag()];
    const page = await open('/flags', await anEditor());
    await row(page, one).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type(one);

    await row(page, other).waitFor({ state: 'detached' });
    await row(page, one).waitFor();
    expect(new URL(page.url()).search).toBe(`?query=${one}`);
  });

  test('arrows and enter open a flag', async () => {
    const name = await aFlag();
    const page = await open(`/flags?query=${name}`, await anEditor());
    await row(page, name).waitFor();

    await page.getByLabel('Search flags').press('ArrowDown');
    expect(await row(page, name).getAttribute('aria-current')).toBe('true');
    await page.getByLabel('Search flags').press('Enter');

    await page.waitForURL(`**/projects/default/flags/${name}`);
  });

  test('a filter suggests the values there are, and becomes a chip', async () => {
    const stem = unique('filtered');
    const wanted = await aFlag({ name: `${stem}-a`, type: 'kill-switch' });
    const other = await aFlag({ name: `${stem}-b`, type: 'release' });
    const page = await open(`/flags?query=${stem}`, await anEditor());
    await row(page, other).waitFor();

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Type' }).click();
    await page.getByRole('combobox', { name: 'Type: values' }).click();
    await page.getByRole('option', { name: /kill-switch/ }).click();

    await row(page, other).waitFor({ state: 'detached' });
    await row(page, wanted).waitFor();
    expect(new URL(page.url()).searchParams.get('type')).toBe('IS_ANY_OF:kill-switch');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove the filter Type' }).click();
    await row(page, other).waitFor();
  });

  test('a column sorts, one way and the other', async () => {
    const stem = unique('sorted');
    for (const letter of ['b', 'a', 'c']) await aFlag({ name: `${stem}-${letter}` });
    const page = await open(`/flags?query=${stem}`, await anEditor());
    const names = async () =>
      (
        await page
          .locator('tr[data-row]')
          .evaluateAll((rows) => rows.map((each) => each.getAttribute('data-row')?.slice(-1)))
      ).join('');

    await page.getByRole('button', { name: 'Name' }).click();
    await expect.poll(names).toBe('abc');
    await page.getByRole('button', { name: 'Name' }).click();

    await expect.poll(names).toBe('cba');
  });

  test('a switch takes effect at once and can be undone', async () => {
    const name = await aFlag();
    const page = await open(`/flags?query=${name}`, await anEditor());
    const control = page.getByLabel(`${name} in development`);
    await control.waitFor();
    const enabled = async () =>
      (
        await api<{ environments: { name: string; enabled: boolean }[] }>(
          'GET',
          `/api/admin/projects/default/features/${name}`,
        )
      ).environments.find((each) => each.name === 'development')?.enabled;

    await control.click({ force: true });
    await expect.poll(() => control.isChecked()).toBe(true);
    await expect.poll(enabled).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();

    await expect.poll(enabled).toBe(false);
    await expect.poll(() => control.isChecked()).toBe(false);
  });

  test('a favourite stays one', async () => {
    const name = await aFlag();
    const page = await open(`/flags?query=${name}`, await anEditor());

    await page.getByRole('button', { name: `Make a favourite: ${name}` }).click();

    await page.getByRole('button', { name: `No longer a favourite: ${name}` }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: `No longer a favourite: ${name}` }).waitFor();
  });

  test('a new flag is made, and a name that is taken is refused in words', async () => {
    const taken = await aFlag();
    const name = unique('made');
    const page = await open('/flags', await anEditor());
    await page.getByRole('button', { name: 'New flag' }).click();
    await page.getByLabel('Name', { exact: false }).first().waitFor();
    expect(await seriousViolations(page)).toEqual([]);

    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(taken);
    await dialog.getByRole('button', { name: 'Create flag' }).click();
    expect(await dialog.getByRole('alert').textContent()).toContain(taken);
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Create flag' }).click();

    await page.waitForURL(`**/projects/default/flags/${name}`);
  });

  test('a Viewer sees no control it may not use', async () => {
    const name = await aFlag();
    const page = await open(`/flags?query=${name}`, await aPerson('Viewer'));
    await row(page, name).waitFor();

    expect(await page.getByRole('switch').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'New flag' }).count()).toBe(0);
  });

  test('a question the API refuses is answered in its words', async () => {
    const page = await open('/flags?type=LIKE%3Ax', await anEditor());

    expect(await page.getByRole('alert').textContent()).toContain('/query/type');
  });
});

describePage('the palette', () => {
  test('Ctrl K goes to pages, flags, projects and segments by a few letters', async () => {
    const stem = unique('target');
    const name = await aFlag({ name: `${stem}-flag` });
    await api('POST', '/api/admin/projects', { id: `${stem}-project`, name: `${stem}-project` });
    await api('POST', '/api/admin/segments', { name: `${stem}-segment`, constraints: [] });
    const page = await open('/flags', await anEditor());
    await page.getByRole('heading', { name: 'Flags' }).waitFor();

    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Events' }).waitFor();
    await page.getByLabel('Page, flag, project or segment', { exact: true }).fill(stem);
    for (const what of ['flag', 'project', 'segment']) {
      await page.getByRole('option', { name: `${stem}-${what}` }).waitFor();
    }
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');

    await page.waitForURL(`**/projects/default/flags/${name}`);
  });
});

describePage('where changes need a request', () => {
  test('a switch is proposed, and nothing changes yet', async () => {
    const project = unique('guarded');
    await api('POST', '/api/admin/projects', { id: project, name: project });
    await api(
      'PUT',
      `/api/admin/projects/${project}/environments/development/change-requests/config`,
      { changeRequestsEnabled: true, requiredApprovals: 1 },
    );
    const name = unique('flag');
    await api('POST', `/api/admin/projects/${project}/features`, { name });
    const page = await open(`/flags?query=${name}`, await aPerson('Admin'));

    await page.getByLabel(`${name} in development`).click({ force: true });
    await page.getByRole('button', { name: 'Add to draft' }).click();

    await page.waitForURL(`**/projects/${project}/change-requests/*`);
    const { environments } = await api<{ environments: { name: string; enabled: boolean }[] }>(
      'GET',
      `/api/admin/projects/${project}/features/${name}`,
    );
    expect(environments.find((each) => each.name === 'development')?.enabled).toBe(false);
  });
});
