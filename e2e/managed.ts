import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { seriousViolations } from './browser.ts';

/** What every page with a list, a form and a way to delete has in common. */

export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: name }).first();

/** Opens the dialog, which is accessible, lets the test fill it in, and sends it. */
export async function send(
  page: Page,
  opener: string,
  action: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>,
): Promise<void> {
  await page.getByRole('button', { name: opener, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: action, exact: true }).waitFor();
  if (opener.startsWith('New')) expect(await seriousViolations(page)).toEqual([]);
  await fill(dialog);
  await dialog.getByRole('button', { name: action, exact: true }).click();
}

/** Deletes it from the list, and waits until it is no longer there. */
export async function remove(
  page: Page,
  name: string,
  noun: string,
  { verb = 'Delete', typed = false } = {},
): Promise<void> {
  await page.getByRole('button', { name: `${verb} ${name}`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  if (typed) await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: `${verb} ${noun}`, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await row(page, name).waitFor({ state: 'detached' });
}

/** Chooses a value of a Select by what it says. */
export async function choose(
  page: Page,
  within: ReturnType<Page['getByRole']>,
  label: string,
  option: string | RegExp,
): Promise<void> {
  await within.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click();
}

/** Finds a value of a list of several by typing, and takes it. */
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

/** The page as it is now, in the colours it was opened with and in the others. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousViolations(page), colorScheme).toEqual([]);
  }
}
