import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aReceiver } from '../server/testing/receiver.ts';
import { api, describePage, expectAccessible, open, sharedUser, unique } from './browser.ts';
import { mailTo } from './mails.ts';
import { remove, row } from './managed.ts';

/** A target on this machine, whose status can be changed, and the flags of what it accepted. */
async function aTarget() {
  const state = { status: 204 };
  const accepted: (string | null)[] = [];
  const { url } = await aReceiver((response, { body }) => {
    if (state.status === 204) accepted.push(JSON.parse(body).featureName);
    response.writeHead(state.status).end('the response of the target');
  });
  return { url, state, accepted };
}

/** A webhook for the events of one flag. */
async function createWebhook(page: Page, name: string, url: string): Promise<void> {
  await page.getByRole('button', { name: 'New integration' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Webhook/ }).waitFor();
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: /^Webhook/ }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('textbox', { name: /^URL/ }).fill(url);
  await dialog.getByRole('searchbox', { name: 'Text in the change' }).fill(name);
  await dialog.getByText('No recorded event matches.').waitFor();
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: 'Create integration' }).click();
  expect(await page.getByRole('textbox', { name: 'Secret' }).inputValue()).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Done', exact: true }).click();
}

/** The newest delivery with this cause. */
const delivery = (page: Page, cause: 'Event' | 'Replay' | 'Test') =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: cause, exact: true }) })
    .first();

const createFlag = (name: string) =>
  api('POST', '/api/admin/projects/default/features', { name, type: 'release' });

describePage('the integrations', () => {
  test('a webhook is created, tested, delivers, is replayed, parked, resumed and deleted', async () => {
    const name = unique('hook');
    const { url, state, accepted } = await aTarget();
    const page = await open('/integrations', await sharedUser('Admin'));
    await createWebhook(page, name, url);
    await row(page, name).getByText('Active').waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name }).click();
    // The event that it was created matches, too.
    await delivery(page, 'Event').getByText('Status 204').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await delivery(page, 'Test').getByText('Status 204').waitFor();

    await createFlag(`${name}-flag`);
    await expect.poll(() => accepted).toEqual([null, 'test-flag', `${name}-flag`]);
    await expectAccessible(page);

    await delivery(page, 'Event')
      .getByRole('button', { name: /^Details/ })
      .click();
    await page.getByText('Status 204 after').waitFor();
    await expectAccessible(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Send again' }).click();
    const only = page.getByRole('menuitem', { name: 'Only these events' });
    await only.waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem').last().click();
    const all = page.getByRole('dialog').last();
    await all.getByText('is sent again, with the same id').waitFor();
    await expectAccessible(all);
    await all.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await delivery(page, 'Event')
      .getByRole('button', { name: /^Details/ })
      .click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await only.click();
    await delivery(page, 'Replay').getByText('Status 204').waitFor();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    const rotate = page.getByRole('dialog', { name: 'Rotate the signing secret?' });
    await rotate.getByRole('button', { name: 'Rotate secret' }).waitFor();
    await expectAccessible(rotate);
    await rotate.getByRole('button', { name: 'Cancel' }).click();
    await rotate.waitFor({ state: 'detached' });

    state.status = 410;
    await createFlag(`${name}-other`);
    await page.getByText('Parked', { exact: true }).waitFor();
    await row(page, 'Status 410').waitFor();
    state.status = 204;
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    await expect.poll(() => accepted).toContain(`${name}-other`);

    await page.getByRole('link', { name: 'Integrations', exact: true }).first().click();
    await remove(page, name, 'integration');
  });

  test('an e-mail digest is created and tested', async () => {
    const name = unique('digest');
    const page = await open('/integrations', await sharedUser('Admin'));
    await page.getByRole('button', { name: 'New integration' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^E-mail/ }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: /^Recipients/ }).fill(`${name}@example.com`);
    await dialog.getByRole('searchbox', { name: 'Text in the change' }).fill(name);
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Create integration' }).click();

    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();

    await delivery(page, 'Test').getByText('Sent').waitFor();
    expect(await mailTo(`${name}@example.com`)).toMatchObject({ subject: 'A change in Pennon' });
  });

  test('a project has integrations of its own, and a target that is not allowed is refused', async () => {
    const name = unique('hook');
    const page = await open('/projects/default?tab=integrations', await sharedUser('Admin'));
    await createWebhook(page, name, 'http://10.0.0.1/');
    await row(page, name).waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();

    await delivery(page, 'Test').getByText('is not allowed').waitFor();
    await expectAccessible(page);
    expect(page.url()).toContain('/projects/default/integrations/');
  });
});
