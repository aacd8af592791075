import { expect, test } from 'vitest';
import {
  aFlag,
  aProject,
  api,
  describePage,
  expectAccessible,
  expectToFit,
  open,
  sharedUser,
} from './browser.ts';

/** A flag that is on in development only for user 7. */
async function aFlagForSeven() {
  const project = await aProject();
  const name = await aFlag({ project });
  const path = `/api/admin/projects/${project}/features/${name}/environments/development`;
  await api('POST', `${path}/strategies`, {
    name: 'default',
    title: 'Only seven',
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
  });
  await api('POST', `${path}/on`);
  return { project, name };
}

describePage('the playground', () => {
  test('shows for which contexts a flag is on, and which constraint failed with which value', async () => {
    const { project, name } = await aFlagForSeven();
    const page = await open('/playground', await sharedUser('Viewer'));

    await page.getByRole('combobox', { name: 'Projects' }).fill(project);
    await page.getByRole('option', { name: project }).click();
    await page.getByLabel('Value 1').fill('7, 8');
    await page.getByRole('button', { name: 'Evaluate flags' }).click();
    await page.getByRole('button', { name: `On for 1 of 2 why? ${name} in development` }).click();

    const why = page.getByRole('dialog', { name: `Why: ${name}` });
    await why.getByText('userId is one of 7: the context has 8').waitFor();
    await why.getByText('Strategy Only seven does not apply').waitFor();
    await expectAccessible(page);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      environments: 'development',
      projects: project,
      context: '{"userId":"7, 8"}',
      open: name,
      in: 'development',
    });
  });

  test('the focus goes to a field that was added, and stays beside one that was removed', async () => {
    const page = await open('/playground', await sharedUser('Viewer'));
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const add = page.getByRole('button', { name: 'Add a field' });

    for (const field of ['Field 2', 'Field 3']) {
      await add.focus();
      await page.keyboard.press('Enter');
      await expect.poll(focused).toBe(field);
      await page.keyboard.type(`with ${field}`);
    }
    await page.getByRole('button', { name: 'Remove field 2' }).click();
    await expect.poll(focused).toBe('Remove field 2');
    const second = page.getByRole('combobox', { name: 'Field 2' });
    await expect.poll(() => second.inputValue()).toBe('with Field 3');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Remove field 1');
    await page.keyboard.press('Enter');
    await expect.poll(() => add.evaluate((it) => it === document.activeElement)).toBe(true);
  });

  test('explains the environment whose result was clicked', async () => {
    const { project, name } = await aFlagForSeven();
    const page = await open(
      `/playground?environments=development&environments=production&projects=${project}`,
      await sharedUser('Viewer'),
    );

    await page.getByRole('button', { name: `why? ${name} in production` }).click();

    const why = page.getByRole('dialog', { name: `Why: ${name}` });
    await why.getByRole('tab', { name: 'production', selected: true }).waitFor();
    await expectAccessible(why);
  });

  test('a value needs the field that it is of', async () => {
    const page = await open('/playground', await sharedUser('Viewer'));
    const field = page.getByRole('combobox', { name: 'Field 1' });

    await field.fill('');
    await page.getByLabel('Value 1').fill('7');
    await page.getByText('Choose a field').waitFor();
    await page.getByRole('button', { name: 'Evaluate flags' }).click();

    await expectAccessible(page);
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(new URL(page.url()).search).toBe('');

    await field.fill('usrId');
    await page.getByText('No context field is named usrId.').waitFor();
    await expectAccessible(page);
    await field.fill('user');
    await page.getByText('No context field is named').waitFor({ state: 'detached' });
  });

  test('a shared URL shows its results, also on a phone in dark mode', async () => {
    const { project, name } = await aFlagForSeven();
    const context = encodeURIComponent('{"userId":"7"}');
    const page = await open(
      `/playground?environments=development&projects=${project}&context=${context}`,
      await sharedUser('Viewer'),
      { width: 360, colorScheme: 'dark' },
    );
    await page.getByRole('button', { name: `On why? ${name} in development` }).waitFor();
    await expectAccessible(page);

    await page.getByText('JSON', { exact: true }).click();
    await page.getByLabel('Context as JSON').fill('{"userId": 8}');
    await page.getByRole('button', { name: 'Evaluate flags' }).click();

    await page.getByRole('button', { name: `Off why? ${name} in development` }).waitFor();
    await expectToFit(page);
  });
});
