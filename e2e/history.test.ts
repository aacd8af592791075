import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  addMember,
  aFlag,
  aProject,
  api,
  describePage,
  expectAccessible,
  expectToFit,
  open,
  requireApprovals,
  sharedUser,
  unique,
} from './browser.ts';
import { pathOf, propose } from './change-requests.ts';

type Flag = {
  description: string | null;
  environments: {
    name: string;
    enabled: boolean;
    strategies: { parameters: { rollout: string } }[];
  }[];
};

/** A flag in a project of its own, with a strategy in development at 25%, and a member. */
async function aFlagAt25() {
  const project = await aProject();
  const member = await sharedUser('Viewer', 'member');
  await addMember(project, member);
  const name = await aFlag({ project });
  const apiPath = `/api/admin/projects/${project}/features/${name}`;
  const strategies = `${apiPath}/environments/development/strategies`;
  const body = (rollout: string) => ({
    name: 'flexibleRollout',
    title: 'Beta',
    parameters: { rollout, stickiness: 'userId' },
  });
  const { id } = await api<{ id: string }>('POST', strategies, body('25'));
  return {
    project,
    name,
    strategy: id,
    member,
    path: `/projects/${project}/flags/${name}`,
    describe: (description: string) => api('PUT', apiPath, { description }),
    setRollout: (rollout: string) => api('PUT', `${strategies}/${id}`, body(rollout)),
    switchOn: () => api('POST', `${apiPath}/environments/development/on`),
    read: async () => {
      const { description, environments } = await api<Flag>('GET', apiPath);
      const here = environments.find((each) => each.name === 'development');
      return {
        description,
        rollouts: here?.strategies.map(({ parameters }) => parameters.rollout),
      };
    },
  };
}

const changeOf = (from: number, to: number) =>
  `Rollout of Gradual rollout "Beta" in development changed from ${from}% to ${to}%`;

const entry = (page: Page, sentence: string | RegExp) =>
  page.getByRole('list', { name: 'Versions' }).getByRole('listitem').filter({ hasText: sentence });

async function choose(page: Page, sentence: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${sentence}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** The input of a date and time, in the time zone that the browser shares with this process. */
const localTime = (time: number) =>
  new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);

const done = (dialog: Locator) => dialog.getByRole('button', { name: 'Done' });

describePage('the history of a flag', () => {
  test('shows the flag and its evaluation as of an earlier moment, read-only', async () => {
    const { project, name, member, path, setRollout, switchOn } = await aFlagAt25();
    const moment = Math.ceil(Date.now() / 1000) * 1000;
    await expect.poll(() => Date.now()).toBeGreaterThan(moment);
    await setRollout('100');
    await switchOn();
    const page = await open(path, member, { width: 390 });
    await page.getByRole('switch', { name: `${name} in development` }).waitFor();

    await page.getByRole('button', { name: 'As of…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Show an earlier state' });
    await dialog.getByLabel('Date and time').fill(localTime(moment));
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Show', exact: true }).click();
    const development = page.getByRole('region', { name: 'development', exact: true });
    await development.getByText('25% of all users, sticky on userId').waitFor();
    await page.getByText('The flag as it was, read-only.').waitFor();
    await page.getByRole('button', { name: 'Restore…' }).waitFor();
    expect(await page.getByRole('switch').count()).toBe(0);
    expect(await development.getByRole('button').count()).toBe(0);
    await expectAccessible(page);
    await expectToFit(page);

    await page.getByRole('button', { name: 'Back to now' }).click();
    await development.getByText('100% of all users, sticky on userId').waitFor();
    await page.getByRole('button', { name: 'As of…' }).click();
    await page.getByRole('button', { name: 'A week ago' }).click();
    await page.getByText('No version from that time').waitFor();

    const context = encodeURIComponent('{"userId":"7"}');
    await page.goto(`/playground?environments=development&projects=${project}&context=${context}`);
    await page.getByRole('button', { name: `On why? ${name} in development` }).waitFor();
    await page.getByLabel('As of', { exact: true }).fill(localTime(moment));
    await page.getByRole('button', { name: 'Evaluate flags' }).click();
    await page.getByRole('button', { name: `Off why? ${name} in development` }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('button', { name: `On why? ${name} in development` }).waitFor();
    const asOf = page.getByLabel('As of', { exact: true });
    await expect.poll(() => asOf.inputValue()).toBe('');
  });

  test('describes changes also while the versions cannot be compared', async () => {
    const { member, path, setRollout } = await aFlagAt25();
    await setRollout('50');
    const page = await open('/flags', member);
    await page.route('**/diff?*', (route) => route.abort());

    await page.goto(`${path}?tab=history`);

    await entry(page, /Beta in development.*25.*50/).waitFor();
    expect(await page.getByText('Flag strategy updated').count()).toBe(0);
  });

  test('compares two versions, chosen with the keyboard, by a link that a Viewer can open', async () => {
    const { member, path, describe, setRollout } = await aFlagAt25();
    await setRollout('50');
    for (let number = 1; number <= 10; number += 1) await describe(`Text ${number}`);
    const page = await open(`${path}?tab=history`, member);
    await entry(page, 'Description changed from "Text 9" to "Text 10"').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Show more' }).focus();
    await page.keyboard.press('Enter');
    await entry(page, 'created').waitFor();
    await expect.poll(() => page.locator('li[data-version]').count()).toBe(13);
    const select = async (sentence: string) => {
      await page.getByRole('checkbox', { name: `Select for comparison: ${sentence}` }).focus();
      await page.keyboard.press('Space');
    };
    await select('Strategy Gradual rollout "Beta" added in development');
    await page.getByRole('button', { name: 'Compare with current' }).waitFor();
    await select('Description changed from "Text 1" to "Text 2"');
    await page.getByRole('button', { name: 'Compare selected' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(changeOf(25, 50)).waitFor();
    expect([...new URL(page.url()).searchParams.keys()]).toEqual(['tab', 'from', 'to']);

    const shared = await open(page.url(), await sharedUser('Viewer'), { width: 390 });
    const strategy = shared
      .getByRole('region', { name: 'development', exact: true })
      .getByRole('group', { name: 'Strategy 1' });
    await expect
      .poll(() => strategy.innerText())
      .toMatch(/Changed\s+Before\s[\s\S]*25%[\s\S]*After\s[\s\S]*50%/);
    const description = shared.getByRole('group', { name: 'Description' });
    await expect
      .poll(() => description.innerText())
      .toMatch(/Added\s+Before\s+None\s+After\s+Text 2/);
    await shared
      .getByRole('region', { name: 'production', exact: true })
      .getByText('No changes')
      .waitFor();
    await expectAccessible(shared);
    await expectToFit(shared);
    await shared.getByRole('button', { name: 'Back to the history' }).click();
    await shared
      .getByRole('button', { name: 'Actions: Description changed from "Text 1" to' })
      .click();
    await shared.getByRole('menuitem', { name: 'View this version' }).waitFor();
    await expectAccessible(shared);
    expect(await shared.getByRole('menuitem', { name: /Restore|Undo/ }).count()).toBe(0);
    await expectToFit(shared);
  });

  test('restores a version, in a protected environment by a change request', async () => {
    const { project, member, path, describe, setRollout, read } = await aFlagAt25();
    await describe('Old');
    await describe('New');
    await setRollout('50');
    await requireApprovals(project, 'development');
    const page = await open(`${path}?tab=history`, member);

    await choose(page, 'Description changed from none to "Old"', 'Restore this version…');
    const dialog = page.getByRole('dialog', { name: 'Restore this version?' });
    const plan = dialog.getByRole('region', { name: 'What will change' });
    await plan.getByText('Added to your change request for development').waitFor();
    await plan.getByText('Description changed from "New" to "Old"').waitFor();
    await dialog.getByRole('radio', { name: 'Selected environments' }).check();
    await plan.getByText('Applied at once').waitFor({ state: 'detached' });
    await plan.getByText(changeOf(50, 25)).waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('radio', { name: 'The whole flag' }).check();
    await plan.getByText('Applied at once').waitFor();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();

    const result = page.getByRole('dialog', { name: 'Version restored' });
    await done(result).waitFor();
    await expectAccessible(result);
    expect(await read()).toEqual({ description: 'Old', rollouts: ['50'] });
    await result.getByRole('link', { name: /^change request #\d+$/ }).click();
    await page.waitForURL(`**/projects/${project}/change-requests/*`);
    await page.getByText('25% of all users, sticky on userId').waitFor();
  });

  test('lets those who may only propose changes undo one by a change request', async () => {
    const { project, path, setRollout, read } = await aFlagAt25();
    await setRollout('50');
    await requireApprovals(project, 'development');
    const page = await open(`${path}?tab=history`, await sharedUser('Viewer'));

    await choose(page, changeOf(25, 50), 'Undo this change…');
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await dialog.getByText(changeOf(50, 25)).waitFor();
    await dialog.getByRole('button', { name: 'Add to change request' }).click();
    await page.getByRole('link', { name: /^change request #\d+$/ }).click();

    await page.waitForURL(`**/projects/${project}/change-requests/*`);
    expect(await read()).toMatchObject({ rollouts: ['50'] });
  });

  test('names an own request that prevents a proposal, and undoes without approval', async () => {
    const { project, name, strategy, path, setRollout, read } = await aFlagAt25();
    await requireApprovals(project, 'development');
    const page = await open('/', await sharedUser('Admin'));
    const payload = { id: strategy, parameters: { rollout: '99', stickiness: 'userId' } };
    const change = { feature: name, action: 'updateStrategy', payload };
    const draft = await propose(page, project, [change]);
    await setRollout('50');
    await page.goto(`${path}?tab=history`);

    await choose(page, changeOf(25, 50), 'Undo this change…');
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await dialog.getByText(`already changes ${name}, in conflict`).waitFor();
    await dialog.getByText(changeOf(50, 25)).waitFor();
    await expectAccessible(dialog);
    const link = dialog.getByRole('link', { name: `change request #${draft}` });
    expect(await link.getAttribute('href')).toBe(pathOf(project, draft));
    expect(
      await dialog.getByRole('button', { name: 'Undo change', exact: true }).isDisabled(),
    ).toBe(true);
    await dialog.getByRole('button', { name: 'Undo change without approval' }).click();

    await done(page.getByRole('dialog', { name: 'Change undone' })).waitFor();
    expect(await read()).toMatchObject({ rollouts: ['25'] });
  });

  test('undoes a change and leaves later ones; shows what prevents it', async () => {
    const { name, member, path, describe, setRollout, read } = await aFlagAt25();
    await setRollout('50');
    await describe('Later');
    const page = await open(`${path}?tab=history`, member, { width: 390 });

    await choose(page, changeOf(25, 50), 'Undo this change…');
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await dialog.getByText(changeOf(50, 25)).waitFor();
    await expectAccessible(dialog);
    await expectToFit(page);
    await dialog.getByRole('button', { name: 'Undo change' }).click();
    const result = page.getByRole('dialog', { name: 'Change undone' });
    await done(result).click();
    await result.waitFor({ state: 'detached' });
    expect(await read()).toEqual({ description: 'Later', rollouts: ['25'] });
    await entry(page, changeOf(50, 25)).getByText('Current').waitFor();

    await setRollout('75');
    await choose(page, changeOf(25, 50), 'Undo this change…');
    await dialog.getByText('This change cannot be undone').waitFor();
    await dialog.getByText('Changed again since: strategies in development').waitFor();
    expect(await dialog.getByRole('button', { name: 'Undo change' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });

    await choose(page, changeOf(25, 50), 'Restore this version…');
    const restore = page.getByRole('dialog', { name: 'Restore this version?' });
    await restore.getByText(changeOf(75, 50)).waitFor();
    await restore.getByRole('button', { name: 'Restore', exact: true }).click();
    await done(page.getByRole('dialog', { name: 'Version restored' })).waitFor();
    expect((await read()).rollouts).toEqual(['50']);

    await page.goto(`/events?feature=IS:${name}`);
    const opened = page.getByRole('button', { name: /^What changed in event/ });
    await opened.first().click();
    await page.getByRole('button', { name: 'Undo this change…' }).click();
    await dialog.getByText(changeOf(50, 75)).waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Undo change' }).click();
    await done(result).click();
    await result.waitFor({ state: 'detached' });
    expect((await read()).rollouts).toEqual(['75']);
    await opened.last().click();
    await page.getByText(/· Flag created ·/).waitFor();
    expect(await page.getByRole('button', { name: 'Undo this change…' }).count()).toBe(0);

    // As for events that are older than the versions of the flag.
    const body = { id: '0', name: 'NotFoundError', message: 'There is none.' };
    await page.route('**/versions/*', (route) => route.fulfill({ status: 404, json: body }));
    await opened.nth(4).click();
    await page
      .getByText('cannot be undone, because no earlier version of the flag is stored')
      .waitFor();
    expect(await page.getByRole('button', { name: 'Undo this change…' }).count()).toBe(0);
  });

  test('the oldest version of an imported flag is its first recorded one, without an author', async () => {
    const [project, name] = [await aProject(), unique('flag')];
    await api('POST', '/api/admin/features-batch/import', {
      project,
      environment: 'development',
      data: {
        features: [{ name, type: 'release' }],
        featureStrategies: [{ featureName: name, name: 'default' }],
        featureEnvironments: [{ name, featureName: name, enabled: true }],
      },
    });
    await api('PUT', `/api/admin/projects/${project}/features/${name}`, { description: 'Later' });

    const page = await open(
      `/projects/${project}/flags/${name}?tab=history`,
      await sharedUser('Editor'),
    );
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
    await versions.nth(1).waitFor();

    expect(await versions.nth(1).textContent()).toMatch(
      /^First recorded versionEarlier changes .* All events of this flag(just now|\d)/,
    );
    expect(await versions.nth(0).textContent()).not.toContain('First recorded version');
    expect(await versions.count()).toBe(2);
    await expectAccessible(page);
  });
});
