import { expect, test } from 'vitest';
import { strategyBucket } from '../server/delivery/evaluation/hash.ts';
import {
  aFlag,
  aProject,
  api,
  describePage,
  expectAccessible,
  expectToFit,
  holdUndo,
  open,
  requireApprovals,
  sharedUser,
  undo,
  unique,
} from './browser.ts';
import { apiOf, pathOf } from './flag.ts';
import {
  addRollout,
  calls,
  drag,
  type Flag,
  isOnTop,
  reportUse,
  shownTitles,
  titlesIn,
} from './flag-tools.ts';

describePage('the page of a flag', () => {
  test('offers those who may skip approval to save strategies and variants without it', async () => {
    const project = await aProject();
    const name = await aFlag({ project });
    await addRollout(name, 'Beta', { project });
    await requireApprovals(project, 'development');
    const page = await open(pathOf(name, project), await sharedUser('Admin'), { width: 390 });
    const drawer = page.getByRole('dialog');
    const title = drawer.getByRole('textbox', { name: 'Title' });
    const titles = () => titlesIn(name, 'development', project);

    await page.getByRole('button', { name: 'Edit strategy 1 in development' }).click();
    await title.fill('Gamma');
    await expectAccessible(drawer);
    await expectToFit(page);
    await drawer.getByRole('button', { name: 'Save strategy without approval' }).click();
    await holdUndo(page, 'Strategy saved');
    expect(await titles()).toEqual(['Gamma']);
    await undo(page, 'Strategy saved');
    expect(await titles()).toEqual(['Beta']);
    await page.getByRole('button', { name: 'Add variants in development' }).click();
    await drawer.getByRole('button', { name: 'Add variant', exact: true }).click();
    await drawer.getByRole('textbox', { name: 'Name' }).fill('blue');
    await drawer.getByRole('button', { name: 'Save variants without approval' }).click();
    await page.getByText('Saved the variants in development').waitFor();
    const { environments } = await api<Flag>('GET', apiOf(name, project));
    const development = environments.find((each) => each.name === 'development');
    expect(development?.variants).toMatchObject([{ name: 'blue' }]);

    await page.getByRole('button', { name: 'Add strategy in development' }).click();
    await title.fill('Delta');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Added to change request' }).waitFor();
    expect(await titles()).toEqual(['Beta']);
  });

  test.each([390, 1024, 1440])(
    '%i wide, a toast does not cover the buttons of a form',
    async (width) => {
      const name = await aFlag();
      await addRollout(name, 'Beta');
      const page = await open(pathOf(name), await sharedUser('Editor'), { width });
      await page.getByRole('switch', { name: `${name} in development` }).click();
      const toast = page.getByRole('status').filter({ hasText: `Switched on ${name}` });
      // It stays under the pointer, until the form moves it, and then while it has the focus.
      await toast.hover();
      await page.getByRole('button', { name: 'Edit strategy 1 in development' }).press('Enter');
      const drawer = page.getByRole('dialog', { name: /development/ });
      const save = drawer.getByRole('button', { name: 'Save strategy' });
      await save.waitFor();
      await toast.getByRole('button', { name: 'Undo' }).focus();

      await expect.poll(() => isOnTop(save)).toBe(true);
      expect(await isOnTop(drawer.getByRole('button', { name: 'Cancel' }))).toBe(true);
      expect(await isOnTop(drawer.getByRole('button', { name: 'Close' }))).toBe(true);
      expect(await isOnTop(toast.getByRole('button', { name: 'Undo' }))).toBe(true);
    },
  );

  test('orders strategies by dragging and by keyboard, duplicates them and copies the flag', async () => {
    const name = await aFlag({ tags: [{ type: 'simple', value: 'checkout' }] });
    for (const title of ['One', 'Two', 'Three']) await addRollout(name, title);
    const page = await open(pathOf(name), await sharedUser('Editor'));
    const titles = () => titlesIn(name, 'development');
    const handle = (position: number) =>
      page.getByRole('button', { name: `Move strategy ${position} in development` });

    await drag(page, handle(1), handle(3));
    await holdUndo(page, 'Order saved');
    expect(await titles()).toEqual(['Two', 'Three', 'One']);
    await undo(page, 'Order saved');
    expect(await titles()).toEqual(['One', 'Two', 'Three']);
    await expect.poll(() => shownTitles(page)).toEqual(['One', 'Two', 'Three']);

    await handle(3).focus();
    await page.keyboard.press('Space');
    await page.getByText('Picked up, position 3 of 3.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowUp');
    await page.getByText('Position 2 of 3', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => shownTitles(page)).toEqual(['One', 'Two', 'Three']);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.getByText('Position 2 of 3', { exact: true }).waitFor();
    await page.keyboard.press('Space');
    await expect.poll(titles).toEqual(['One', 'Three', 'Two']);
    await expect.poll(() => shownTitles(page)).toEqual(['One', 'Three', 'Two']);

    await page.getByRole('button', { name: 'More actions for strategy 2 in development' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await holdUndo(page, 'Strategy duplicated');
    expect(await titles()).toEqual(['One', 'Three', 'Two', 'Three']);
    await undo(page, 'Strategy duplicated');
    expect(await titles()).toEqual(['One', 'Three', 'Two']);

    const copy = unique('copy');
    await page.getByRole('button', { name: 'More actions for this flag' }).click();
    await page.getByRole('menuitem', { name: 'Copy flag…' }).click();
    const dialog = page.getByRole('dialog', { name: `Copy ${name}` });
    await dialog.getByRole('textbox', { name: 'Name of the copy' }).fill(name);
    await dialog.getByRole('button', { name: 'Copy flag' }).click();
    await dialog.getByText(/exists/).waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('textbox', { name: 'Name of the copy' }).fill(copy);
    await dialog.getByRole('button', { name: 'Copy flag' }).click();
    await page.waitForURL(`**${pathOf(copy)}`);
    await page.getByRole('heading', { name: copy }).waitFor();
    expect(await titlesIn(copy, 'development')).toEqual(['One', 'Three', 'Two']);
    expect((await api<Flag>('GET', apiOf(copy))).tags).toMatchObject([{ value: 'checkout' }]);
  });

  test('explains why it is off for a user, with the bucket', async () => {
    const name = await aFlag();
    const bucket = strategyBucket(name, 'ann');
    await addRollout(name, 'Beta', { percent: bucket - 1 });
    await addRollout(name, 'Beta', { percent: bucket, environment: 'production' });
    for (const environment of ['development', 'production']) {
      await api('POST', `${apiOf(name)}/environments/${environment}/on`);
    }
    const page = await open(pathOf(name), await sharedUser('Viewer'), { width: 390 });

    await page.getByRole('button', { name: 'Why is it off for this user?' }).click();
    await page.getByRole('textbox', { name: 'Value 1' }).fill('ann');
    await page.getByRole('button', { name: 'Explain' }).click();
    const results = page.getByRole('region', { name: 'Results' });
    const off = results.getByRole('region', { name: 'Result in development' });
    const on = results.getByRole('region', { name: 'Result in production' });
    await off.getByText('No strategy applies to this context.').waitFor();
    await off.getByText(`on from ${bucket}%.`).waitFor();
    await on.getByRole('img', { name: `Bucket ${bucket} of 100. Within the rollout` }).waitFor();
    await expectToFit(page);
    await expectAccessible(page);

    await page.getByRole('textbox', { name: 'Value 1' }).fill('bob');
    await results.waitFor({ state: 'detached' });

    await api('POST', `${apiOf(name)}/environments/production/off`);
    await page.reload();
    await page.getByRole('button', { name: 'Why is it off for this user?' }).click();
    await page.getByRole('button', { name: 'Explain' }).click();
    await on.getByText('It is switched off in production.').waitFor();
    await results.getByRole('link', { name: 'Open in the playground' }).click();
    await page.getByRole('heading', { name: 'Playground' }).waitFor();
    await page.getByRole('link', { name, exact: true }).waitFor();
  });

  test('has code for SDKs, the lifecycle and the applications that use it', async () => {
    const name = await aFlag();
    const [application, sdkVersion] = [unique('shop'), 'unleash-client-node:6.1.0'];
    await reportUse(name, application, sdkVersion);
    const page = await open(pathOf(name), await sharedUser('Editor'));

    const stages = page.getByRole('region', { name: 'Lifecycle' }).getByRole('listitem');
    await expect.poll(() => stages.count()).toBe(5);
    await expect
      .poll(() => page.locator('[aria-current=step]').textContent())
      .toMatch(/^Developing/);
    const used = page.getByRole('region', { name: 'Used by' });
    await used.getByRole('link', { name: application }).waitFor();
    await used.getByText(sdkVersion).waitFor();
    await used.getByText('development: 1 instance').waitFor();

    await page.getByRole('button', { name: 'Use in code' }).click();
    const panel = page.getByRole('region', { name: 'Use in code' });
    const languages = panel.getByRole('radio');
    await expect.poll(() => languages.count()).toBeGreaterThanOrEqual(8);
    await expectAccessible(page);
    for (const [label, call] of calls(name)) {
      await panel.getByText(label, { exact: true }).click();
      await panel.getByText(call).waitFor();
    }
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await panel.getByRole('button', { name: 'Copy the code' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain(`isEnabled('${name}')`);

    await api('PUT', `${apiOf(name)}/environments/development/variants`, [
      { name: 'blue', weight: 1000, weightType: 'variable' },
    ]);
    await page.reload();
    await page.getByRole('button', { name: 'Use in code' }).click();
    await panel.getByText(`getVariant('${name}')->getName()`).waitFor();
  });
});
