import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
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
  settled,
} from './browser.ts';
import { propose, setState, switchOn } from './change-requests.ts';
import { choose } from './managed.ts';

describePage('the language', () => {
  test('is that of the browser, until another is chosen in the profile', async () => {
    await aFlag();
    const { username, password } = await aUser('Viewer');
    const page = await open('/flags', undefined, { locale: 'de-DE' });
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

    await heading('Bei Pennon anmelden').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await expectAccessible(page);
    await page.getByLabel('Benutzername oder E-Mail-Adresse').fill(username);
    await page.getByLabel(/^Passwort( \*)?$/).fill(password);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();

    await page.getByRole('checkbox', { name: 'Favoriten zuerst' }).waitFor();
    await page.getByText(/^\d[\d.]* insgesamt$/).waitFor();
    await page.getByRole('columnheader', { name: 'Erstellt' }).first().waitFor();
    await expectAccessible(page);

    await page.goto('/profile');
    await heading('Profil').waitFor();
    await page.getByText('Persönliche Zugriffstokens').waitFor();
    await expectAccessible(page);

    await choose(page, page.getByRole('main'), 'Sprache', 'English');
    await heading('Profile').waitFor();
    await page.reload();
    await heading('Profile').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');

    await choose(page, page.getByRole('main'), 'Language', 'Browser language');
    await heading('Profil').waitFor();
  });

  test('is German everywhere, and German texts fit a phone', async () => {
    const project = await aProject();
    const flag = await aFlag({ project });
    const inFlag = `/api/admin/projects/${project}/features/${flag}/environments/development`;
    await api('POST', `${inFlag}/strategies`, { name: 'default' });
    await api('POST', `${inFlag}/on`);
    await requireApprovals(project, 'production');
    const page = await open('/dashboard', await aUser('Admin'), { width: 390, locale: 'de-DE' });
    const id = await propose(page, project, [switchOn(flag)], 'production');
    const author = await open('/profile', await aUser('Admin'));
    const submitted = await propose(author, project, [switchOn(flag)], 'production');
    await setState(author, project, submitted, 'In review');
    const path = `/projects/${project}/flags/${flag}`;
    const paths = [
      path,
      `${path}?tab=usage`,
      `${path}?tab=history`,
      `/events?project=IS:${project}`,
      `/projects/${project}`,
      `/projects/${project}/change-requests/${id}`,
      '/insights',
      '/context-fields',
      '/tags?tab=types',
      '/projects',
      '/dashboard',
      '/profile',
    ];

    for (const each of paths) {
      await page.goto(each);
      await expectGerman(page, each);
    }
    await page.getByRole('button', { name: /^Posteingang/ }).click();
    await page.getByRole('dialog').getByText(`Änderungsantrag #${submitted}`).waitFor();
    await expectGerman(page, 'the inbox');
    await page.goto(path);
    await page.getByRole('button', { name: 'Strategie 1 in development bearbeiten' }).click();
    await page.getByRole('dialog', { name: 'Strategie in development bearbeiten' }).waitFor();
    await expectGerman(page, 'the strategy');
  });
});

async function expectGerman(page: Page, where: string): Promise<void> {
  await settled(page);
  expect(
    (await textsOf(page)).filter((text) => english.has(text)),
    where,
  ).toEqual([]);
  await expectToFit(page, where);
}

/** What the page shows, and the names and hints of its controls. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) texts.push(nodes.currentNode.textContent?.trim() ?? '');
    for (const name of ['aria-label', 'title', 'placeholder']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        texts.push(element.getAttribute(name)?.trim() ?? '');
      }
    }
    return texts;
  });

/** The texts of the English catalogues that are not the same in German. */
const english = (() => {
  const root = new URL('../console/src/', import.meta.url);
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const stringsOf = (name: RegExp) =>
    paths
      .filter((path) => name.test(path))
      .flatMap((path) => stringsIn(path, readFileSync(new URL(path, root), 'utf8')));
  const labels = readFileSync(new URL('../server/events/labels.ts', import.meta.url), 'utf8');
  const german = new Set(stringsOf(/(^|\/)texts\.de\.tsx?$/));
  const all = [...stringsOf(/(^|\/)texts\.tsx?$/), ...stringsIn('labels.ts', labels)];
  // A single word in lower case may be a name, such as that of the context field environment.
  return new Set(all.filter((text) => /^\p{Lu}\p{Ll}| \p{L}/u.test(text) && !german.has(text)));
})();

function stringsIn(path: string, text: string): string[] {
  const found: string[] = [];
  new Visitor({
    Literal: ({ value }) => typeof value === 'string' && found.push(value),
    JSXText: ({ value }) => found.push(value.trim()),
  }).visit(parseSync(path, text).program);
  return found;
}
