import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  aFlag,
  api,
  expectAccessible,
  open,
  sharedUser,
  type TestUser,
  unique,
} from './browser.ts';

export const bar = (page: Page) => page.getByRole('region', { name: 'Selected flags' });
export const dialogOf = (page: Page) => page.getByRole('dialog');

export type Flag = {
  stale: boolean;
  project: string;
  tags: { type: string; value: string }[];
  environments: { name: string; enabled: boolean }[];
};

/** Several flags whose names begin alike. */
export async function someFlags(count: number, project = 'default') {
  const stem = unique('bulk');
  const names = Array.from({ length: count }, (_, index) => `${stem}-${index}`);
  for (const name of names) await aFlag({ name, project });
  return { stem, names };
}

export const flagOf = (name: string, project = 'default') =>
  api<Flag>('GET', `/api/admin/projects/${project}/features/${name}`);

export const isOn = async (name: string, environment: string, project?: string) =>
  (await flagOf(name, project)).environments.find((each) => each.name === environment)?.enabled;

/** Opens the list of these flags and selects all of them. */
export async function openSelected(
  stem: string,
  count: number,
  { user, size }: { user?: TestUser; size?: { width: number; height: number } } = {},
) {
  const path = `/flags?query=${stem}&sortBy=name`;
  const page = await open(path, user ?? (await sharedUser('Admin')), size);
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(count);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await bar(page).getByText(`${count} selected`).waitFor();
  return page;
}

export async function more(page: Page, entry: string) {
  await dialogOf(page).waitFor({ state: 'detached' });
  await bar(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: entry }).waitFor();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: entry }).click();
  await dialogOf(page).waitFor();
}

export const confirm = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true }).click();
