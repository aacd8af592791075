import type { Page } from 'playwright-core';
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
  rowOf,
  settled,
  sharedUser,
  type TestUser,
} from './browser.ts';
import {
  development,
  openProposed,
  pathOf,
  propose,
  setState,
  switchOn,
} from './change-requests.ts';
import { chooseFromMenu } from './managed.ts';

/** A project with a flag, and its owner; `development` needs as many approvals, or no request. */
async function aTeam(approvals?: number) {
  const project = await aProject();
  const flag = await aFlag({ project });
  const owner = await sharedUser('Viewer', 'owner');
  await api('PUT', `/api/admin/user-admin/${owner.id}`, { name: 'Olga Owner' });
  await api('PUT', `/api/admin/projects/${project}/users/${owner.id}/roles`, { roles: [4] });
  if (approvals !== undefined) await requireApprovals(project, 'development', approvals);
  return { project, flag, owner };
}

/** Proposed and submitted as the user of the page. */
async function submit(page: Page, { project, flag }: { project: string; flag: string }) {
  const id = await propose(page, project, [switchOn(flag)]);
  await setState(page, project, id, 'In review');
  return { id, path: pathOf(project, id) };
}

const author = (): Promise<TestUser> => sharedUser('Viewer', 'author');

describePage('approvals', () => {
  test('the settings name who can approve, and warn if they are too few', async () => {
    const { project, owner } = await aTeam();
    const page = await open(`/projects/${project}?tab=environments`, owner);
    await page.getByRole('button', { name: /Change requests in development/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('switch', { name: 'Changes need a change request' })
      .check({ force: true });

    await dialog.getByText(/people can approve: Olga Owner/).waitFor();
    const response = await page.request.get(
      `/api/admin/projects/${project}/${development}/change-requests/approvers`,
    );
    const { total, admins } = (await response.json()) as { total: number; admins: number };
    expect(total - admins).toBe(1);
    // Other tests create Admins, who can approve everywhere.
    if (total < 10) {
      await dialog.getByRole('textbox', { name: 'Required approvals' }).fill('10');
      await dialog.getByText(/No request can be approved: it needs 10 approvals/).waitFor();
    }
    await expectAccessible(dialog);
  });

  test('an Owner finds a request without being a requested reviewer, approves and applies it', async () => {
    const team = await aTeam(1);
    const mine = await open('/change-requests', await author());
    const { id, path } = await submit(mine, team);
    await mine.goto(path);
    await mine.getByText('You cannot approve it: you proposed it.').waitFor();
    await mine.getByText(/Can be approved by Olga Owner/).waitFor();

    const theirs = await open('/dashboard', team.owner);
    const card = theirs.getByRole('region', { name: 'Waiting for your review' });
    await card.getByRole('link', { name: `Change request #${id}` }).waitFor();
    await theirs.getByRole('link', { name: /^Change requests \d+ to review/ }).waitFor();
    await expectAccessible(theirs);
    await theirs.goto('/change-requests');
    const row = rowOf(theirs, id);
    await row.getByText('You can review it').waitFor();
    await row.getByRole('link').first().click();
    await theirs.getByRole('button', { name: 'Approve' }).click();
    await theirs.getByRole('dialog').getByLabel('Comment').fill('Fine with me');
    await theirs.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await theirs.getByRole('button', { name: 'Apply now' }).click();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();

    await theirs.getByText(/^Applied by Olga Owner/).waitFor();
    const history = theirs.getByRole('list', { name: 'History' }).getByRole('listitem');
    await expect
      .poll(() => history.allTextContents())
      .toEqual([
        expect.stringMatching(/created it(just now|\d)/),
        expect.stringMatching(/submitted it for review(just now|\d)/),
        expect.stringMatching(/^Olga Owner approved it(just now|\d).*Fine with me/),
        expect.stringMatching(/^Olga Owner applied it(just now|\d)/),
      ]);
    await expectAccessible(theirs);
    await theirs.goto('/change-requests');
    await theirs.getByRole('tab', { name: /Needs my review/ }).waitFor();
    await settled(theirs);
    await rowOf(theirs, id).waitFor({ state: 'detached' });
  });

  test('the page of a flag shows when a scheduled request takes effect', async () => {
    const team = await aTeam(1);
    const mine = await open('/change-requests', await author());
    const { id } = await submit(mine, team);
    const theirs = await open('/change-requests', team.owner);
    await setState(theirs, team.project, id, 'Approved');
    const scheduledAt = '2100-01-01T12:00:00Z';
    await setState(theirs, team.project, id, 'Scheduled', { scheduledAt });

    await theirs.goto(`/projects/${team.project}/flags/${team.flag}`);

    const note = theirs.getByRole('region', { name: `Change request #${id}` });
    await note.getByText('Scheduled', { exact: true }).waitFor();
    await note.getByText(/^takes effect on Jan 1, 2100/).waitFor();
    await expectAccessible(note);
  });

  test('a rejected request shows who rejected it and why', async () => {
    const team = await aTeam(1);
    const mine = await open('/change-requests', await author());
    const { path } = await submit(mine, team);
    const page = await open(path, team.owner, { width: 390 });
    await page.getByRole('button', { name: 'Reject…' }).click();
    await page.getByRole('dialog').getByLabel('Comment').fill('Not before the sale');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();

    await page.getByText(/^Rejected by Olga Owner/).waitFor();
    const history = page.getByRole('list', { name: 'History' });
    await history.getByText('Not before the sale').waitFor();
    await expectToFit(page);
  });

  test('an Admin confirms a change of the request of another user', async () => {
    const team = await aTeam(1);
    const mine = await open('/change-requests', await author());
    const { path } = await submit(mine, team);
    const page = await open(path, await sharedUser('Admin'));
    const dialog = page.getByRole('dialog', { name: 'Change this request?' });
    const { username } = await author();

    await page.getByRole('button', { name: 'Switch off instead' }).click();
    await dialog
      .getByText(`This changes the request of ${username} and withdraws its approvals.`)
      .waitFor();
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Switch off instead' }).click();

    await page.getByText('Switch off', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('You cannot approve it: you edited a change in it.').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  });

  test('people without a role see who can approve, and that they cannot', async () => {
    const team = await aTeam(1);
    const mine = await open('/change-requests', await author());
    const { path } = await submit(mine, team);

    const page = await open(path, await sharedUser('Viewer', 'reader'));
    await page.getByText(/Can be approved by Olga Owner/).waitFor();
    await page.getByText(/^You cannot approve it: that needs a role such as Owner/).waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  });

  test('are proposed on the page of a flag by everyone in an open project, else by members', async () => {
    const flagIn = async (mode: string) => {
      const project = await aProject({ mode });
      const name = await aFlag({ project });
      await requireApprovals(project, 'development');
      return { name, path: `/projects/${project}/flags/${name}` };
    };
    const [inOpen, inProtected] = [await flagIn('open'), await flagIn('protected')];

    const page = await open(inProtected.path, await sharedUser('Viewer'));
    const panel = page.getByRole('region', { name: 'development', exact: true });
    await panel.getByText('Requires approval').waitFor();
    expect(await page.getByRole('switch').count()).toBe(0);
    await page.goto(`/flags?query=${inProtected.name}`);
    await page.getByRole('checkbox', { name: `Select ${inProtected.name}` }).click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add to favourites…' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Add to a change request…' }).count()).toBe(0);

    await page.goto(inOpen.path);
    await page.getByRole('button', { name: 'Add strategy in development' }).waitFor();
    await page.getByRole('switch', { name: `${inOpen.name} in development` }).click();
    const dialog = page.getByRole('dialog', { name: 'Changes in development need a change' });
    await dialog.getByRole('button', { name: 'Add to change request' }).waitFor();
    expect(await dialog.getByRole('button', { name: /without approval/ }).count()).toBe(0);
    expect(await page.getByRole('switch').count()).toBe(1);
    await dialog.getByRole('button', { name: 'Add to change request' }).click();
    await dialog.waitFor({ state: 'detached' });
    await openProposed(page);
    await page.waitForURL('**/change-requests/*');
  });

  test('that no environment needs are explained where they would be listed', async () => {
    const project = await aProject();
    const page = await open(`/projects/${project}/change-requests`, await sharedUser('Admin'));
    await page.getByText('No environment requires approval').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to the environments' }).click();
    await page.waitForURL(`**/projects/${project}/settings/environments`);
  });

  test('a draft states who sees it', async () => {
    const team = await aTeam(1);
    const mine = await open('/change-requests', await author());
    const id = await propose(mine, team.project, [switchOn(team.flag)]);
    await mine.goto(pathOf(team.project, id));
    await mine.getByText(/everyone who can see the project sees yours/).waitFor();

    const theirs = await open(`/projects/${team.project}/flags/${team.flag}`, team.owner);
    await theirs.getByRole('link', { name: `Change request #${id}` }).click();
    await theirs.getByText(/^A draft by /).waitFor();
  });
});

describePage('errors', () => {
  test('show one sentence at the field, without pointers and ids', async () => {
    const user = await aUser('Viewer');
    const page = await open(`/users?query=${user.username}`, await sharedUser('Admin'));
    await chooseFromMenu(page, user.username, `New password for ${user.username}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New password').fill('weak');
    await dialog.getByRole('button', { name: 'Set password' }).click();

    await dialog.getByText(/at least 10 characters/).waitFor();
    expect(await dialog.getByText(/at least 10 characters/).count()).toBe(1);
    expect(await dialog.textContent()).not.toMatch(/\/body|[0-9a-f]{8}-[0-9a-f]{4}/);
    await expectAccessible(dialog);
  });

  test('name what a person may not do, and the permission in the details', async () => {
    const page = await open('/integrations', await sharedUser('Viewer', 'reader'));

    const alert = page.getByRole('alert');
    await alert.getByText(/^You do not have permission to create integrations/).waitFor();
    expect(await alert.textContent()).not.toContain('CREATE_ADDON');
    await alert.getByRole('button', { name: 'Details' }).click();
    await alert.getByText('Missing permission CREATE_ADDON.').waitFor();
    await expectAccessible(page);
  });

  test('of a change that needs a change request name no request of the API', async () => {
    const { project, flag, owner } = await aTeam();
    const page = await open(`/projects/${project}/flags/${flag}`, owner);
    const control = page.getByLabel(`${flag} in development`);
    await control.waitFor();
    await page.waitForLoadState('networkidle');
    // The page does not know yet that changes need a request now.
    await requireApprovals(project, 'development');

    await control.click();

    const alert = page.getByRole('alert').filter({ hasText: 'need a change request.' });
    await alert.waitFor();
    expect(await alert.textContent()).toContain(
      `Changes in environment "development" of project "${project}" need a change request.`,
    );
    expect(await alert.textContent()).not.toContain('/api');
    await expect.poll(() => control.isChecked()).toBe(false);
  });

  test('of the address of a page name the wrong filter', async () => {
    const page = await open('/flags?type=LIKE%3Ax', await sharedUser('Admin'));

    const text = await page.getByRole('alert').textContent();
    expect(text).toContain('type');
    expect(text).not.toMatch(/\/query|[0-9a-f]{8}-[0-9a-f]{4}/);
  });
});
