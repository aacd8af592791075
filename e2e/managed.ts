import type { Locator, Page } from 'playwright-core';
import { expectAccessible } from './browser.ts';

/** Steps shared by all pages with a managed list. */

export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: name }).first();

/** From the menu of a row. */
export async function chooseFromMenu(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Opens a dialog, checks its accessibility, fills it in and submits it. */
export async function send(
  page: Page,
  opener: string,
  action: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>,
  { menuOf }: { menuOf?: string } = {},
): Promise<void> {
  const dialog = page.getByRole('dialog');
  // One that is still closing would be a second dialog.
  await dialog.waitFor({ state: 'detached' });
  if (menuOf === undefined) await page.getByRole('button', { name: opener, exact: true }).click();
  else await chooseFromMenu(page, menuOf, opener);
  await dialog.getByRole('button', { name: action, exact: true }).waitFor();
  await expectAccessible(dialog);
  await fill(dialog);
  await dialog.getByRole('button', { name: action, exact: true }).click();
}

/** Deletes an item, checks the accessibility of the dialog, and waits until the row is removed. */
export async function remove(
  page: Page,
  name: string,
  noun: string,
  { verb = 'Delete', typed = false, inMenu = false } = {},
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.waitFor({ state: 'detached' });
  if (inMenu) await chooseFromMenu(page, name, `${verb} ${name}`);
  else await page.getByRole('button', { name: `${verb} ${name}`, exact: true }).click();
  const confirm = dialog.getByRole('button', { name: `${verb} ${noun}`, exact: true });
  await confirm.waitFor();
  await expectAccessible(dialog);
  if (typed) await dialog.getByRole('textbox').fill(name);
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  await row(page, name).waitFor({ state: 'detached' });
}

/** Selects an option of a Select. */
export async function choose(
  page: Page,
  within: ReturnType<Page['getByRole']>,
  label: string,
  option: string | RegExp,
): Promise<void> {
  await within.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click();
}

/** Selects an option of a MultiSelect by typing. */
export async function pick(
  page: Page,
  within: ReturnType<Page['getByRole']>,
  label: string,
  option: string,
): Promise<void> {
  const box = within.getByRole('combobox', { name: label, exact: true });
  await box.fill(option);
  await page.getByRole('option', { name: option }).click();
  await page.keyboard.press('Tab');
}

/** Pastes a text, as a browser does. */
export const paste = (field: Locator, text: string) =>
  field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const init = { clipboardData, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent('paste', init));
  }, text);
