import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  addMember,
  aFlag,
  aProject,
  api,
  deferred,
  describePage,
  expectAccessible,
  expectAtEnd,
  expectToFit,
  open,
  sharedUser,
  unique,
} from './browser.ts';

const rows = (page: Page) => page.locator('li[data-event]');

const describeFlag = (name: string, description: string) =>
  api('PUT', `/api/admin/projects/default/features/${name}`, {
    name,
    description,
    type: 'release',
  });

/** A flag with two events: created and updated. */
async function aDescribedFlag(description: string): Promise<string> {
  const name = await aFlag();
  await describeFlag(name, description);
  return name;
}

describePage('the events', () => {
  test('a filter becomes a chip, and a change shows both values', async () => {
    const name = await aDescribedFlag('what it is now');
    const page = await open(`/events?feature=IS:${name}`, await sharedUser('Viewer'));
    await rows(page).nth(1).waitFor();

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Type' }).click();
    await page.getByRole('combobox', { name: 'Type: values' }).fill('flag metadata');
    await page.getByRole('option', { name: 'Flag metadata updated' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page
      .getByRole('button', { name: 'Filter: Type is any of Flag metadata updated' })
      .waitFor();
    await rows(page).nth(1).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('type')).toBe('IS_ANY_OF:feature-metadata-updated');
    await page.getByRole('button', { name: /^What changed in event/ }).click();
    await page.getByText(/· Flag metadata updated ·/).waitFor();
    const changes = page.getByRole('table', { name: 'What changed' });
    const change = changes.getByRole('row', { name: 'Description' });
    expect(await change.textContent()).toContain('what it is now');
    await expectAccessible(page);
  });

  test('a switch shows the state before and after it', async () => {
    const name = await aFlag();
    await api('POST', `/api/admin/projects/default/features/${name}/environments/development/on`);
    const page = await open(`/events?feature=IS:${name}`, await sharedUser('Viewer'));

    await rows(page)
      .filter({ hasText: `enabled flag ${name}` })
      .getByRole('button', { name: /^What changed in event/ })
      .click();

    const change = page
      .getByRole('table', { name: 'What changed' })
      .getByRole('row', { name: 'Enabled' });
    await change.waitFor();
    expect(await change.textContent()).toBe('EnabledOffOn');
  });

  test('matching text in a change is highlighted, in dark mode and on a phone', async () => {
    const name = await aDescribedFlag('the quick Brown fox');
    const page = await open(`/events?feature=IS:${name}`, await sharedUser('Viewer'), {
      width: 360,
      colorScheme: 'dark',
    });
    await rows(page).nth(1).waitFor();

    await page.getByLabel('Search events').fill('brown');

    await rows(page).nth(1).waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('mark').first().textContent()).toBe('Brown');
    expect(new URL(page.url()).searchParams.get('q')).toBe('brown');
    await expectToFit(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Playground' }).waitFor();
    await expectAccessible(page);
  });

  test('an event has its own page, which renders markup as text and links the flag', async () => {
    const description = '<img src=x onerror=alert(1)> [here](javascript:alert(1)) **bold**';
    const name = await aDescribedFlag(description);
    const page = await open(`/events?feature=IS:${name}`, await sharedUser('Viewer'));

    await page
      .getByRole('link', { name: /^Open event/ })
      .first()
      .click();

    await page.getByText(description).first().waitFor();
    expect(await page.locator('main img, main a[href^="javascript"]').count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name, exact: true }).first().click();
    await page.waitForURL(`**/projects/default/flags/${name}`);
  });

  test('people are shown by name, with what the event stores on hover', async () => {
    const user = await sharedUser('Editor', 'named');
    const name = unique('Ada');
    const email = `${name}@example.com`.toLowerCase();
    await api('PUT', `/api/admin/user-admin/${user.id}`, { name, email });
    const flag = await aFlag();
    const page = await open(`/events?feature=IS:${flag}`, user);
    const changed = await page.request.put(`/api/admin/projects/default/features/${flag}`, {
      data: { name: flag, description: 'by a person', type: 'release' },
    });
    expect(changed.status()).toBe(200);

    await page.reload();

    const row = rows(page).first();
    await row.getByText(name, { exact: true }).waitFor();
    expect(await row.getByTitle(email).textContent()).toBe(name);
    await row.getByRole('link', { name: /^Open event/ }).click();
    await page.getByText(`by ${name}`).waitFor();
    expect(await page.locator('main').getByText(email).count()).toBe(0);
    await expectAccessible(page);
  });

  test('a user who never made a change is shown by name', async () => {
    const [username, name] = [unique('user'), unique('Grace')];
    const { id } = await api<{ id: number }>('POST', '/api/admin/user-admin', {
      username,
      name,
      rootRole: 'Viewer',
      password: 'Correct-Horse-1',
    });
    const project = await aProject();
    await addMember(project, { id });
    const page = await open(`/projects/${project}/events`, await sharedUser('Viewer'));

    await page.getByText(`to user ${name}`).waitFor();
  });

  test('projects are shown by name, and summaries are in the language of the console', async () => {
    const project = await aProject({ name: 'Storefront' });
    const name = await aFlag({ project });
    const environment = `/api/admin/projects/${project}/features/${name}/environments/development`;
    await api('POST', `${environment}/strategies`, { name: 'default' });
    await api('POST', `${environment}/on`);
    const path = `/events?feature=IS:${name}`;
    const english = await open(path, await sharedUser('Admin'));
    const link = rows(english).first().getByRole('link', { name: 'Storefront', exact: true });
    await link.waitFor();
    expect(await link.getAttribute('title')).toBe(project);

    const page = await open(path, await sharedUser('Admin'), { width: 390, locale: 'de-DE' });
    const where = ` – Flag ${name}, Projekt Storefront`;
    await rows(page).nth(0).getByText(`: In development eingeschaltet${where}`).waitFor();
    await rows(page)
      .nth(1)
      .getByText(`: Strategie Standard in development hinzugefügt${where}`)
      .waitFor();
    await rows(page).nth(2).getByText(`: Flag erstellt – ${name}, Projekt Storefront`).waitFor();
    await expectToFit(page);
    await expectAccessible(page);
  });

  test('matching events can be exported', async () => {
    const name = await aFlag();
    const page = await open(`/events?feature=IS:${name}`, await sharedUser('Viewer'));
    const action = page.getByRole('button', { name: 'Export' });
    await expectAtEnd(page.getByLabel('Search events'), action);
    await action.click();
    await page.getByRole('menuitem', { name: 'CSV' }).waitFor();
    await expectAccessible(page);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);

    expect(download.suggestedFilename()).toBe('events.csv');
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString().trim().split('\n')).toHaveLength(2);
  });

  test('a live list receives new events', async () => {
    // Filtered by flag, because other files write to the same server.
    const name = await aFlag();
    const page = await open(`/events?live=true&feature=IS:${name}`, await sharedUser('Viewer'));
    await page.getByText('Waiting for the next event').waitFor();
    await rows(page).first().waitFor();

    await describeFlag(name, 'changed while the list is live');

    await page.getByText('1 new').waitFor();
    await rows(page).nth(1).waitFor();
    await rows(page).first().getByText('New', { exact: true }).waitFor();
    expect(await rows(page).nth(1).getByText('New', { exact: true }).count()).toBe(0);
    await expectAccessible(page);
  });

  test('a live event stays when an older response arrives after it', async () => {
    const name = await aFlag();
    const page = await open(`/events?feature=IS:${name}`, await sharedUser('Viewer'));
    await rows(page).first().waitFor();
    const [fetched, release] = [deferred(), deferred()];
    await page.route(/search\/events\?/, async (route) => {
      const response = await route.fetch();
      fetched.resolve();
      await release.promise;
      await route.fulfill({ response });
    });

    await page.getByRole('switch', { name: 'Live' }).press('Space');
    await fetched.promise;
    await describeFlag(name, 'once');
    await page.getByText('1 new').waitFor();
    const delivered = page.waitForResponse(/search\/events\?/);
    release.resolve();
    await delivered;
    await describeFlag(name, 'twice');
    await page.getByText('2 new').waitFor();

    await rows(page).nth(2).waitFor();
  });
});
