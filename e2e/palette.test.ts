import { expect, test } from 'vitest';
import {
  aFlag,
  aProject,
  api,
  aUser,
  describePage,
  expectAccessible,
  open,
  sharedUser,
  unique,
} from './browser.ts';

describePage('the palette', () => {
  test('Ctrl K finds pages, flags, projects and segments by name', async () => {
    const stem = unique('target');
    const name = await aFlag({ name: `${stem}-flag` });
    await aProject({ id: `${stem}-project` });
    await api('POST', '/api/admin/segments', { name: `${stem}-segment`, constraints: [] });
    const page = await open('/flags', await sharedUser('Editor'));
    await page.getByRole('heading', { name: 'Flags' }).waitFor();

    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Events' }).waitFor();
    await expectAccessible(page.getByRole('dialog'));
    await page.getByLabel('Page, flag, project, segment or action', { exact: true }).fill(stem);
    for (const what of ['flag', 'project', 'segment']) {
      await page.getByRole('option', { name: `${stem}-${what}` }).waitFor();
    }
    const boxes = await page
      .getByRole('option')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
    expect(boxes.length).toBeGreaterThan(2);
    for (const [index, { top }] of boxes.entries()) {
      expect(top).toBeGreaterThanOrEqual((boxes[index - 1]?.bottom ?? top) - 0.5);
    }
    await expectAccessible(page.getByRole('dialog'));
    await page
      .getByRole('option', { name })
      .and(page.locator('[data-combobox-selected]'))
      .waitFor();
    await page.keyboard.press('Enter');

    await page.waitForURL(`**/projects/default/flags/${name}`);
  });

  test('names that begin with the text are before actions that contain it', async () => {
    const name = await aFlag({ name: unique('dark') });
    const page = await open('/flags', await sharedUser('Editor'));
    await page.getByRole('heading', { name: 'Flags' }).waitFor();

    await page.keyboard.press('Control+k');
    const search = page.getByLabel('Page, flag, project, segment or action', { exact: true });
    await search.fill('dark');
    await page.getByRole('option', { name: 'Colours: Dark' }).waitFor();
    const flag = page.getByRole('option', { name });
    await flag.waitFor();

    const first = page.getByRole('option').first();
    await expect.poll(() => first.textContent()).toMatch(/^dark/);
    await first.and(page.locator('[data-combobox-selected]')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/projects/default/flags/${name}`);
  });

  test('closes with the first Escape, and runs actions', async () => {
    const name = await aFlag();
    const page = await open(`/projects/default/flags/${name}`, await aUser('Editor'));
    await page.getByLabel(`${name} in development`).waitFor();
    const palette = page.getByRole('dialog', { name: 'Go to a page' });
    const search = page.getByLabel('Page, flag, project, segment or action', { exact: true });
    const run = async (text: string, option: string) => {
      await page.keyboard.press('Control+k');
      await search.fill(text);
      const first = page.getByRole('option', { name: option, exact: true });
      await first.and(page.locator('[data-combobox-selected]')).waitFor();
      await page.keyboard.press('Enter');
    };

    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Switch on in development' }).waitFor();
    await expectAccessible(palette);
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });

    await run('on in dev', 'Switch on in development');
    await palette.waitFor({ state: 'detached' });
    await page.getByText(`Switched on ${name} in development`).waitFor();
    await run('colours: d', 'Colours: Dark');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await run('create seg', 'New segment…');
    const form = page.getByRole('dialog', { name: 'New segment' });
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
    await run('sign out', 'Sign out');
    await page.waitForURL('**/sign-in*');
  });
});
