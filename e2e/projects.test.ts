import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { api, describePage, expectAccessible, open, sharedUser, undo, unique } from './browser.ts';
import { pick, remove, row, send } from './managed.ts';

async function aProject() {
  const id = unique('project');
  await api('POST', '/api/admin/projects', { id, name: `Name of ${id}` });
  return id;
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

describePage('the projects', () => {
  test('a project is created, archived, revived and deleted', async () => {
    const name = unique('Shop');
    const page = await open('/projects', await sharedUser('Admin'));
    await row(page, 'Default').waitFor();
    await expectAccessible(page);

    await send(page, 'New project', 'Create project', (dialog) =>
      dialog.getByRole('textbox', { name: 'Name' }).fill(name),
    );
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await tab(page, 'Settings');
    await page.getByRole('button', { name: 'Archive project' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Archive project' }).waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Archive project' }).click();
    await page.getByText('This project is in the archive.').waitFor();
    await undo(page, 'is in the archive');
    await page.getByText('This project is in the archive.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete project' }).click();
    const confirm = dialog.getByRole('button', { name: 'Delete project for ever' });
    expect(await confirm.isDisabled()).toBe(true);
    await expectAccessible(dialog);
    await dialog.getByRole('textbox').fill(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    await confirm.click();

    await page.waitForURL('**/projects');
    await row(page, 'Default').waitFor();
    await row(page, name).waitFor({ state: 'detached' });
  });
});

describePage('a project', () => {
  test('shows its health, and saves a name, a pattern and a limit', async () => {
    const id = await aProject();
    const page = await open(`/projects/${id}`, await sharedUser('Admin'));
    await page.getByRole('img', { name: /The health of each/ }).waitFor();
    await expectAccessible(page);
    for (const name of ['Environments', 'Access', 'API tokens', 'Export and import', 'Settings']) {
      await tab(page, name);
      await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
      await expectAccessible(page.getByRole('tabpanel', { name }));
    }

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Another name');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByRole('heading', { name: 'Another name' }).waitFor();
    await page.getByLabel('Flag limit').fill('12');
    await page.getByLabel('Pattern for names').fill('(');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByRole('alert').first().waitFor();
    await expectAccessible(page);
    await page.getByLabel('Pattern for names').fill('shop-.*');
    await page.getByRole('button', { name: 'Save rules' }).click();

    await page.getByText('The rules of Another name are changed').waitFor();
    expect(await api('GET', `/api/admin/projects/${id}/overview`)).toMatchObject({
      name: 'Another name',
      featureLimit: 12,
      featureNaming: { pattern: 'shop-.*' },
    });
  });

  test('has environments with a default strategy and change requests', async () => {
    const id = await aProject();
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
    await send(page, 'New environment', 'Add environment', async () => undefined);

    await row(page, 'development').waitFor();
  });

  test('gives roles to users and removes them', async () => {
    const id = await aProject();
    const { username } = await sharedUser('Viewer');
    const page = await open(`/projects/${id}?tab=access`, await sharedUser('Admin'));

    await send(page, 'New member', 'Give roles', async (dialog) => {
      await pick(page, dialog, 'People and groups', username);
      await pick(page, dialog, 'Roles', 'Owner');
    });

    await row(page, username).getByText('Owner').waitFor();
    await expectAccessible(page);
    await remove(page, username, 'member', { verb: 'Remove' });
  });

  test('a Viewer has only permitted controls', async () => {
    const page = await open('/projects/default', await sharedUser('Viewer'));
    await page.getByRole('tab', { name: 'Environments' }).waitFor();

    const tabs = await page.getByRole('tab').allTextContents();
    expect(tabs).toEqual(['Overview', 'Environments', 'Export and import']);
    expect(await page.getByText('Import flags').count()).toBe(0);
  });

  test('its flags are exported and imported into another project', async () => {
    const [from, to] = [await aProject(), await aProject()];
    const flag = unique('exported');
    await api('POST', `/api/admin/projects/${from}/features`, { name: flag });
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
    await page.getByRole('button', { name: 'See what would change' }).click();
    await page.getByText('1 would be new').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();

    await page.getByText('The flags are imported').waitFor();
    await api('GET', `/api/admin/projects/${to}/features/${flag}-2`);
  });
});
