import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { aFlag, aProject, api, expectAccessible, requireApprovals, sharedUser } from './browser.ts';

export const development = 'environments/development';

export async function aProtectedFlag() {
  const project = await aProject();
  const flag = await aFlag({ project });
  const { id: strategyId } = await api<{ id: string }>(
    'POST',
    `/api/admin/projects/${project}/features/${flag}/${development}/strategies`,
    { name: 'flexibleRollout', title: 'Beta', parameters: { rollout: '10' } },
  );
  await requireApprovals(project, 'development');
  return { project, flag, strategyId };
}

export const enabled = async (project: string, flag: string) =>
  (
    await api<{ enabled: boolean }>(
      'GET',
      `/api/admin/projects/${project}/features/${flag}/${development}`,
    )
  ).enabled;

/** Follows the link of the newest message that a change was added to a request. */
export const openProposed = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: 'Added to change request' })
    .getByRole('link', { name: 'Open' })
    .last()
    .click();

export const switchOn = (feature: string) => ({
  feature,
  action: 'updateEnabled',
  payload: { enabled: true },
});

/** Sent as the user of the page, because an admin token cannot propose changes. */
export async function propose(
  page: Page,
  project: string,
  changes: object[],
  environment = 'development',
): Promise<number> {
  const response = await page.request.post(
    `/api/admin/projects/${project}/environments/${environment}/change-requests`,
    { data: changes },
  );
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { id: number }).id;
}

export const setState = async (
  page: Page,
  project: string,
  id: number,
  state: string,
  more: { comment?: string; scheduledAt?: string } = {},
) => {
  const response = await page.request.put(
    `/api/admin/projects/${project}/change-requests/${id}/state`,
    { data: { state, ...more } },
  );
  expect(response.status(), await response.text()).toBe(200);
};

export const pathOf = (project: string, id: number) => `/projects/${project}/change-requests/${id}`;

/** Confirms in the dialog, after checking its accessibility, and waits until it is closed. */
export async function confirm(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: action }).waitFor();
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: action }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Opens the dialog, checks its accessibility and leaves it. */
export async function cancel(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: action }).last().click();
  await dialog.getByRole('button', { name: 'Back' }).waitFor();
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.waitFor({ state: 'detached' });
}

export const authorAndReviewer = () =>
  Promise.all([sharedUser('Admin', 'author'), sharedUser('Admin', 'reviewer')]);

/** A request in review for a rollout of 25%, and what changes the rollout in it. */
export async function aProposedRollout(author: Page) {
  const { project, flag, strategyId: id } = await aProtectedFlag();
  const proposalOf = (rollout: string) => ({
    feature: flag,
    action: 'updateStrategy',
    payload: { id, parameters: { rollout } },
  });
  const request = await propose(author, project, [proposalOf('25')]);
  await setState(author, project, request, 'In review');
  const path = `/api/admin/projects/${project}/change-requests/${request}`;
  const { features } = await api<{ features: [{ changes: [{ id: number }] }] }>('GET', path);
  const change = `${path}/changes/${features[0].changes[0].id}`;
  const edit = async (rollout: string) =>
    expect((await author.request.put(change, { data: proposalOf(rollout) })).status()).toBe(200);
  const state = async () => (await api<{ state: string }>('GET', path)).state;
  return { project, flag, strategyId: id, request, edit, state };
}
