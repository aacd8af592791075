import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  aFlag,
  aProject,
  api,
  aUser,
  describePage,
  open,
  requireApprovals,
  rowOf,
  sharedUser,
  type TestUser,
  unique,
} from './browser.ts';
import { pathOf } from './flag.ts';

/** More stops of Tab than any page has. */
const stopsMax = 150;

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < stopsMax; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Runs a command of the palette, which Ctrl K opens. */
async function run(page: Page, text: string, option: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to a page' });
  await palette.waitFor();
  await page.keyboard.type(text);
  const wanted = palette.getByRole('option', { name: option }).first();
  await wanted.waitFor();
  const chosen = wanted.and(page.locator('[data-combobox-selected]'));
  for (let steps = 0; steps < 20 && (await chosen.count()) === 0; steps++) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await palette.waitFor({ state: 'detached' });
}

/** Once no dialog is open. */
async function expectFocus(target: Locator): Promise<void> {
  await target.page().getByRole('dialog').waitFor({ state: 'detached' });
  const focused = () => target.evaluate((element) => element === document.activeElement);
  await expect.poll(focused).toBe(true);
}

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });

async function signIn(page: Page, { username, password }: TestUser): Promise<void> {
  await type(page, page.getByLabel('Username or e-mail'), username);
  await type(page, page.getByLabel(/^Password/), password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'My dashboard' }).waitFor();
}

type Flag = {
  environments: { name: string; enabled: boolean; strategies: object[] }[];
};

/** A project where production needs an approval. */
async function aProtectedProject(): Promise<string> {
  const project = await aProject();
  await requireApprovals(project, 'production');
  return project;
}

/** No test here uses the mouse. */
describePage('by keyboard alone', () => {
  test('the ten everyday jobs are done', async () => {
    const [project, flag, old] = [await aProtectedProject(), unique('flag'), await aFlag()];
    const [author, reviewer] = [await aUser('Admin'), await aUser('Admin')];
    const inDevelopment = async () => {
      const { environments } = await api<Flag>(
        'GET',
        `/api/admin/projects/${project}/features/${flag}`,
      );
      return environments.find(({ name }) => name === 'development');
    };

    // 1. Sign in.
    const page = await open('/', undefined);
    await signIn(page, author);

    // 2. Create a flag in a project.
    await run(page, project, project);
    await page.getByRole('heading', { name: project }).waitFor();
    await press(page, page.getByRole('link', { name: 'Skip to content' }));
    await press(page, button(page, 'New flag').first());
    const dialog = page.getByRole('dialog');
    await type(page, dialog.getByRole('textbox', { name: 'Name' }), flag);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/projects/${project}/flags/${flag}`);

    // 3. Roll it out to a quarter of some users.
    await press(page, button(page, 'Add strategy in development'));
    await press(page, button(dialog, '25%'));
    await press(page, button(dialog, 'Add constraint'));
    await tabTo(page, dialog.getByRole('combobox', { name: 'Context field' }));
    await page.keyboard.type('userId');
    await page.getByRole('option', { name: 'userId' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await type(page, dialog.getByRole('combobox', { name: 'Values' }), 'ann');
    await page.keyboard.press('Enter');
    await press(page, button(dialog, 'Add strategy'));
    await dialog.waitFor({ state: 'detached' });

    // 4. Switch it on.
    await press(page, page.getByLabel(`${flag} in development`), 'Space');
    await expect.poll(inDevelopment).toMatchObject({
      enabled: true,
      strategies: [
        {
          parameters: { rollout: '25' },
          constraints: [{ contextName: 'userId', values: ['ann'] }],
        },
      ],
    });

    // 5. Propose a change of production, and submit it for review.
    await press(page, page.getByLabel(`${flag} in production`), 'Space');
    await press(page, button(page, 'Add to change request'));
    const proposed = page.getByRole('main').getByRole('link', { name: /^Change request #/ });
    await proposed.waitFor();
    await press(page, proposed);
    await page.waitForURL(`**/projects/${project}/change-requests/*`);
    await press(page, button(page, 'Submit for review'));
    await press(page, button(dialog, 'Submit'));
    await page.getByText('0 of 1 approval').waitFor();

    // 6. Review and apply it.
    const theirs = await open('/', undefined);
    await signIn(theirs, reviewer);
    await run(theirs, 'Change requests', 'Change requests');
    const request = theirs.locator('tr[data-row]').filter({ hasText: flag });
    await press(theirs, request.getByRole('link').first());
    await press(theirs, button(theirs, 'Approve…'));
    await press(theirs, button(theirs.getByRole('dialog'), 'Approve'));
    await press(theirs, button(theirs, 'Apply now'));
    await press(theirs, button(theirs.getByRole('dialog'), 'Apply'));
    await theirs.getByRole('main').getByText('Applied', { exact: true }).waitFor();

    // 7. Find the flag in the list.
    await run(page, 'Flags', 'Flags');
    await page.getByRole('heading', { name: 'Flags', exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(flag);
    await page.keyboard.press('Enter');
    await rowOf(page, flag).waitFor();
    await press(page, page.getByRole('link', { name: flag, exact: true }));
    await page.getByRole('heading', { name: flag }).waitFor();

    // 8. See in the events who changed it.
    await run(page, 'Events', 'Events');
    await page.getByRole('heading', { name: 'Events', exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(flag);
    await page.keyboard.press('Enter');
    await press(page, button(page, /^What changed in event/).first());
    await page.getByRole('table', { name: 'What changed' }).first().waitFor();

    // 9. Create a token for an SDK.
    await run(page, 'API tokens', 'API tokens');
    await press(page, button(page, 'New API token'));
    await type(page, dialog.getByRole('textbox', { name: 'Name' }), unique('token'));
    await page.keyboard.press('Enter');
    await page.getByLabel('Secret').waitFor();
    await press(page, button(page, 'Done'));
    await dialog.waitFor({ state: 'detached' });

    // 10. Archive a flag, and revive it.
    await run(page, old, old);
    await page.getByRole('heading', { name: old }).waitFor();
    await run(page, 'Archive…', 'Archive…');
    await press(page, button(dialog, 'Archive'));
    await page.getByText('In the archive').waitFor();
    await press(page, button(page, 'Revive'));
    await page.getByText('In the archive').waitFor({ state: 'detached' });
  });

  test('a dialog that is closed returns the focus to what opened it', async () => {
    const name = await aFlag();
    const page = await open(pathOf(name), await sharedUser('Admin'));
    const edit = button(page, 'Edit');
    await press(page, edit);
    await page.getByRole('textbox', { name: 'Description' }).waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(edit);

    const strategy = button(page, 'Add strategy in development');
    await press(page, strategy);
    await button(page.getByRole('dialog'), '25%').waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(strategy);
  });
});
