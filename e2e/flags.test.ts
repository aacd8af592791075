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
  requireApprovals,
  rowOf,
  sharedUser,
  toastsLoaded,
  undo,
  unique,
  writesOf,
} from './browser.ts';
import { isOn } from './bulk.ts';
import { openProposed } from './change-requests.ts';

describePage('the flags', () => {
  test.each([360, 1280, 3840])('are accessible and fit a window of %i pixels', async (width) => {
    const name = await aFlag({ type: 'experiment', tags: [{ type: 'simple', value: 'shop' }] });
    const page = await open(`/flags?query=${name}`, await sharedUser('Editor'), {
      width,
      height: 800,
    });
    await rowOf(page, name).waitFor();
    // The tooltip of the browser has the exact time.
    const times = rowOf(page, name).locator('time');
    if (width > 1000) {
      expect(await times.last().getAttribute('title')).toMatch(/\d{4}, \d\d:\d\d:\d\d$/);
    }

    await expectToFit(page);
    await expectAccessible(page);
  });

  test('typing filters the flags and updates the URL', async () => {
    const stem = unique('found');
    const [one, other] = [await aFlag({ name: `${stem}-a` }), await aFlag({ name: `${stem}-b` })];
    const page = await open(`/flags?q=${stem}`, await sharedUser('Editor'));
    await rowOf(page, one).waitFor();
    await rowOf(page, other).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.press('End');
    await page.keyboard.type('-a');

    await rowOf(page, other).waitFor({ state: 'detached' });
    await rowOf(page, one).waitFor();
    expect(new URL(page.url()).search).toBe(`?q=${one}`);
  });

  test('typing is debounced, and superseded responses are dropped', async () => {
    const stem = unique('typed');
    for (const end of ['a', 'ab', 'abc']) await aFlag({ name: `${stem}-${end}` });
    // A user of its own, because the clock is stopped in all windows of the user.
    const page = await open('/flags', await aUser('Editor'));
    await page.locator('tr[data-row]').first().waitFor();
    const queries: string[] = [];
    const pending: (() => Promise<void>)[] = [];
    await page.route('**/api/admin/search/features?*', async (route) => {
      const query = new URL(route.request().url()).searchParams.get('q') ?? '';
      queries.push(query);
      if (query !== `${stem}-a`) return route.continue();
      const response = await route.fetch();
      pending.push(() => route.fulfill({ response }));
    });
    const box = page.getByLabel('Search flags');

    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await box.pressSequentially(`${stem}-a`);
    expect(queries).toEqual([]);
    await page.clock.resume();
    await expect.poll(() => pending.length).toBe(1);
    expect(queries).toEqual([`${stem}-a`]);
    const dropped = page.waitForEvent('requestfailed');
    await page.clock.pauseAt(Date.now() + 120_000);
    await box.pressSequentially('bc');
    await page.clock.resume();

    await rowOf(page, `${stem}-abc`).waitFor();
    await dropped;
    for (const fulfil of pending) await fulfil().catch(() => undefined);
    await expect.poll(() => queries).toEqual([`${stem}-a`, `${stem}-abc`]);
    await rowOf(page, `${stem}-ab`).waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1);
    expect(await box.inputValue()).toBe(`${stem}-abc`);
  });

  test('the table never has more rows than a page', async () => {
    const stem = unique('many');
    const names = Array.from({ length: 51 }, (_, index) => `${stem}-${index}`);
    const features = names.map((name) => ({ name, type: 'release' }));
    await api('POST', '/api/admin/features-batch/import', {
      project: 'default',
      environment: 'development',
      data: { features, featureStrategies: [], segments: [] },
    });
    const page = await open(`/flags?query=${stem}&sortBy=name`, await sharedUser('Editor'));
    const rows = page.locator('tr[data-row]');
    await expect.poll(() => rows.count()).toBe(25);
    await page.evaluate(() => {
      const maximum = { rows: 0 };
      Object.assign(globalThis, { maximum });
      new MutationObserver(() => {
        maximum.rows = Math.max(maximum.rows, document.querySelectorAll('tr[data-row]').length);
      }).observe(document.body, { subtree: true, childList: true });
    });

    await page.getByRole('button', { name: 'Page 2' }).click();
    // The rows below the window are rendered later.
    const shown = () => rows.evaluateAll((all) => all.map((each) => each.getAttribute('data-row')));
    await expect.poll(shown).toEqual([...names].sort().slice(25, 50));
    await page.getByRole('button', { name: 'Page 3' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel('Search flags').fill(`${stem}-1`);
    await rowOf(page, `${stem}-19`).waitFor();
    await page.getByLabel('Search flags').fill(stem.slice(0, -1));
    await expect.poll(() => rows.count()).toBe(25);

    const maximum = await page.evaluate(
      () => (globalThis as unknown as { maximum: { rows: number } }).maximum.rows,
    );
    expect(maximum).toBe(25);
  });

  test('arrow keys and Enter open a flag', async () => {
    const name = await aFlag();
    const page = await open(`/flags?query=${name}`, await sharedUser('Editor'));
    await rowOf(page, name).waitFor();

    await page.getByLabel('Search flags').press('ArrowDown');
    await rowOf(page, name).and(page.locator('[aria-current=true]')).waitFor();
    await page.getByLabel('Search flags').press('Enter');

    await page.waitForURL(`**/projects/default/flags/${name}`);
  });

  test.each([
    ['en-US', ['State is any of Potentially stale', 'Type is not one of Kill switch, Permission']],
    [
      'de-DE',
      [
        'Status ist einer von Möglicherweise veraltet',
        'Typ ist keiner von Kill-Switch, Berechtigung',
      ],
    ],
  ])('filters of a link are in the words of %s', async (locale, filters) => {
    const query = 'state=IS:potentially-stale&type=IS_NONE_OF:kill-switch,permission';
    const page = await open(`/flags?${query}`, await sharedUser('Editor'), { locale });

    for (const filter of filters) {
      await page.getByRole('button', { name: `Filter: ${filter}`, exact: true }).waitFor();
    }
  });

  test('a filter suggests existing values and becomes a chip', async () => {
    const stem = unique('filtered');
    const matching = await aFlag({ name: `${stem}-a`, type: 'kill-switch' });
    const other = await aFlag({ name: `${stem}-b`, type: 'release' });
    const page = await open(`/flags?query=${stem}`, await sharedUser('Editor'));
    await rowOf(page, other).waitFor();

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Type' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Type' }).click();
    await page.getByRole('combobox', { name: 'Type: values' }).click();
    await page.getByRole('option', { name: /Kill switch/ }).click();

    await rowOf(page, other).waitFor({ state: 'detached' });
    await rowOf(page, matching).getByText('Kill switch', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Filter: Type is any of Kill switch' }).waitFor();
    await expectAccessible(page);
    expect(new URL(page.url()).searchParams.get('type')).toBe('IS_ANY_OF:kill-switch');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove the filter Type' }).click();
    await rowOf(page, other).waitFor();
    await page.goto(`/flags?query=${stem}&project=IS_ANY_OF:default`);
    await page.getByRole('button', { name: /^Filter: Project is any of Default$/ }).waitFor();
    const project = rowOf(page, other).getByRole('link', { name: /^Default$/ });
    expect(await project.getAttribute('title')).toBe('default');
  });

  test('a column sorts in both directions', async () => {
    const stem = unique('sorted');
    for (const letter of ['b', 'a', 'c']) await aFlag({ name: `${stem}-${letter}` });
    const page = await open(`/flags?query=${stem}`, await sharedUser('Editor'));
    const names = async () =>
      (
        await page
          .locator('tr[data-row]')
          .evaluateAll((rows) => rows.map((each) => each.getAttribute('data-row')?.slice(-1)))
      ).join('');

    await page.getByRole('button', { name: 'Name' }).click();
    await expect.poll(names).toBe('abc');
    await page.getByRole('button', { name: 'Name' }).click();

    await expect.poll(names).toBe('cba');
  });

  test('a switch takes effect immediately and can be undone', async () => {
    const name = await aFlag();
    const page = await open(`/flags?query=${name}`, await sharedUser('Editor'));
    const control = page.getByLabel(`${name} in development`);
    await control.waitFor();

    await control.click();
    const message = `Switched on ${name} in development`;
    await holdUndo(page, message);
    expect(await control.isChecked()).toBe(true);
    expect(await isOn(name, 'development')).toBe(true);
    await undo(page, message);

    expect(await isOn(name, 'development')).toBe(false);
    await expect.poll(() => control.isChecked()).toBe(false);
    await control.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await page.getByRole('tooltip').getByText('Never evaluated by an SDK').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
  });

  test('a switch is not changed while offline, nor when the connection is back', async () => {
    const name = await aFlag();
    // A user of its own, because the connection is lost in all windows of the user.
    const page = await open(`/flags?q=${name}`, await aUser('Editor'));
    const control = rowOf(page, name).getByLabel(`${name} in development`);
    await control.waitFor();
    await toastsLoaded(page);
    const sent = writesOf(page);

    await page.context().setOffline(true);
    await page.getByText('You are offline', { exact: true }).waitFor();
    await control.click();

    await page.getByRole('alert').filter({ hasText: 'Not saved: you are offline.' }).waitFor();
    await expect.poll(() => control.isChecked()).toBe(false);
    // What the switch waited for is loaded when the connection is back.
    const loaded = page.waitForResponse((response) =>
      response.url().endsWith('/change-requests/config'),
    );
    await page.context().setOffline(false);
    await loaded;
    await page.getByText('You are offline', { exact: true }).waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
    await control.click();
    await page.getByText(`Switched on ${name} in development`).waitFor();
    expect(sent).toHaveLength(1);
  });

  test('a favourite is saved', async () => {
    const name = await aFlag();
    const page = await open(`/flags?query=${name}`, await sharedUser('Editor'));

    // The star is filled before the response.
    const saved = page.waitForResponse(/\/favorites$/);
    await page.getByRole('button', { name: `Add to favourites: ${name}` }).click();

    await saved;
    await page.getByRole('button', { name: `Remove from favourites: ${name}` }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: `Remove from favourites: ${name}` }).waitFor();
  });

  test('a flag is created, and an existing name is rejected with a message', async () => {
    const taken = await aFlag();
    const name = unique('created');
    const page = await open('/flags', await sharedUser('Editor'));
    await page.getByRole('button', { name: 'New flag' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create flag' }).waitFor();
    await expectAccessible(dialog);

    await dialog.getByRole('textbox', { name: 'Name' }).fill('eyes checkout');
    await dialog.getByRole('button', { name: 'Create flag' }).click();
    await dialog.getByText('Spaces are not allowed. Use - or _ instead.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(taken);
    await dialog.getByRole('button', { name: 'Create flag' }).click();
    await dialog.getByRole('alert').filter({ hasText: taken }).waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Create flag' }).click();

    await page.waitForURL(`**/projects/default/flags/${name}`);
  });

  test('a Viewer has only permitted controls', async () => {
    const name = await aFlag();
    const page = await open(`/flags?query=${name}`, await sharedUser('Viewer'));
    await rowOf(page, name).waitFor();

    const lastSeen = rowOf(page, name).getByRole('img', { name: 'Never evaluated by an SDK' });
    await lastSeen.first().focus();
    await page.keyboard.press('Tab');
    await page.getByRole('tooltip').getByText('Never evaluated by an SDK').waitFor();
    expect(await page.getByRole('switch').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'New flag' }).count()).toBe(0);
  });

  test('an invalid query shows the message of the API', async () => {
    const page = await open('/flags?type=LIKE%3Ax', await sharedUser('Editor'));

    expect(await page.getByRole('alert').textContent()).toContain('"type"');
    await expectAccessible(page);
  });
});

describePage('environments that require change requests', () => {
  test('a switch is proposed and not applied, unless approval is skipped', async () => {
    const project = await aProject();
    await requireApprovals(project, 'development');
    const name = await aFlag({ project });
    const page = await open(`/flags?query=${name}`, await sharedUser('Admin'));

    await page.getByLabel(`${name} in development`).click();
    await page.getByRole('button', { name: 'Add to change request' }).waitFor();
    await expectAccessible(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Add to change request' }).click();

    await openProposed(page);
    await page.waitForURL(`**/projects/${project}/change-requests/*`);
    expect(await isOn(name, 'development', project)).toBe(false);

    await page.goto(`/flags?query=${name}`);
    await page.getByLabel(`${name} in development`).click();
    await page.getByRole('button', { name: 'Switch on without approval' }).click();
    await expect.poll(() => isOn(name, 'development', project)).toBe(true);
  });

  test('a switch of a list is proposed by a user who may only propose it', async () => {
    const project = await aProject({ mode: 'open' });
    await requireApprovals(project, 'development');
    const name = await aFlag({ project });
    const page = await open(`/flags?query=${name}`, await sharedUser('Viewer'));

    await page.getByRole('switch', { name: `${name} in development` }).click();
    const dialog = page.getByRole('dialog', { name: 'Changes in development need a change' });
    await dialog.getByRole('button', { name: 'Add to change request' }).click();

    await openProposed(page);
    await page.waitForURL(`**/projects/${project}/change-requests/*`);
    await page.goto(`/flags?query=${name}`);
    await page.getByRole('switch', { name: `${name} in development` }).waitFor();
    expect(await page.getByRole('switch').count()).toBe(1);
  });
});
