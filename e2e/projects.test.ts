import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import {
  aFlag,
  aProject,
  api,
  aUser,
  describePage,
  expectAccessible,
  expectToFit,
  open,
  requireApprovals,
  rowOf,
  settled,
  sharedUser,
  undo,
  unique,
} from './browser.ts';
import { propose, switchOn } from './change-requests.ts';
import { choose, pick, remove, row, send } from './managed.ts';

const aNamedProject = (over: { mode?: string } = {}) => {
  const id = unique('project');
  return aProject({ id, name: `Name of ${id}`, ...over });
};

async function expectBeside(part: Locator, table: Locator): Promise<void> {
  const gap = async () => {
    const [one, other] = [await table.boundingBox(), await part.boundingBox()];
    return one && other ? other.x - (one.x + one.width) : Number.NaN;
  };
  await expect.poll(gap).toBeGreaterThan(0);
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

describePage('the projects', () => {
  test('a project is created, archived, revived and deleted', async () => {
    const name = unique('Shop');
    const page = await open('/projects', await sharedUser('Admin'));
    await row(page, 'Default').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Display' }).click();
    await page.getByRole('checkbox', { name: 'Owners' }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Name', exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByText('Archived', { exact: true }).click();
    await page.waitForURL('**/projects?archived=true');
    await settled(page);
    await expectAccessible(page);
    await page.goto('/projects');

    await send(page, 'New project', 'Create project', async (dialog) => {
      const warning = dialog.getByText('Another project has this name.');
      await dialog.getByRole('textbox', { name: 'Name' }).fill(' default');
      await warning.waitFor();
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await warning.waitFor({ state: 'detached' });
    });
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await tab(page, 'Settings');
    await page.getByRole('button', { name: 'Archive project' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Archive project' }).waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Archive project' }).click();
    await page.getByText('This project is in the archive.').waitFor();
    await undo(page, `Archived ${name}`);
    await page.getByText('This project is in the archive.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete project' }).click();
    const confirm = dialog.getByRole('button', { name: 'Delete project permanently' });
    expect(await confirm.isDisabled()).toBe(true);
    await expectAccessible(dialog);
    await dialog.getByRole('textbox').fill(new URL(page.url()).pathname.split('/')[2] ?? '');
    await confirm.click();

    await page.waitForURL('**/projects');
    await row(page, 'Default').waitFor();
    await row(page, name).waitFor({ state: 'detached' });
  });
});

describePage('a project', () => {
  test('shows its health, and saves a name, a pattern and a limit', async () => {
    const id = await aNamedProject();
    const page = await open(`/projects/${id}`, await sharedUser('Admin'));
    await page.getByRole('img', { name: /The health of each/ }).waitFor();
    await expectAccessible(page);
    for (const name of [
      'Change requests',
      'Events',
      'Members',
      'Tokens',
      'Settings',
      'Environments',
      'Export and import',
      'General',
    ]) {
      await tab(page, name);
      await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
      await settled(page);
      await expectAccessible(page);
    }

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Another name');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Another name' }).waitFor();
    await page.getByLabel('Flag limit').fill('12');
    await page.getByLabel('Pattern for flag names').fill('(');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByRole('alert').first().waitFor();
    await expectAccessible(page);
    await page.getByLabel('Pattern for flag names').fill('shop-.*');
    await page.getByRole('button', { name: 'Save rules' }).click();

    await page.getByText('Saved the rules of Another name').waitFor();
    expect(await api('GET', `/api/admin/projects/${id}/overview`)).toMatchObject({
      name: 'Another name',
      featureLimit: 12,
      featureNaming: { pattern: 'shop-.*' },
    });
  });

  test('has environments with a default strategy and change requests', async () => {
    const id = await aNamedProject();
    const page = await open(`/projects/${id}?tab=environments`, await sharedUser('Admin'));
    await row(page, 'production').waitFor();

    await send(page, 'Change requests in production', 'Save', async (dialog) => {
      await dialog.getByRole('switch').click();
      await dialog.getByRole('textbox', { name: 'Approvals' }).fill('2');
    });
    await row(page, 'production').getByText('need 2 approvals').waitFor();
    await send(page, 'Default strategy in development', 'Save', (dialog) =>
      dialog.getByRole('textbox', { name: 'Title' }).fill('Slowly'),
    );
    await row(page, 'development').getByText('Slowly').waitFor();
    await remove(page, 'development', 'environment', { verb: 'Remove' });
    // Those of other tests can be added, too.
    await send(page, 'Add environment', 'Add environment', (dialog) =>
      choose(page, dialog, 'Environment', 'development'),
    );

    await row(page, 'development').waitFor();
  });

  test('gives roles to users and removes them', async () => {
    const id = await aNamedProject();
    const { username } = await sharedUser('Viewer');
    const page = await open(`/projects/${id}?tab=access`, await sharedUser('Admin'));

    await send(page, 'Add members', 'Add', async (dialog) => {
      await pick(page, dialog, 'People and groups', username);
      // What each role may do, in full.
      await dialog.getByRole('combobox', { name: 'Roles' }).click();
      const notes = page.getByRole('option').locator('p');
      await notes.first().waitFor();
      const cut = await notes.evaluateAll((all) =>
        all.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1),
      );
      expect(cut).toEqual([]);
      await pick(page, dialog, 'Roles', 'Owner');
    });

    await row(page, username).getByText('Owner').waitFor();
    await expectAccessible(page);
    await remove(page, username, 'member', { verb: 'Remove' });
  });

  test('a Viewer has only permitted controls', async () => {
    const page = await open('/projects/default', await sharedUser('Viewer'));
    await page.getByRole('tab', { name: 'Settings' }).waitFor();

    const tabs = () => page.getByRole('tab').allTextContents();
    const all = ['Flags', 'Change requests', 'Events', 'Insights', 'Settings'];
    await expect.poll(tabs).toEqual(all);
    await tab(page, 'Settings');
    await expect.poll(tabs).toEqual([...all, 'Environments', 'Export and import']);
    await tab(page, 'Export and import');
    await page.getByText('Export flags').waitFor();
    expect(await page.getByText('Import flags').count()).toBe(0);
  });

  test('its flags are exported and imported into another project', async () => {
    const [from, to] = [await aNamedProject(), await aNamedProject()];
    const flag = await aFlag({ project: from });
    const page = await open(`/projects/${from}?tab=transfer`, await sharedUser('Admin'));

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const file = join(tmpdir(), `${flag}.json`);
    onTestFinished(() => rm(file));
    await download.saveAs(file);
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(flag, `${flag}-2`));
    await page.goto(`/projects/${to}?tab=transfer`);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Preview the changes' }).click();
    await page.getByText('1 would be new').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();

    await page.getByText('Flags imported').waitFor();
    await api('GET', `/api/admin/projects/${to}/features/${flag}-2`);
  });
});

describePage('the home of a team', () => {
  test('lists only the flags of the project, with the same table as all flags', async () => {
    const [id, other] = [await aNamedProject(), await aNamedProject()];
    const stem = unique('home');
    for (const end of ['own', 'second']) await aFlag({ name: `${stem}-${end}`, project: id });
    await aFlag({ name: `${stem}-foreign`, project: other });
    const page = await open(`/projects/${id}`, await sharedUser('Admin'));
    const flag = (end: string) => rowOf(page, `${stem}-${end}`);
    await flag('own').waitFor();
    expect(await flag('foreign').count()).toBe(0);
    expect(await page.getByRole('columnheader', { name: 'Project' }).count()).toBe(0);

    await page.getByLabel('Search flags').fill(`${stem}-own`);
    await flag('second').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe(`?q=${stem}-own`);
    await page.getByRole('checkbox', { name: `Select ${stem}-own` }).click();
    await page.getByRole('region', { name: 'Selected flags' }).getByText('1 selected').waitFor();
    await expectAccessible(page);
    await tab(page, 'Events');

    await page.getByRole('heading', { name: `Name of ${id}`, level: 1 }).waitFor();
    await page.waitForURL(`**/projects/${id}/events`);
    await page
      .getByRole('tabpanel', { name: 'Events' })
      .getByText(`${stem}-second`)
      .first()
      .waitFor();
    expect(await page.getByText(`${stem}-foreign`).count()).toBe(0);
  });

  test('shows health and activity, and the favourite stays while the tab changes', async () => {
    const id = await aNamedProject();
    await aFlag({ project: id });
    const page = await open(`/projects/${id}`, await sharedUser('Admin'), { width: 1440 });
    const about = page.getByRole('complementary', { name: 'About the project' });
    await about.getByRole('heading', { name: 'Activity' }).waitFor();
    await page.getByText('Health 100%').waitFor();
    const table = page.getByRole('grid', { name: 'Flags' });
    await expectBeside(about, table);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectBeside(about, table);
    await expect.poll(() => page.locator('section[data-overflows]').count()).toBe(0);

    await page.getByRole('button', { name: 'Favourite', exact: true }).click();
    await page.getByRole('button', { name: 'Favourite', pressed: true, exact: true }).waitFor();
    await tab(page, 'Members');

    await page.getByRole('tab', { name: 'Members', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Favourite', pressed: true, exact: true }).waitFor();
  });

  test('lists only the change requests of the project', async () => {
    const [id, other] = [await aNamedProject(), await aNamedProject()];
    const page = await open('/change-requests', await sharedUser('Admin'));
    for (const project of [id, other]) {
      await requireApprovals(project, 'development');
      const flag = await aFlag({ name: `${project}-flag`, project });
      await propose(page, project, [switchOn(flag)]);
    }
    await page.goto(`/projects/${id}/change-requests`);

    await row(page, `${id}-flag`).waitFor();
    expect(await page.getByText(`${other}-flag`).count()).toBe(0);
    await page.getByText('Closed', { exact: true }).click();
    await page.getByText('No closed requests').waitFor();
    await page.getByText('Open', { exact: true }).click();
    await page.getByRole('tab', { name: 'Mine' }).click();
    await page.waitForURL((url) => url.search === '?view=mine');
    await settled(page);
    await row(page, `${id}-flag`).waitFor();
    expect(await page.getByText(`${other}-flag`).count()).toBe(0);
  });

  test.each([
    ['?tab=access', '/members'],
    ['?tab=tokens', '/tokens'],
    ['?tab=environments', '/settings/environments'],
    ['?tab=integrations', '/settings/integrations'],
    ['?tab=transfer', '/settings/transfer'],
    ['?tab=settings', '/settings'],
    ['?tab=overview', ''],
  ])('a link with %s opens %s', async (search, path) => {
    const page = await open(`/projects/default${search}`, await sharedUser('Admin'));

    await page.waitForURL((url) => url.pathname === `/projects/default${path}` && !url.search);
    await page.locator('main [role=tab][aria-selected=true]').first().waitFor();
  });

  test('fits a phone, on every tab', async () => {
    const id = await aNamedProject();
    await aFlag({ project: id });
    const page = await open(`/projects/${id}`, await sharedUser('Admin'), { width: 390 });
    await page.locator('tr[data-row]').waitFor();

    for (const name of ['Change requests', 'Events', 'Members', 'Tokens', 'Settings', 'Flags']) {
      await tab(page, name);
      await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
      await settled(page);
      await expectToFit(page, name);
    }
    await expectAccessible(page);
  });

  test('the names of environments are not broken on a phone', async () => {
    const id = await aNamedProject();
    const page = await open(`/projects/${id}/settings/environments`, await sharedUser('Admin'), {
      width: 390,
    });
    await requireApprovals(id, 'development');
    await page.reload();
    const development = row(page, 'development');
    await development.getByText('need 1 approval').waitFor();
    await development.getByRole('button', { name: 'Change requests in development' }).waitFor();

    const { height = 0 } = (await development.getByText('development').boundingBox()) ?? {};
    expect(height).toBeGreaterThan(0);
    expect(height).toBeLessThan(30);
    await expectToFit(page);
  });

  test('is in German, and fits a phone', async () => {
    const id = await aNamedProject({ mode: 'private' });
    await aFlag({ project: id, type: 'permission' });
    const page = await open('/projects', await aUser('Admin'), { width: 390 });
    await page.evaluate(() => localStorage.setItem('pennon-language', 'de'));
    await page.reload();
    await page.getByRole('heading', { name: 'Projekte', level: 1 }).waitFor();
    await page.getByLabel('Liste filtern').fill(id);
    await page.getByText('1 Eintrag', { exact: true }).waitFor();
    await row(page, id).getByText('Privat', { exact: true }).waitFor();
    await page.getByRole('link', { name: `Name of ${id}` }).click();
    await page.getByText('Zustand 100%').waitFor();
    await page.getByText('Berechtigung: 1', { exact: true }).waitFor();
    await page.getByRole('complementary').getByText('gerade eben').first().waitFor();

    for (const name of ['Mitglieder', 'Einstellungen', 'Umgebungen', 'Export und Import']) {
      await tab(page, name);
      await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
      await settled(page);
      await expectToFit(page, name);
    }
    await page.goto('/playground');
    await page.getByRole('button', { name: 'Flags auswerten' }).click();
    await page.getByRole('table', { name: 'Ergebnisse' }).waitFor();
    await expectToFit(page, 'playground');
    await expectAccessible(page);
  });
});
