import { expect, test } from 'vitest';
import { api, describePage, expectAccessible, open, sharedUser, unique } from './browser.ts';
import { remove, row, send } from './managed.ts';

describePage('the environments', () => {
  test('are created, edited, ordered, switched and deleted', async () => {
    const name = unique('env');
    const page = await open('/environments', await sharedUser('Admin'));
    await row(page, 'development').waitFor();
    await expectAccessible(page);

    await send(page, 'New environment', 'Create environment', (dialog) =>
      dialog.getByRole('textbox', { name: 'Name' }).fill(name),
    );
    await row(page, name).getByText('Development', { exact: true }).waitFor();
    await send(page, `Edit ${name}`, 'Save', (dialog) =>
      dialog.getByRole('textbox', { name: 'Approvals in new projects' }).fill('2'),
    );
    await row(page, name).getByRole('cell', { name: '2', exact: true }).waitFor();
    await page.getByLabel(`${name} enabled`).click();
    await page.getByRole('button', { name: `Move ${name} up` }).click();

    const stored = async () => {
      const { environments } = await api<{ environments: { name: string; enabled: boolean }[] }>(
        'GET',
        '/api/admin/environments',
      );
      const at = environments.findIndex((each) => each.name === name);
      return { enabled: environments[at]?.enabled, isLast: at === environments.length - 1 };
    };
    await expect.poll(stored).toEqual({ enabled: false, isLast: false });
    await remove(page, name, 'environment', { typed: true });
  });

  test('a Viewer has no controls', async () => {
    const page = await open('/environments', await sharedUser('Viewer'));
    await row(page, 'development').waitFor();

    expect(await page.getByRole('switch').count()).toBe(0);
    expect(await page.getByRole('button', { name: /New|Edit|Delete|Move/ }).count()).toBe(0);
  });
});
