import { expect, test } from 'vitest';
import {
  api,
  describePage,
  expectAccessible,
  open,
  overflowOf,
  somebody,
  unique,
} from './browser.ts';

/** A flag that is on in development for user 7 alone. */
async function aFlagForSeven() {
  const project = unique('project');
  const name = unique('flag');
  await api('POST', '/api/admin/projects', { id: project, name: project });
  await api('POST', `/api/admin/projects/${project}/features`, { name });
  const place = `/api/admin/projects/${project}/features/${name}/environments/development`;
  await api('POST', `${place}/strategies`, {
    name: 'default',
    title: 'Only seven',
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
  });
  await api('POST', `${place}/on`);
  return { project, name };
}

describePage('the playground', () => {
  test('answers for whom a flag is on, and which constraint failed with what value', async () => {
    const { project, name } = await aFlagForSeven();
    const page = await open('/playground', await somebody('Viewer'));

    await page.getByRole('combobox', { name: 'Projects' }).fill(project);
    await page.getByRole('option', { name: project }).click();
    await page.getByLabel('Value 1').fill('7, 8');
    await page.getByRole('button', { name: 'Ask the flags' }).click();
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
    });
  });

  test('a shared question is answered at once, also on a phone in the dark', async () => {
    const { project, name } = await aFlagForSeven();
    const context = encodeURIComponent('{"userId":"7"}');
    const page = await open(
      `/playground?environments=development&projects=${project}&context=${context}`,
      await somebody('Viewer'),
      { width: 360, colorScheme: 'dark' },
    );
    await page.getByRole('button', { name: `On why? ${name} in development` }).waitFor();
    await expectAccessible(page);

    await page.getByText('JSON', { exact: true }).click();
    await page.getByLabel('Context as JSON').fill('{"userId": 8}');
    await page.getByRole('button', { name: 'Ask the flags' }).click();

    await page.getByRole('button', { name: `Off why? ${name} in development` }).waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
});
