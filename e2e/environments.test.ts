import { expect, onTestFinished, test } from 'vitest';
import { api, describePage, expectAccessible, open, sharedUser, unique } from './browser.ts';
import { remove, row, send } from './managed.ts';

type Stored = { name: string; enabled: boolean };

describePage('the environments', () => {
  test('are created, edited, ordered, switched and deleted', async () => {
    const [above, name] = [unique('above'), unique('env')];
    await api('POST', '/api/admin/environments', { name: above, type: 'test' });
    onTestFinished(async () => {
      await api('DELETE', `/api/admin/environments/${above}`);
    });
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
    const stored = async () => {
      const path = '/api/admin/environments';
      const { environments } = await api<{ environments: Stored[] }>('GET', path);
      const [one, other] = [name, above].map((each) =>
        environments.findIndex((environment) => environment.name === each),
      );
      return { enabled: environments[one ?? -1]?.enabled, isFirst: Number(one) < Number(other) };
    };
    await expect.poll(stored).toEqual({ enabled: false, isFirst: false });
    // Those of other tests may be between the two, and a move fails when one was deleted meanwhile.
    await expect
      .poll(async () => {
        const { isFirst } = await stored();
        if (!isFirst) await page.getByRole('button', { name: `Move ${name} up` }).click();
        return isFirst;
      })
      .toBe(true);
    await remove(page, name, 'environment', { typed: true });
  });

  test('a Viewer has no controls', async () => {
    const page = await open('/environments', await sharedUser('Viewer'));
    await row(page, 'development').waitFor();

    expect(await page.getByRole('switch').count()).toBe(0);
    expect(await page.getByRole('button', { name: /New|Edit|Delete|Move/ }).count()).toBe(0);
  });
});
