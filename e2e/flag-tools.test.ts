import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { strategyBucket } from '../server/delivery/evaluation/hash.ts';
import {
  aFlag,
  api,
  apiAs,
  describePage,
  expectAccessible,
  open,
  overflowOf,
  requireApprovals,
  sharedUser,
  undo,
  unique,
} from './browser.ts';

type Strategy = {
  id: string;
  name: string;
  title: string | null;
  parameters: Record<string, string>;
};
type Flag = {
  tags: { value: string }[];
  environments: {
    name: string;
    enabled: boolean;
    strategies: Strategy[];
    variants: { name: string }[];
  }[];
};

const pathOf = (name: string, project = 'default') => `/projects/${project}/flags/${name}`;
const apiOf = (name: string, project = 'default') =>
  `/api/admin/projects/${project}/features/${name}`;

const strategiesOf = async (name: string, environment: string, project?: string) => {
  const { environments } = await api<Flag>('GET', apiOf(name, project));
  return environments.find((each) => each.name === environment)?.strategies ?? [];
};
const titlesIn = async (name: string, environment: string, project?: string) =>
  (await strategiesOf(name, environment, project)).map(({ title }) => title);

type NewStrategy = { environment?: string; project?: string; percent?: number; groupId?: string };

const addRollout = (name: string, title: string, over: NewStrategy = {}) =>
  api<Strategy>(
    'POST',
    `${apiOf(name, over.project)}/environments/${over.environment ?? 'development'}/strategies`,
    {
      name: 'flexibleRollout',
      title,
      parameters: {
        rollout: String(over.percent ?? 40),
        stickiness: 'userId',
        groupId: over.groupId ?? name,
      },
    },
  );

const sideBySide = (page: Page) =>
  page.getByRole('region', { name: 'Environments side by side', exact: true });
const row = (page: Page, name: string) =>
  sideBySide(page).getByRole('region', { name, exact: true });

const memberRole = 5;

/** Whether a click on the centre of the element reaches it. */
const isOnTop = (element: Locator) =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

describePage('the page of a flag', () => {
  test('shows environments side by side and copies one to production', async () => {
    const name = await aFlag();
    await addRollout(name, 'Beta', { percent: 25 });
    await addRollout(name, 'Staff', { percent: 100 });
    await addRollout(name, 'Beta', { percent: 10, environment: 'production' });
    const page = await open(pathOf(name), await sharedUser('Editor'), { width: 390 });

    await page.getByText('Side by side', { exact: true }).click();
    await sideBySide(page).getByText('2 differences').waitFor();
    await row(page, 'Strategy 1').getByText('Differs: who gets it').waitFor();
    await row(page, 'Strategy 2').getByText('Not in production').waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await page.getByRole('switch', { name: 'Only differences' }).check();
    await row(page, 'Switch').waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'Only differences' }).uncheck();

    await page.getByRole('button', { name: 'More actions for development' }).click();
    await page.getByRole('menuitem', { name: 'Copy to production…' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Copy to production…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy development to production?' });
    await dialog.getByText('production is a production environment').waitFor();
    await dialog.getByText('Applied at once').waitFor();
    await expectAccessible(dialog);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await dialog.getByRole('button', { name: 'Copy to production' }).click();
    const result = page.getByRole('dialog', { name: 'Environment copied' });
    await result.getByRole('button', { name: 'Done' }).waitFor();
    await expectAccessible(result);
    await result.getByRole('button', { name: 'Done' }).click();
    await sideBySide(page).getByText('All environments have the same configuration.').waitFor();
    expect(await titlesIn(name, 'production')).toEqual(['Beta', 'Staff']);

    await page.getByText('List', { exact: true }).click();
    await page
      .getByRole('region', { name: 'production', exact: true })
      .getByText('Staff')
      .waitFor();
  });

  test('copies an environment into the draft where changes need approval', async () => {
    const project = unique('protected');
    const name = unique('flag');
    const member = await sharedUser('Editor');
    await api('POST', '/api/admin/projects', { id: project, name: project });
    const access = { roles: [memberRole], groups: [], users: [member.id] };
    await api('POST', `/api/admin/projects/${project}/access`, access);
    await api('POST', `/api/admin/projects/${project}/features`, { name });
    await addRollout(name, 'Beta', { project });
    for (const percent of [5, 10]) await addRollout(name, '', { project, percent });
    await requireApprovals(project, 'production');
    const page = await open(pathOf(name, project), member);

    await page.getByRole('button', { name: 'More actions for development' }).click();
    await page.getByRole('menuitem', { name: 'Copy to production…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy development to production?' });
    await dialog.getByText('Added to your change request for production').waitFor();
    await dialog.getByText('2 × Strategy Gradual rollout added in production').waitFor();
    await dialog.getByRole('button', { name: 'Add to change request' }).click();
    const result = page.getByRole('dialog', { name: 'Added to your change request' });
    await result.getByRole('link', { name: /^change request \d+$/ }).click();

    await page.waitForURL(`**/projects/${project}/change-requests/*`);
    await page.getByText('Beta').first().waitFor();
    expect(await titlesIn(name, 'production', project)).toEqual([]);
  });

  test('offers those who may skip approval to propose a copy or an undo first', async () => {
    const project = unique('protected');
    const name = unique('flag');
    await api('POST', '/api/admin/projects', { id: project, name: project });
    await api('POST', `/api/admin/projects/${project}/features`, { name });
    await addRollout(name, 'Beta', { project });
    await requireApprovals(project, 'production');
    const page = await open(pathOf(name, project), await sharedUser('Admin'), { width: 390 });
    const copy = async () => {
      await page.getByRole('button', { name: 'More actions for development' }).click();
      await page.getByRole('menuitem', { name: 'Copy to production…' }).click();
    };

    await copy();
    const dialog = page.getByRole('dialog', { name: 'Copy development to production?' });
    await dialog.getByText('Added to your change request for production').waitFor();
    await dialog.getByRole('button', { name: 'Add to change request' }).click();
    const result = page.getByRole('dialog', { name: 'Added to your change request' });
    await result.getByRole('button', { name: 'Done' }).click();
    expect(await titlesIn(name, 'production', project)).toEqual([]);

    await copy();
    await dialog.getByRole('button', { name: 'Copy to production without approval' }).click();
    await page.getByRole('dialog', { name: 'Environment copied' }).getByText('Applied').waitFor();
    expect(await titlesIn(name, 'production', project)).toEqual(['Beta']);

    await page.goto(`${pathOf(name, project)}?tab=history`);
    await page
      .getByRole('button', { name: /^Actions/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Undo this change…' }).click();
    const undoing = page.getByRole('dialog', { name: 'Undo this change?' });
    await undoing.getByRole('button', { name: 'Add to change request' }).waitFor();
    await undoing.getByRole('button', { name: 'Undo change without approval' }).click();
    await page.getByRole('dialog', { name: 'Change undone' }).waitFor();
    expect(await titlesIn(name, 'production', project)).toEqual([]);
  });

  test('offers those who may skip approval to save strategies and variants without it', async () => {
    const project = unique('protected');
    const name = unique('flag');
    await api('POST', '/api/admin/projects', { id: project, name: project });
    await api('POST', `/api/admin/projects/${project}/features`, { name });
    await addRollout(name, 'Beta', { project });
    await requireApprovals(project, 'development');
    const page = await open(pathOf(name, project), await sharedUser('Admin'), { width: 390 });
    const drawer = page.getByRole('dialog');
    const title = drawer.getByRole('textbox', { name: 'Title' });
    const titles = () => titlesIn(name, 'development', project);

    await page.getByRole('button', { name: 'Edit strategy 1 in development' }).click();
    await title.fill('Gamma');
    await expectAccessible(drawer);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await drawer.getByRole('button', { name: 'Save strategy without approval' }).click();
    await expect.poll(titles).toEqual(['Gamma']);
    await undo(page, 'Strategy saved');
    await expect.poll(titles).toEqual(['Beta']);
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
      await toast.waitFor();
      await toast.hover();

      await page.getByRole('button', { name: 'Edit strategy 1 in development' }).click();
      const drawer = page.getByRole('dialog', { name: /development/ });
      const save = drawer.getByRole('button', { name: 'Save strategy' });
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
    await expect.poll(titles).toEqual(['Two', 'Three', 'One']);
    await undo(page, 'Order saved');
    await expect.poll(titles).toEqual(['One', 'Two', 'Three']);
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
    await expect.poll(titles).toEqual(['One', 'Three', 'Two', 'Three']);
    await undo(page, 'Strategy duplicated');
    await expect.poll(titles).toEqual(['One', 'Three', 'Two']);

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
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
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

/** In the order of the buttons; the last one is remembered. */
const calls = (flag: string): [label: string, call: string][] => [
  ['Node.js', `flags.isEnabled('${flag}')`],
  ['React', `useFlag('${flag}')`],
  ['Java', `flags.isEnabled("${flag}")`],
  ['Python', `flags.is_enabled("${flag}")`],
  ['Go', `unleash.IsEnabled("${flag}")`],
  ['.NET', `flags.IsEnabled("${flag}")`],
  ['Ruby', `flags.is_enabled?('${flag}')`],
  ['PHP', `$flags->isEnabled('${flag}')`],
];

const shownTitles = async (page: Page) => {
  const text = await page.getByRole('region', { name: 'development', exact: true }).innerText();
  return text.match(/\b(One|Two|Three)\b/g);
};

type Handle = ReturnType<Page['getByRole']>;

/** Drags with the mouse, in steps as a hand does. */
async function drag(page: Page, from: Handle, to: Handle): Promise<void> {
  await from.waitFor();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('the handles are visible');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + 80, { steps: 10 });
  await page.mouse.up();
}

/** An application that registers and reports one evaluation in development; waits until it is stored. */
async function reportUse(flag: string, appName: string, sdkVersion: string): Promise<void> {
  const { secret } = await api<{ secret: string }>('POST', '/api/admin/api-tokens', {
    tokenName: unique('token'),
    type: 'client',
    environment: 'development',
    projects: ['default'],
  });
  const now = new Date().toISOString();
  const sender = { appName, instanceId: 'one', sdkVersion };
  await apiAs(secret, 'POST', '/api/client/register', {
    ...sender,
    strategies: ['default'],
    started: now,
    interval: 1000,
  });
  const bucket = { start: now, stop: now, toggles: { [flag]: { yes: 1, no: 0 } } };
  await apiAs(secret, 'POST', '/api/client/metrics', { ...sender, bucket });
  const stored = async () => {
    const path = `/api/admin/client-metrics/features/${flag}`;
    const { seenApplications } = await api<{ seenApplications: string[] }>('GET', path);
    const { applications } = await api<{ applications: { appName: string }[] }>(
      'GET',
      `/api/admin/metrics/applications?query=${appName}`,
    );
    return [seenApplications.length, applications.length];
  };
  await expect.poll(stored, { timeout: 60_000 }).toEqual([1, 1]);
}
