import type { Page } from 'playwright-core';
import { aFlag, api } from './browser.ts';

export type Strategy = {
  id: string;
  name: string;
  disabled: boolean;
  constraints: { operator: string; values: string[] }[];
  parameters: Record<string, string>;
};
export type Environment = {
  name: string;
  enabled: boolean;
  strategies: Strategy[];
  variants: { name: string; weight: number }[];
};
export type Flag = {
  description: string;
  stale: boolean;
  archived: boolean;
  tags: { value: string }[];
  links: { title: string }[];
  dependencies: { feature: string }[];
  lifecycle: { stage: string };
  environments: Environment[];
};

export const pathOf = (name: string, project = 'default') => `/projects/${project}/flags/${name}`;
export const apiOf = (name: string, project = 'default') =>
  `/api/admin/projects/${project}/features/${name}`;
export const flagOf = (name: string) => api<Flag>('GET', `${apiOf(name)}?archived=true`);
export const inDevelopment = async (name: string) => {
  const here = (await flagOf(name)).environments.find((each) => each.name === 'development');
  if (!here) throw new Error('every flag is in development');
  return here;
};
export const addStrategy = (name: string, body: object) =>
  api<Strategy>('POST', `${apiOf(name)}/environments/development/strategies`, body);
export const development = (page: Page) =>
  page.getByRole('region', { name: 'development', exact: true });

export async function aRichFlag(): Promise<string> {
  const name = await aFlag({ type: 'experiment', tags: [{ type: 'simple', value: 'checkout' }] });
  await addStrategy(name, {
    name: 'flexibleRollout',
    title: 'Beta',
    parameters: { rollout: '40', stickiness: 'userId' },
    constraints: [{ contextName: 'appName', operator: 'IN', values: ['web', 'ios'] }],
    variants: [
      { name: 'red', weight: 0, weightType: 'variable', stickiness: 'default' },
      { name: 'blue', weight: 0, weightType: 'variable', stickiness: 'default' },
    ],
  });
  await addStrategy(name, { name: 'userWithId', parameters: { userIds: 'ann,bob' } });
  return name;
}
