import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { paths, pathTo } from '../console/src/paths.ts';
import {
  aFlag,
  aProject,
  api,
  aUser,
  deferred,
  describePage,
  expectAccessible,
  expectToFit,
  open,
  requireApprovals,
  rowOf,
  settled,
  sharedUser,
  unique,
} from './browser.ts';
import { propose, switchOn } from './change-requests.ts';

const types = ['production', 'preproduction', 'test'];

/** A project with an environment of each type and a flag; the first environment is one for production. */
async function anEnvironmentOfEachType() {
  // Other tests look for names that begin with `production`.
  const made = types.map((type) => unique(`of-${type}`));
  for (const [index, type] of types.entries()) {
    await api('POST', '/api/admin/environments', { name: made[index], type });
  }
  const names = [...made, 'development'];
  const project = await aProject({ environments: names });
  const flag = await aFlag({ project });
  onTestFinished(async () => {
    for (const name of made) await api('DELETE', `/api/admin/environments/${name}`);
  });
  return { project, flag, names };
}

/** The colour beside the first place that names the environment. */
const colourOf = (page: Page, name: string) =>
  page
    .locator('span[data-type]:visible')
    .filter({ hasText: name })
    .first()
    .locator('span')
    .first()
    .evaluate((mark) => getComputedStyle(mark).backgroundColor);

async function aChangeRequest(page: Page, project: string, flag: string, environment: string) {
  await requireApprovals(project, environment);
  return propose(page, project, [switchOn(flag)], environment);
}

describePage('the look', () => {
  test('a type of environment has one colour on every page, and no two have the same', async () => {
    const { project, flag, names } = await anEnvironmentOfEachType();
    const page = await open(`/projects/${project}`, await sharedUser('Admin'));
    await rowOf(page, flag).waitFor();
    const colours = await Promise.all(names.map((name) => colourOf(page, name)));
    expect(new Set(colours).size).toBe(4);

    const first = String(names[0]);
    const id = await aChangeRequest(page, project, flag, first);
    const elsewhere = [
      `/environments?query=${first}`,
      `/projects/${project}/flags/${flag}`,
      '/change-requests?view=all',
      `/projects/${project}/change-requests/${id}`,
      `/events?q=${encodeURIComponent(`project:${project}`)}`,
    ];
    for (const path of elsewhere) {
      await page.goto(path);
      await page.locator('span[data-type]:visible').filter({ hasText: first }).first().waitFor();
      expect(await colourOf(page, first), path).toBe(colours[0]);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });

  test('both fonts come from this server', async () => {
    const name = await aFlag();
    const page = await open(`/projects/default/flags/${name}`, await sharedUser('Admin'));
    await page.locator('main h1').waitFor();
    await page.evaluate(() => document.fonts.load('13px "JetBrains Mono Variable"'));

    const loaded = () =>
      page.evaluate(() =>
        [...document.fonts]
          .filter(({ status }) => status === 'loaded')
          .map(({ family }) => family.replaceAll('"', ''))
          .sort(),
      );
    await expect.poll(loaded).toEqual(['Inter Variable', 'JetBrains Mono Variable']);
    const used = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
    expect(used).toMatch(/^"Inter Variable"/);
  });

  test('the icon of the window is served, and the logo is in the header', async () => {
    const page = await open('/flags', await sharedUser('Editor'));
    const icon = page.locator('link[rel=icon]');
    const url = await icon.evaluate((link) => (link as HTMLLinkElement).href);
    const response = await page.request.get(url);

    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toContain('image/svg+xml');
    expect(await response.text()).toContain('<svg');
    await page.getByRole('banner').getByRole('link', { name: 'Pennon' }).locator('svg').waitFor();
  });

  test('a phone shows the roles of users, and a chosen value has no empty line below it', async () => {
    const admin = await sharedUser('Admin');
    const page = await open(`/users?query=${admin.username}`, admin, { width: 390 });
    await page.locator('tr[data-row]').getByText('Admin', { exact: true }).waitFor();

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/playground?projects=default');
    const box = page.getByRole('combobox', { name: 'Projects' }).locator('xpath=../..');
    await box.getByText('Default', { exact: true }).waitFor();
    const { height = 0 } = (await box.boundingBox()) ?? {};
    expect(height).toBeGreaterThan(0);
    expect(height).toBeLessThan(40);
    expect(await page.getByRole('heading', { name: 'Context', exact: true }).count()).toBe(0);
  });

  test('no page is wider than a phone, and each is accessible in both colour schemes', async () => {
    const { project, flag, names } = await anEnvironmentOfEachType();
    const page = await open('/dashboard', await sharedUser('Admin'), { width: 390, height: 844 });
    await settled(page);
    const id = await aChangeRequest(page, project, flag, String(names[0]));
    const recent = '/api/admin/search/events?limit=1';
    const { events } = await api<{ events: { id: number }[] }>('GET', recent);
    const integration = await api<{ id: number }>('POST', '/api/admin/integrations', {
      kind: 'webhook',
      name: unique('hook'),
      enabled: false,
      parameters: { url: 'http://127.0.0.1:9/' },
    });
    const parts = {
      projectId: project,
      featureName: flag,
      eventId: Number(events[0]?.id),
      id,
      section: 'environments',
    };
    const hrefs = Object.entries(paths)
      .filter(([name]) => !signedOut.includes(name) && !['view', 'home'].includes(name))
      .map(([name, path]) =>
        pathTo(path, /integration$/i.test(name) ? { ...parts, id: integration.id } : parts),
      );
    const others = [
      '/projects?archived=true',
      `/projects/${project}/settings/integrations`,
      ...moreOfAFlag(project, flag),
    ];
    for (const href of [...hrefs, ...others]) {
      await page.goto(href);
      await settled(page);
      await expectToFit(page, href);
      await expectAccessible(page, { inBothSchemes: true });
    }
    expect(hrefs.length).toBeGreaterThan(30);
  });

  test('pages without a session, what does not exist, menus and drawers fit a phone', async () => {
    const size = { width: 390, height: 844 };
    const guest = await open('/sign-in', undefined, size);
    for (const path of ['/sign-in', '/reset-password', '/new-user', '/reset-password?token=none']) {
      await guest.goto(path);
      await guest.waitForLoadState('networkidle');
      await guest.locator('h1, h2, h3').first().waitFor();
      await expectToFit(guest, path);
    }
    const page = await open('/no-such-page', await sharedUser('Admin'), size);
    await page.getByRole('main').getByRole('link', { name: 'Go to my dashboard' }).waitFor();
    await expectToFit(page, 'not found');
    await page.goto('/projects/default/flags/no-such-flag');
    await page.getByRole('heading', { name: 'No flag “no-such-flag” in Default' }).waitFor();
    await page.getByRole('link', { name: 'Archived flags' }).waitFor();
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await expectToFit(page, 'a missing flag');
    await page.goto('/projects/no-such-project');
    await page.getByRole('heading', { name: 'No project “no-such-project”' }).waitFor();
    await expectToFit(page, 'a missing project');
    await page.goto('/connect');
    await page.locator('h1, h2, h3').first().waitFor();
    await expectToFit(page, 'connect');

    const flag = await aFlag();
    await page.goto(`/flags?query=${flag}`);
    const control = page.getByLabel(`${flag} in development`);
    await control.waitFor();
    await expectToFit(page, 'the switches of a flag');
    await settled(page);
    // A finger hits what has 44 pixels.
    const box = await control.boundingBox();
    if (!box) throw new Error('the switch is not visible');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 - 21);
    await expect.poll(() => control.isChecked()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New flag' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create flag' }).waitFor();
    await expectToFit(page, 'a dialog');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Inbox/ }).click();
    await page.getByRole('dialog').waitFor();
    await expectToFit(page, 'the inbox');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem').first().waitFor();
    await expectToFit(page, 'a menu');
  });

  test('what could not be loaded is loaded by Retry', async () => {
    const page = await open('/profile', await sharedUser('Admin'));
    let fail = true;
    await page.route('**/api/admin/segments', (route) =>
      fail
        ? route.fulfill({ status: 500, json: { id: 'abc', message: 'Broken' } })
        : route.continue(),
    );

    await page.goto('/segments');
    await page.getByRole('alert').getByText('Broken').waitFor();
    await expectAccessible(page);
    fail = false;
    await page.getByRole('button', { name: 'Retry' }).click();

    await page.getByRole('button', { name: 'New segment' }).waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  test('rows that are loading are as high as those that follow', async () => {
    const page = await open('/profile', await aUser('Editor'));
    await settled(page);
    const blocked = deferred();
    await page.route('**/api/admin/tag-types', async (route) => {
      await blocked.promise;
      await route.continue();
    });
    const row = page.locator('main tbody tr').first();
    const height = () => row.evaluate((element) => element.getBoundingClientRect().height);

    await page.goto('/tags?tab=types');
    await page.locator('main tbody tr[aria-hidden="true"]').first().waitFor();
    const before = await height();
    blocked.resolve();
    await rowOf(page, 'simple').waitFor();

    await expect.poll(async () => Math.abs((await height()) - before)).toBeLessThanOrEqual(6);
  });

  test('? lists the keyboard shortcuts, but not while one types', async () => {
    const page = await open('/flags', await sharedUser('Editor'));
    await settled(page);
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

    await page.keyboard.press('/');
    await page.keyboard.type('a?');
    const search = page.getByLabel('Search flags');
    await expect.poll(() => search.inputValue()).toBe('a?');
    expect(await dialog.count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.locator('main h1').click();
    await page.keyboard.press('Shift+Slash');
    await dialog.getByText('Select all rows of the page').waitFor();
    const strategies = dialog.getByRole('region', { name: 'Strategies and variants' });
    await strategies.getByText('Page Down').waitFor();
    await expectAccessible(dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    // The search of the page is a combobox, too, until the palette is open.
    const palette = page.getByRole('dialog', { name: 'Go to a page' });
    await palette.getByRole('combobox').fill('shortcuts');
    await page.getByRole('option', { name: 'Keyboard shortcuts' }).click();
    await dialog.waitFor();
  });
});

describePage('on paper', () => {
  /** The dialog of the browser would wait for a person. */
  const withoutDialog = (page: Page) =>
    page.evaluate(() => {
      window.print = () => {};
    });

  test('all events that match are printed, black on white, without what can be clicked', async () => {
    const project = await aProject();
    const features = Array.from({ length: 60 }, (_, index) => ({ name: `${project}-${index}` }));
    await api('POST', '/api/admin/features-batch/import', {
      project,
      environment: 'development',
      data: { features, featureStrategies: [], segments: [] },
    });
    const page = await open(
      `/events?project=${encodeURIComponent(`IS:${project}`)}`,
      await sharedUser('Admin'),
      { colorScheme: 'dark' },
    );
    // One page of the list.
    await expect.poll(() => page.locator('li[data-event]').count()).toBe(50);
    await withoutDialog(page);

    await page.getByRole('button', { name: 'Print' }).click();
    await expect.poll(() => page.locator('.printed li[data-event]').count()).toBeGreaterThan(60);
    await page.emulateMedia({ media: 'print' });

    expect(await page.locator('.printed li[data-event]').first().isVisible()).toBe(true);
    await expect.poll(() => visibleControls(page)).toEqual([]);
    expect(await page.locator('nav[aria-label="Main menu"]').isVisible()).toBe(false);
    expect(await coloursOf(page, '.printed h1')).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.locator('.printed').waitFor({ state: 'detached' });
  });

  test('a change request is printed without navigation and buttons', async () => {
    const { project, flag, names } = await anEnvironmentOfEachType();
    const page = await open('/profile', await sharedUser('Admin'), { colorScheme: 'dark' });
    await settled(page);
    const id = await aChangeRequest(page, project, flag, String(names[0]));
    await page.goto(`/projects/${project}/change-requests/${id}`);
    await page.getByRole('region', { name: flag }).waitFor();
    await withoutDialog(page);

    await page.getByRole('button', { name: 'Print' }).click();
    await page.emulateMedia({ media: 'print' });

    expect(await page.getByRole('region', { name: flag }).isVisible()).toBe(true);
    await expect.poll(() => visibleControls(page)).toEqual([]);
    expect(await page.getByText('Mention people').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'Comments' }).isVisible()).toBe(false);
    const [shown, exact] = await page
      .locator('main time')
      .first()
      .evaluate((time: HTMLElement) => [getComputedStyle(time, '::after').content, time.title]);
    expect(shown).toBe(`"${exact}"`);
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await coloursOf(page, 'main h1')).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  });

  const visibleControls = (page: Page) =>
    page
      .locator('button:visible, input:visible, textarea:visible, nav:visible')
      .evaluateAll((all) => all.map((each) => each.outerHTML.slice(0, 200)));

  /** Of the text, and of the page behind it. */
  const coloursOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => [
        getComputedStyle(element).color,
        getComputedStyle(document.body).backgroundColor,
      ]);
});

/** Pages without the shell; their tests are those of sessions and links. */
const signedOut = ['signIn', 'resetPassword', 'newUser', 'connect'];

const moreOfAFlag = (projectId: string, featureName: string) =>
  ['usage', 'history'].map((tab) => `${pathTo(paths.flag, { projectId, featureName })}?tab=${tab}`);
