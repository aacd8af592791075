import { expect, test } from 'vitest';
import {
  aFlag,
  aProject,
  api,
  aUser,
  describePage,
  expectAccessible,
  expectToFit,
  holdUndo,
  open,
  settled,
  sharedUser,
  toastsLoaded,
  tryUndo,
  undo,
  unique,
  writesOf,
} from './browser.ts';
import { apiOf, aRichFlag, development, flagOf, inDevelopment, pathOf } from './flag.ts';
import { choose } from './managed.ts';

describePage('a flag', () => {
  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('describes its strategies, in %s mode at %i pixels', async (colorScheme, width) => {
    const name = await aRichFlag();
    const page = await open(pathOf(name), await sharedUser('Editor'), { colorScheme, width });
    const panel = development(page);
    await panel.getByText('40% of the matching users, sticky on userId').waitFor();

    await panel.getByText('The users ann, bob').waitFor();
    await panel.getByText('is one of').waitFor();
    await panel
      .getByText('The environment has no variants: strategies have their own, or none.')
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Edit strategy 1 in development' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save strategy' }).waitFor();
    await expectAccessible(page.getByRole('dialog'));
    await expectToFit(page);
  });

  test('is created and rolled out to 25%', async () => {
    const name = unique('rollout');
    const page = await open('/flags', await sharedUser('Editor'));
    await page.getByRole('button', { name: 'New flag' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: 'Create flag' }).click();
    await page.waitForURL(`**${pathOf(name)}`);

    const dialog = page.getByRole('dialog', { name: 'New strategy in development' });
    await page.getByRole('button', { name: 'Add strategy in development' }).click();
    await dialog.getByRole('button', { name: 'Add strategy' }).click();
    await undo(page, 'Added to development');
    expect((await inDevelopment(name)).strategies).toEqual([]);

    await page.getByRole('button', { name: 'Add strategy in development' }).click();
    await dialog.getByRole('button', { name: '25%' }).click();
    await dialog.getByRole('button', { name: 'Add strategy' }).click();
    await development(page).getByText('25% of all users, sticky on user or session').waitFor();
    await page.getByLabel(`${name} in development`).click();

    await expect
      .poll(() => inDevelopment(name))
      .toMatchObject({
        enabled: true,
        strategies: [{ name: 'flexibleRollout', parameters: { rollout: '25' } }],
      });
  });

  test('strategies are edited, disabled and enabled, moved and deleted', async () => {
    const name = await aRichFlag();
    const page = await open(pathOf(name), await sharedUser('Editor'));
    const strategies = async () => (await inDevelopment(name)).strategies;
    const choose = async (item: string) => {
      await page
        .getByRole('button', { name: 'More actions for strategy 1 in development' })
        .click();
      await page.getByRole('menuitem', { name: item }).click();
    };

    await page.getByRole('button', { name: 'Edit strategy 2 in development' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit strategy in development' });
    await dialog.getByRole('button', { name: 'Add constraint' }).click();
    await dialog.getByRole('combobox', { name: 'Context field' }).click();
    await page.getByRole('option', { name: 'userId' }).click();
    await dialog.getByRole('combobox', { name: 'Operator' }).click();
    await page.getByRole('option', { name: 'ends with' }).click();
    await dialog.getByRole('combobox', { name: 'Values' }).fill('.example.com');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save strategy' }).click();
    await dialog.waitFor({ state: 'detached' });
    await development(page).getByText('ends with').waitFor();
    expect((await strategies())[1]?.constraints).toMatchObject([
      { operator: 'STR_ENDS_WITH', values: ['.example.com'] },
    ]);

    await page.getByRole('button', { name: 'More actions for strategy 1 in development' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await holdUndo(page, 'Strategy disabled');
    expect((await strategies())[0]?.disabled).toBe(true);
    await undo(page, 'Strategy disabled');
    expect((await strategies())[0]?.disabled).toBe(false);

    await choose('Move down');
    await expect.poll(async () => (await strategies())[0]?.name).toBe('userWithId');
    await expect.poll(() => development(page).innerText()).toMatch(/The users[\s\S]*Beta/);
    await choose('Delete');
    await expect
      .poll(async () => (await strategies()).map((each) => each.name))
      .toEqual(['flexibleRollout']);
  });

  test('the form of an invalid strategy stays open and shows the error', async () => {
    const name = await aFlag();
    const page = await open(pathOf(name), await sharedUser('Editor'));
    await page.getByRole('button', { name: 'Add strategy in development' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add constraint' }).click();
    await dialog.getByRole('combobox', { name: 'Context field' }).click();
    await page.getByRole('option', { name: 'userId' }).click();
    await dialog.getByRole('combobox', { name: 'Operator' }).click();
    await page.getByRole('option', { name: 'is newer than version' }).click();
    await dialog.getByRole('textbox', { name: 'Value' }).fill('yesterday');

    await dialog.getByRole('button', { name: 'Add strategy' }).click();

    await dialog.getByRole('alert').getByText('In: Constraint 1 › value').waitFor();
    await expectAccessible(dialog);
  });

  test('is moved to another project, and back', async () => {
    const [name, project] = [await aFlag(), await aProject()];
    await api('PUT', `/api/admin/projects/${project}`, { name: `Team ${project}` });
    const page = await open(pathOf(name), await sharedUser('Admin'));
    await page.getByRole('button', { name: 'More actions for this flag' }).click();
    await page.getByRole('menuitem', { name: 'Move…' }).click();
    const dialog = page.getByRole('dialog', { name: `Move ${name} to another project` });
    await choose(page, dialog, 'To project', `Team ${project}`);
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Move flag' }).click();

    await page.waitForURL(`**/projects/${project}/flags/${name}`);
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await undo(page, `Moved ${name} to Team ${project}`);
    await page.waitForURL(`**${pathOf(name)}`);
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    expect(await flagOf(name)).toMatchObject({ project: 'default' });
  });

  test('its description, tags, links and parent are edited', async () => {
    const [name, parent] = [await aFlag(), await aFlag()];
    const page = await open(pathOf(name), await sharedUser('Editor'));
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Description').fill('Who pays how');
    await expectAccessible(page.getByRole('dialog'));
    await page.getByRole('checkbox', { name: 'Stale' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('main').getByText('Who pays how').waitFor();

    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.getByRole('combobox', { name: 'Tag', exact: true }).fill('payments');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Remove the tag payments' }).waitFor();
    await page.getByRole('button', { name: 'Add link' }).click();
    await page.getByLabel('Address').fill('https://example.com/issue/1');
    await page.getByLabel('Title').fill('The issue');
    await expectAccessible(page.getByRole('main'));
    await page.getByRole('button', { name: 'Save link' }).click();
    await page.getByRole('link', { name: 'The issue' }).waitFor();
    await page.getByRole('button', { name: 'Add parent' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Parent' }).fill(parent);
    await page.getByRole('option', { name: parent }).click();
    await expectAccessible(page.getByRole('dialog'));
    await page.getByRole('dialog').getByRole('button', { name: 'Add parent' }).click();
    await page.getByRole('link', { name: parent }).waitFor();

    expect(await flagOf(name)).toMatchObject({
      description: 'Who pays how',
      stale: true,
      tags: [{ value: 'payments' }],
      links: [{ title: 'The issue' }],
      dependencies: [{ feature: parent }],
    });
    await expectAccessible(page);
  });

  test('past the lifetime of its type is potentially stale, until it is marked stale', async () => {
    const name = await aFlag({ type: 'release', createdAt: '2024-01-02T03:04:05Z' });
    const page = await open(pathOf(name), await sharedUser('Editor'));
    await page.getByText('Potentially stale', { exact: true }).waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'More actions for this flag' }).click();
    await page.getByRole('menuitem', { name: 'Mark as stale' }).click();
    await page.getByRole('main').getByText('Stale', { exact: true }).waitFor();
    await page.getByText('Potentially stale', { exact: true }).waitFor({ state: 'detached' });
  });

  test('is completed, archived and revived, with a warning of code that refers to it', async () => {
    const name = await aFlag();
    await api('PUT', `/api/admin/projects/default/code-references/${unique('repository')}`, {
      branch: 'main',
      references: [{ flag: name, path: 'src/checkout.ts', line: 7 }],
    });
    await api('POST', `${apiOf(name)}/environments/production/on`);
    const page = await open(pathOf(name), await sharedUser('Editor'));
    const more = page.getByRole('button', { name: 'More actions for this flag' });
    await page.getByText('src/checkout.ts:7', { exact: true }).waitFor();
    await more.click();
    await page.getByRole('menuitem', { name: 'Complete…' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Complete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).waitFor();
    await page.getByText('its switches and strategies stay as they are').waitFor();
    await expectAccessible(page.getByRole('dialog'));
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await expect.poll(async () => (await flagOf(name)).lifecycle.stage).toBe('completed');

    await more.click();
    await page.getByRole('menuitem', { name: 'Archive…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).waitFor();
    await page.getByText('It is on in production.').waitFor();
    await page.getByText('Code still refers to it: src/checkout.ts:7.').waitFor();
    await page.getByText(/off everywhere, and its lifecycle starts from the beginning/).waitFor();
    await expectAccessible(page.getByRole('dialog'));
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('In the archive').waitFor();
    const production = page.getByRole('region', { name: 'production' });
    await production.getByText('Off', { exact: true }).waitFor();
    await expectAccessible(page);
    expect((await flagOf(name)).archived).toBe(true);
    await page.getByRole('button', { name: 'Delete permanently…' }).click();
    const deletion = page.getByRole('dialog', { name: `Delete ${name} permanently?` });
    await deletion.getByRole('button', { name: 'Delete' }).waitFor();
    await expectAccessible(deletion);
    await deletion.getByRole('button', { name: 'Cancel' }).click();
    await deletion.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Revive' }).click();

    await page.getByText('In the archive').waitFor({ state: 'detached' });
    expect((await flagOf(name)).archived).toBe(false);
  });

  test('is on again after its archiving is undone, and the toast names what is lost', async () => {
    const name = await aFlag();
    await api('POST', `${apiOf(name)}/environments/production/on`);
    const page = await open(pathOf(name), await sharedUser('Editor'));
    await page.getByRole('button', { name: 'More actions for this flag' }).click();
    await page.getByRole('menuitem', { name: 'Archive…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('In the archive').waitFor();
    await tryUndo(page, `Archived ${name}`);

    const undone = `Undone: Archived ${name}. The lifecycle starts from the beginning.`;
    await page.getByText(undone).waitFor();
    const { archived, environments } = await flagOf(name);
    expect(archived).toBe(false);
    expect(environments.find((each) => each.name === 'production')?.enabled).toBe(true);
  });

  test('a Viewer has only permitted controls', async () => {
    const name = await aRichFlag();
    const page = await open(pathOf(name), await sharedUser('Viewer'));
    await development(page).getByText('The users ann, bob').waitFor();

    await settled(page);
    const buttons = page.getByRole('main').getByRole('button');
    const texts = async () => (await buttons.allTextContents()).join('');
    await expect.poll(texts).toBe('As of…Why is it off for this user?Use in code');
    const labels = await buttons.evaluateAll((all) =>
      all.map((each) => each.getAttribute('aria-label')).filter((label) => label !== null),
    );
    expect(labels).toEqual(['Copy the name', `Add to favourites: ${name}`]);
    expect(await page.getByRole('switch').count()).toBe(0);
  });

  test('a switch is not changed while offline, nor when the connection is back', async () => {
    const name = await aFlag();
    const page = await open(pathOf(name), await aUser('Editor'));
    const control = page.getByLabel(`${name} in development`);
    await control.waitFor();
    await toastsLoaded(page);
    const written = writesOf(page);

    await page.context().setOffline(true);
    await page.getByText('You are offline', { exact: true }).waitFor();
    await control.click();

    await page.getByRole('alert').filter({ hasText: 'Not saved: you are offline.' }).waitFor();
    await expect.poll(() => control.isChecked()).toBe(false);
    await expectAccessible(page);
    await page.context().setOffline(false);
    await page.getByText('You are offline', { exact: true }).waitFor({ state: 'detached' });
    expect(written).toEqual([]);
    await control.click();
    await page.getByText(`Switched on ${name} in development`).waitFor();
    expect(written).toHaveLength(1);
    expect((await inDevelopment(name)).enabled).toBe(true);
  });

  test('a lost connection is reported before toasts are loaded', async () => {
    const name = await aFlag();
    const user = await aUser('Editor');
    const page = await open(pathOf(name), user);
    await page.route('**/toast-container*', (route) => route.abort());
    await page.reload();
    const control = page.getByLabel(`${name} in development`);
    await control.waitFor();
    const shown = page.waitForEvent('dialog');

    await page.context().setOffline(true);
    await page.getByText('You are offline', { exact: true }).waitFor();
    const clicked = control.click();

    const dialog = await shown;
    expect(dialog.message()).toContain('Not saved: you are offline.');
    await dialog.accept();
    await clicked;
    await expect.poll(() => control.isChecked()).toBe(false);
  });

  test('a switch is restored after a 403, which is shown as a message', async () => {
    const name = await aFlag();
    const user = await aUser('Editor');
    const page = await open(pathOf(name), user);
    const control = page.getByLabel(`${name} in development`);
    await control.waitFor();
    await api('PUT', `/api/admin/user-admin/${user.id}`, { rootRole: 'Viewer' });

    await control.click();

    const message = await page.getByRole('alert').textContent();
    expect(message).toContain(
      'You do not have permission to switch flags on or off in environment "development" of project "default".',
    );
    expect(message).not.toContain('UPDATE_FEATURE_ENVIRONMENT');
    await expectAccessible(page);
    await expect.poll(() => control.isChecked()).toBe(false);
    expect((await inDevelopment(name)).enabled).toBe(false);
  });
});
