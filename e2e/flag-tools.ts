import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { aClientToken, api, apiAs } from './browser.ts';
import { apiOf } from './flag.ts';

export type Strategy = {
  id: string;
  name: string;
  title: string | null;
  parameters: Record<string, string>;
};
export type Flag = {
  tags: { value: string }[];
  environments: {
    name: string;
    enabled: boolean;
    strategies: Strategy[];
    variants: { name: string }[];
  }[];
};

export const strategiesOf = async (name: string, environment: string, project?: string) => {
  const { environments } = await api<Flag>('GET', apiOf(name, project));
  return environments.find((each) => each.name === environment)?.strategies ?? [];
};
export const titlesIn = async (name: string, environment: string, project?: string) =>
  (await strategiesOf(name, environment, project)).map(({ title }) => title);

export type NewStrategy = {
  environment?: string;
  project?: string;
  percent?: number;
  groupId?: string;
};

export const addRollout = (name: string, title: string, over: NewStrategy = {}) =>
  api<Strategy>(
    'POST',
    `${apiOf(name, over.project)}/environments/${over.environment ?? 'development'}/strategies`,
    {
      name: 'flexibleRollout',
      title,
      parameters: {
        rollout: String(over.percent ?? 40),
        stickiness: 'userId',
        groupId: over.groupId ?? name,
      },
    },
  );

export const sideBySide = (page: Page) =>
  page.getByRole('region', { name: 'Environments side by side', exact: true });
export const row = (page: Page, name: string) =>
  sideBySide(page).getByRole('region', { name, exact: true });

/** Whether a click on the centre of the element reaches it. */
export const isOnTop = (element: Locator) =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

/** In the order of the buttons; the last one is remembered. */
export const calls = (flag: string): [label: string, call: string][] => [
  ['Node.js', `flags.isEnabled('${flag}')`],
  ['React', `useFlag('${flag}')`],
  ['Java', `flags.isEnabled("${flag}")`],
  ['Python', `flags.is_enabled("${flag}")`],
  ['Go', `unleash.IsEnabled("${flag}")`],
  ['.NET', `flags.IsEnabled("${flag}")`],
  ['Ruby', `flags.is_enabled?('${flag}')`],
  ['PHP', `$flags->isEnabled('${flag}')`],
];

export const shownTitles = async (page: Page) => {
  const text = await page.getByRole('region', { name: 'development', exact: true }).innerText();
  return text.match(/\b(One|Two|Three)\b/g);
};

export type Handle = ReturnType<Page['getByRole']>;

/** Drags with the mouse, in steps as a hand does. */
export async function drag(page: Page, from: Handle, to: Handle): Promise<void> {
  await from.waitFor();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('the handles are visible');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + 80, { steps: 10 });
  await page.mouse.up();
}

/** An application that registers and reports one evaluation in development; waits until it is stored. */
export async function reportUse(flag: string, appName: string, sdkVersion: string): Promise<void> {
  const secret = await aClientToken();
  const now = new Date().toISOString();
  const sender = { appName, instanceId: 'one', sdkVersion };
  await apiAs(secret, 'POST', '/api/client/register', {
    ...sender,
    strategies: ['default'],
    started: now,
    interval: 1000,
  });
  const bucket = { start: now, stop: now, toggles: { [flag]: { yes: 1, no: 0 } } };
  await apiAs(secret, 'POST', '/api/client/metrics', { ...sender, bucket });
  const stored = async () => {
    const path = `/api/admin/client-metrics/features/${flag}`;
    const { seenApplications } = await api<{ seenApplications: string[] }>('GET', path);
    const { applications } = await api<{ applications: { appName: string }[] }>(
      'GET',
      `/api/admin/metrics/applications?query=${appName}`,
    );
    return [seenApplications.length, applications.length];
  };
  await expect.poll(stored).toEqual([1, 1]);
}
