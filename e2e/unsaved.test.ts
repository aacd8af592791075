import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  aFlag,
  api,
  aUser,
  describePage,
  expectAccessible,
  open,
  sharedUser,
  type TestUser,
  undo,
  unique,
} from './browser.ts';

const rollout = { name: 'flexibleRollout', parameters: { rollout: '40', stickiness: 'default' } };

async function flagWithStrategy() {
  const flag = await aFlag();
  const path = `/api/admin/projects/default/features/${flag}/environments/development/strategies`;
  await api('POST', path, rollout);
  return flag;
}

async function aProject() {
  const id = unique('project');
  await api('POST', '/api/admin/projects', { id, name: `Name of ${id}` });
  return id;
}

/** As in another tab. */
const signOut = (page: Page) => page.context().request.post('/logout');

async function signIn(page: Page, { username, password }: TestUser) {
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'My dashboard' }).waitFor();
}

const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' });

async function keepEditing(page: Page) {
  await confirmation(page).getByRole('button', { name: 'Keep editing' }).click();
  await confirmation(page).waitFor({ state: 'detached' });
}

async function discard(page: Page) {
  await confirmation(page).getByRole('button', { name: 'Discard changes' }).click();
  await confirmation(page).waitFor({ state: 'detached' });
}

const clickBeside = (page: Page) => page.mouse.click(5, 400);

describePage('a session that ends while a form is edited', () => {
  test('leaves what was entered, which is saved after signing in in another tab', async () => {
    const flag = await flagWithStrategy();
    const user = await aUser('Editor');
    const page = await open(`/projects/default/flags/${flag}`, user);
    await page.getByRole('button', { name: 'Edit strategy 1 in development' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit strategy in development' });
    await drawer.getByRole('textbox', { name: 'Title' }).fill('Beta customers');
    await signOut(page);

    await drawer.getByRole('button', { name: 'Save strategy' }).click();

    const note = drawer.getByRole('alert').filter({ hasText: 'You were signed out' });
    await note.waitFor();
    await expectAccessible(drawer);
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      note.getByRole('link', { name: 'Sign in in a new tab' }).click(),
    ]);
    await signIn(tab, user);
    await drawer.getByRole('button', { name: 'Save strategy' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByText('Beta customers').first().waitFor();
    expect(new URL(page.url()).pathname).toBe(`/projects/default/flags/${flag}`);
  });

  test('leads to the sign-in page once the input is discarded', async () => {
    const page = await open('/segments', await aUser('Editor'));
    await page.getByRole('button', { name: 'New segment' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New segment' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(unique('segment'));
    await signOut(page);
    await dialog.getByRole('button', { name: 'Create segment' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'You were signed out' }).waitFor();

    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await discard(page);

    await page.getByRole('heading', { name: 'Sign in to Pennon' }).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/segments');
  });

  test('is reported in words for people after a switch', async () => {
    const flag = await flagWithStrategy();
    const page = await open(`/projects/default/flags/${flag}`, await aUser('Editor'));
    const control = page.getByRole('switch', { name: /development/ }).first();
    await control.waitFor();
    // Only now: what else the page requests would lead to the sign-in page before the switch.
    await page.route(/\/environments\/development\/(on|off)/, async (route) => {
      await signOut(page);
      await route.continue();
    });

    await control.press('Space');

    await page.getByRole('heading', { name: 'Sign in to Pennon' }).waitFor();
    await page.getByText('You were signed out. Sign in, then try again.').waitFor();
  });
});

describePage('unsaved input', () => {
  test('in a dialog is not lost by Escape, a click beside it or its close button', async () => {
    const page = await open('/segments', await sharedUser('Admin'));
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    const opener = page.getByRole('button', { name: 'New project' }).first();
    await opener.click();
    await dialog.waitFor();

    // Without input it closes at once.
    await clickBeside(page);
    await dialog.waitFor({ state: 'detached' });

    await opener.click();
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('Half a name');
    await clickBeside(page);
    await keepEditing(page);
    await page.keyboard.press('Escape');
    await keepEditing(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await keepEditing(page);
    expect(await name.inputValue()).toBe('Half a name');
    await page.evaluate(() => history.back());
    await confirmation(page).waitFor();
    await expectAccessible(confirmation(page));
    await keepEditing(page);
    expect(await name.inputValue()).toBe('Half a name');

    await page.keyboard.press('Escape');
    await discard(page);
    await dialog.waitFor({ state: 'detached' });
    await opener.click();
    expect(await name.inputValue()).toBe('');
  });

  test('is left at once after it was saved', async () => {
    const name = unique('flag');
    const page = await open('/flags', await sharedUser('Admin'));
    await page.getByRole('button', { name: 'New flag' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New flag' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);

    await dialog.getByRole('button', { name: 'Create flag' }).click();

    await page.waitForURL(`**/projects/default/flags/${name}`);
    await page.getByRole('heading', { name }).waitFor();
    expect(await confirmation(page).count()).toBe(0);
  });

  test('in the settings of a project is not lost by leaving or reloading the page', async () => {
    const project = await aProject();
    const page = await open(`/projects/${project}/settings`, await sharedUser('Admin'));
    const description = page.getByRole('textbox', { name: 'Description', exact: true });
    await description.fill('Why it exists');

    await page.getByRole('link', { name: 'Segments' }).click();
    await keepEditing(page);
    await page.getByRole('tab', { name: 'Members' }).click();
    await keepEditing(page);
    const dialogType = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.dismiss();
      return dialog.type();
    });
    await page.evaluate(() => location.reload());

    expect(await dialogType).toBe('beforeunload');
    expect(await description.inputValue()).toBe('Why it exists');
    await page.getByRole('tab', { name: 'Members' }).click();
    await discard(page);
    await page.waitForURL(`**/projects/${project}/members`);
  });

  test('a secret that was not copied is closed only when that is confirmed', async () => {
    const page = await open('/profile', await sharedUser('Editor'));
    await page.getByRole('button', { name: 'New token' }).first().click();
    const form = page.getByRole('dialog', { name: 'New token' });
    await form.getByRole('textbox', { name: 'Purpose' }).fill(unique('token'));
    await form.getByRole('button', { name: 'Create token' }).click();
    const secret = page.getByRole('dialog').filter({ hasText: 'it is shown only once' });
    await secret.waitFor();
    const closing = page.getByRole('dialog', { name: 'Close without copying?' });

    await page.keyboard.press('Escape');
    await closing.getByRole('button', { name: 'Go back' }).click();
    await closing.waitFor({ state: 'detached' });
    await secret.waitFor();
    await secret.getByRole('button', { name: 'Copy' }).click();
    await page.keyboard.press('Escape');

    await secret.waitFor({ state: 'detached' });
    expect(await closing.count()).toBe(0);
  });
});

describePage('the settings of a project', () => {
  test('are saved only in the version that was opened, and what was entered stays', async () => {
    const id = await aProject();
    const page = await open(`/projects/${id}/settings`, await sharedUser('Admin'));
    const other = await open(`/projects/${id}/settings`, await sharedUser('Admin'));
    const field = (of: Page, name: string) => of.getByRole('textbox', { name, exact: true });
    const save = (of: Page, name = 'Save') => of.getByRole('button', { name, exact: true }).click();
    await field(other, 'Name').waitFor();
    await field(page, 'Description').fill('Why it exists');
    await save(page);
    await page.getByText(`Saved Name of ${id}`).waitFor();

    await field(other, 'Name').fill('Renamed');
    await save(other);

    const load = other.getByRole('button', { name: 'Load the current settings' });
    await load.waitFor();
    await expectAccessible(other);
    await load.click();
    await load.waitFor({ state: 'detached' });
    expect(await field(other, 'Name').inputValue()).toBe('Renamed');
    expect(await field(other, 'Description').inputValue()).toBe('Why it exists');
    await save(other);
    await other.getByText('Saved Renamed').waitFor();
    // The other form of the page is based on what was saved.
    await other.getByRole('textbox', { name: 'Pattern for flag names' }).fill('x+');
    await save(other, 'Save rules');
    await undo(other, 'Saved the rules of Renamed');
    await other.getByText('Undone: Saved the rules').waitFor();
    const overview = `/api/admin/projects/${id}/overview`;
    const stored = await api<Record<string, unknown>>('GET', overview);
    expect(stored).toMatchObject({ name: 'Renamed', description: 'Why it exists' });
    expect(stored).not.toHaveProperty('featureNaming');
    await expect
      .poll(() => other.getByRole('textbox', { name: 'Pattern for flag names' }).inputValue())
      .toBe('');
  });
});
