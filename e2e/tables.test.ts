import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  aFlag,
  api,
  aUser,
  describePage,
  expectAccessible,
  exportedLines,
  open,
  rowOf,
  sharedUser,
  unique,
} from './browser.ts';

const rows = (page: Page) => page.locator('tr[data-row]');

async function manyFlags(count: number) {
  const stem = unique('table');
  const features = Array.from({ length: count }, (_, index) => ({
    name: `${stem}-${String(index).padStart(2, '0')}`,
    type: 'release',
    description: 'Has a description',
  }));
  await api('POST', '/api/admin/features-batch/import', {
    project: 'default',
    environment: 'development',
    data: { features, featureStrategies: [], segments: [] },
  });
  return stem;
}

const selected = (page: Page) =>
  page
    .locator('tr[aria-selected="true"]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-row')?.slice(-2)));

describePage('the table of flags', () => {
  test('rows are selected with the keyboard alone', async () => {
    const stem = await manyFlags(5);
    const page = await open(`/flags?query=${stem}&sortBy=name`, await sharedUser('Editor'));
    await rowOf(page, `${stem}-04`).waitFor();
    const grid = page.getByRole('grid', { name: 'Flags' });
    expect(await grid.getAttribute('aria-multiselectable')).toBe('true');

    await rowOf(page, `${stem}-00`).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => selected(page)).toEqual(['00']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row')))
      .toBe(`${stem}-02`);
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => selected(page)).toEqual(['00', '02', '03']);
    await page.keyboard.press('Control+a');
    await expect.poll(() => selected(page)).toEqual(['00', '01', '02', '03', '04']);
    await expectAccessible(page);
    const bar = page.getByRole('region', { name: 'Selected flags' });
    await bar.waitFor();
    await page.keyboard.press('Shift+F10');
    await bar.locator(':focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Switch 5 flags on or off' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await rowOf(page, `${stem}-03`).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => selected(page)).toEqual([]);
    await page.keyboard.press('Enter');

    await page.waitForURL(`**/flags/${stem}-03`);
  });

  test('shift and a click select a range', async () => {
    const stem = await manyFlags(4);
    const page = await open(`/flags?query=${stem}&sortBy=name`, await sharedUser('Editor'));

    await page.getByRole('checkbox', { name: `Select ${stem}-00` }).click();
    await page.getByRole('checkbox', { name: `Select ${stem}-02` }).click({ modifiers: ['Shift'] });

    await expect.poll(() => selected(page)).toEqual(['00', '01', '02']);
    await page.getByRole('checkbox', { name: `Select ${stem}-01` }).click();
    await expect.poll(() => selected(page)).toEqual(['00', '02']);
  });

  test('columns are chosen, and the choice is kept', async () => {
    const name = await aFlag();
    const page = await open(`/flags?query=${name}`, await aUser('Editor'));
    await rowOf(page, name).waitFor();
    const heads = () => page.getByRole('columnheader').allTextContents();
    expect(await heads()).not.toContain('Created by');

    await page.getByRole('button', { name: 'Display' }).click();
    await page.getByRole('checkbox', { name: 'Created by' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Created by' }).click();
    await page.getByRole('checkbox', { name: 'Project' }).click();
    await expect.poll(heads).toContain('Created by');
    await expect.poll(heads).not.toContain('Project');
    await page.reload();
    await rowOf(page, name).waitFor();

    expect(await heads()).toContain('Created by');
    expect(await heads()).not.toContain('Project');
    await page.getByRole('button', { name: 'Display' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(heads).toContain('Project');
  });

  test('fourteen compact rows fit a window of 900 pixels', async () => {
    const stem = await manyFlags(20);
    const tags = ['first', 'second', 'third', 'fourth'].map((word) => ({
      type: 'simple',
      value: `${word}-${'long'.repeat(10)}`,
    }));
    await api('PUT', `/api/admin/features/${stem}-00/tags`, { addedTags: tags, removedTags: [] });
    const page = await open(`/flags?query=${stem}`, await aUser('Editor'), {
      width: 1440,
      height: 900,
    });
    await expect.poll(() => rows(page).count()).toBe(20);

    await page.getByRole('button', { name: 'Display' }).click();
    await page.getByRole('checkbox', { name: 'Compact rows' }).click();
    await page.keyboard.press('Escape');

    const bottom = () =>
      rows(page)
        .nth(13)
        .evaluate((element) => element.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThanOrEqual(900);
    await expect.poll(() => page.locator('section[data-overflows]').count()).toBe(0);
    const name = page.getByRole('link', { name: `${stem}-00` });
    const cut = name.evaluate((link) => link.scrollWidth - link.clientWidth);
    expect(await cut).toBeLessThanOrEqual(0);
    const shown = await rowOf(page, `${stem}-00`).innerText();
    expect(shown).toContain(tags[0]?.value);
    expect(shown).not.toContain(tags[1]?.value);
    await expectAccessible(page);
  });

  test('the head stays visible while the page scrolls', async () => {
    const stem = await manyFlags(25);
    const page = await open(`/flags?query=${stem}`, await sharedUser('Editor'), {
      width: 1280,
      height: 600,
    });
    await expect.poll(() => rows(page).count()).toBe(25);

    await rows(page).last().scrollIntoViewIfNeeded();

    const head = page.getByRole('columnheader', { name: 'Name' });
    const top = () => head.evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(top).toBeGreaterThanOrEqual(40);
    expect(await top()).toBeLessThan(120);
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  });

  test('widths are changed by keys and by dragging, and are kept', async () => {
    const name = await aFlag();
    const page = await open(`/flags?query=${name}`, await aUser('Editor'));
    await rowOf(page, name).waitFor();
    const width = () =>
      page
        .getByRole('columnheader', { name: 'Type' })
        .evaluate((element) => element.getBoundingClientRect().width);
    const edge = page.getByRole('separator', { name: 'Width of Type' });
    const before = await width();

    await edge.focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBeGreaterThan(before + 20);
    const wide = await width();
    const box = await edge.boundingBox();
    if (!box) throw new Error('the edge is not visible');
    await page.mouse.move(box.x + 4, box.y + 4);
    await page.mouse.down();
    await page.mouse.move(box.x + 64, box.y + 4, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBeGreaterThan(wide + 20);
    await expectAccessible(page);
    const dragged = await width();
    await page.reload();
    await rowOf(page, name).waitFor();

    await expect.poll(async () => Math.abs((await width()) - dragged)).toBeLessThan(3);
  });

  test('the whole result is exported as CSV, without formulas', async () => {
    const stem = await manyFlags(30);
    await api('PATCH', `/api/admin/projects/default/features/${stem}-00`, [
      { op: 'replace', path: '/description', value: '=HYPERLINK("x"), or not' },
    ]);
    for (const value of ['big shop', 'new']) {
      await api('POST', `/api/admin/features/${stem}-00/tags`, { type: 'simple', value });
    }
    const page = await open(`/flags?query=${stem}&sortBy=name`, await sharedUser('Editor'));
    await expect.poll(() => rows(page).count()).toBe(25);

    const lines = await exportedLines(page);

    await page.getByText('Exported 30 flags').waitFor();
    expect(lines).toHaveLength(31);
    expect(lines[0]).toContain('name,project,type,description,state,lifecycle');
    expect(lines[0]).toContain('production');
    expect(lines[1]).toContain(`${stem}-00,default,release,"'=HYPERLINK(""x""), or not",active`);
    expect(lines[1]).toContain(',"simple:big shop, simple:new",');
    expect(lines[30]).toContain(`${stem}-29,`);
  });

  test('a managed list is exported with the chosen columns, filtered and sorted', async () => {
    const stem = unique('export');
    for (const name of ['one', 'two']) {
      const type = { name: `${stem}-${name}`, description: `=${name}`, icon: '@' };
      await api('POST', '/api/admin/tag-types', type);
    }
    const path = `/tags?tab=types&query=${stem}&sortBy=name&sortOrder=desc`;
    const page = await open(path, await sharedUser('Admin'));
    await rowOf(page, `${stem}-two`).waitFor();

    expect(await exportedLines(page)).toEqual(['Name,Icon', `${stem}-two,'@`, `${stem}-one,'@`]);
    await page.getByRole('button', { name: 'Display' }).click();
    await page.getByRole('checkbox', { name: 'Icon' }).click();
    await page.keyboard.press('Escape');

    expect(await exportedLines(page)).toEqual(['Name', `${stem}-two`, `${stem}-one`]);
    await page.evaluate(() => localStorage.clear());
  });
});
