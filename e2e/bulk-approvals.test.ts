import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  aFlag,
  aProject,
  api,
  describePage,
  expectAccessible,
  requireApprovals,
  rowOf,
} from './browser.ts';
import { bar, confirm, dialogOf, flagOf, isOn, more, openSelected, someFlags } from './bulk.ts';
import { choose } from './managed.ts';

describePage('several flags that cannot be changed directly', () => {
  test('that cannot be changed are listed with the reason, the others are changed', async () => {
    const target = await aProject({ featureLimit: 2 });
    const parent = await aFlag();
    const { stem, names } = await someFlags(2);
    const [child = '', free = ''] = names;
    await api('POST', `/api/admin/projects/default/features/${child}/dependencies`, {
      feature: parent,
    });
    const page = await openSelected(stem, 2);

    await more(page, 'Move…');
    await choose(page, dialogOf(page), 'To project', target);
    await confirm(page, 'Move 2 flags');

    await dialogOf(page).getByText('Not done: 1 flag.').waitFor();
    await expectAccessible(dialogOf(page));
    const reasons = dialogOf(page).getByRole('region', { name: 'Flags that were not changed' });
    expect(await reasons.textContent()).toContain(child);
    expect(await reasons.textContent()).not.toContain(free);
    await page.getByText('1 selected').waitFor();
    await dialogOf(page).getByText('Close', { exact: true }).click();
    await rowOf(page, child).and(page.locator('[aria-selected=true]')).waitFor();
    expect((await flagOf(free, target)).project).toBe(target);
  });

  test('become one change request where the environment is protected', async () => {
    const project = await aProject();
    await requireApprovals(project, 'production');
    const { stem, names } = await someFlags(3, project);
    const page = await openSelected(stem, 3);

    await bar(page).getByRole('button', { name: 'Switch…' }).click();
    await choose(page, dialogOf(page), 'Environment', 'production');
    await dialogOf(page)
      .getByText(`Changes in production of project ${project} need approval: 3 flags`)
      .waitFor();
    await confirm(page, 'Add 3 flags to the change request');
    await dialogOf(page).getByText('Not changed yet: 3 flags.').waitFor();
    await expectAccessible(dialogOf(page));
    for (const name of names) expect(await isOn(name, 'production', project)).toBe(false);
    await dialogOf(page).getByText('Close', { exact: true }).click();
    await more(page, 'Add to a change request…');
    await choose(page, dialogOf(page), 'Environment', 'production');
    await dialogOf(page).getByText('Archive', { exact: true }).click();
    await confirm(page, 'Add 3 flags to the change request');
    await dialogOf(page)
      .getByRole('link', { name: /change request \d+/ })
      .click();

    await page.waitForURL(`**/projects/${project}/change-requests/*`);
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const request = await api<{ features: { name: string; changes: unknown[] }[] }>(
      'GET',
      `/api/admin/projects/${project}/change-requests/${id}`,
    );
    expect(request.features.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  test('are only proposed to be archived where that needs approval, by a button with that label', async () => {
    const project = await aProject();
    await requireApprovals(project, 'production');
    const { stem, names } = await someFlags(2, project);
    const [first = ''] = names;
    const free = await aFlag({ name: `${stem}-free` });
    const page = await openSelected(stem, 3);
    const label = (text: string) => dialogOf(page).getByRole('button', { name: text, exact: true });
    const colourOf = async (button: Locator) =>
      button.evaluate((element) => getComputedStyle(element).backgroundColor);

    await bar(page).getByRole('button', { name: 'Archive…' }).click();
    await label('Archive 3 flags').waitFor();
    const red = await colourOf(label('Archive 3 flags'));
    await label('Cancel').click();
    await page.getByRole('checkbox', { name: `Select ${free}` }).click();
    await bar(page).getByRole('button', { name: 'Archive…' }).click();
    await label('Add 2 flags to the change request').waitFor();
    await expectAccessible(dialogOf(page));
    expect(await colourOf(label('Add 2 flags to the change request'))).not.toBe(red);
    await confirm(page, 'Add 2 flags to the change request');
    await dialogOf(page).getByText('Not changed yet: 2 flags.').waitFor();
    expect(await flagOf(first, project)).toMatchObject({ archived: false });

    await page.goto(`/projects/${project}/flags/${first}`);
    await page.getByRole('button', { name: 'More actions for this flag' }).click();
    await page.getByRole('menuitem', { name: 'Archive…' }).click();
    await label('Add to change request').waitFor();
    expect(await colourOf(label('Add to change request'))).not.toBe(red);
  });
});
