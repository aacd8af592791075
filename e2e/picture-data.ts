import { adminToken } from './server.ts';

/** The requests that prepare the server for the pictures. */

export type Api = <Result>(method: string, path: string, body?: unknown) => Promise<Result>;

const storefront = '/api/admin/projects/storefront';
const production = 'environments/production';
/** Live, and with a description that fits variants. */
export const shownFlag = 'lazy-images';
export const password = 'Correct-Horse-1';

export const apiOf =
  (url: string, credentials: Record<string, string> = { authorization: adminToken }): Api =>
  async <Result>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...credentials,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Result;
  };

/** Users of the demo have no password. */
export async function resetPassword(api: Api, username: string): Promise<number | undefined> {
  const { users } = await api<{ users: { id: number; username?: string }[] }>(
    'GET',
    '/api/admin/user-admin',
  );
  const user = users.find((each) => each.username === username);
  await api('POST', `/api/admin/user-admin/${user?.id}/change-password`, { password });
  return user?.id;
}

/** Signed in, because only users propose and review changes. */
export async function apiAs(url: string, api: Api, username: string): Promise<Api> {
  await resetPassword(api, username);
  const response = await fetch(`${url}/auth/simple/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  return apiOf(url, { cookie: cookie.split(';', 1)[0] ?? '' });
}

/** What the demo does not have. */
export async function configure(api: Api, mine: Api): Promise<void> {
  await addStaging(api, mine);
  await describeWhoGetsIt(api, mine);
}

/** A third environment, of another type, in which every second flag is on. */
async function addStaging(api: Api, mine: Api): Promise<void> {
  const environment = 'staging';
  await api('POST', '/api/admin/environments', { name: environment, type: 'preproduction' });
  await api('PUT', '/api/admin/environments/sort-order', {
    development: 1,
    staging: 2,
    production: 3,
  });
  for (const project of ['storefront', 'checkout']) {
    const inIt = `/api/admin/projects/${project}`;
    await api('POST', `${inIt}/environments`, { environment });
    const { features } = await api<{ features: { name: string }[] }>('GET', `${inIt}/features`);
    for (const { name } of features.filter((_, index) => index % 2 === 0)) {
      await mine('POST', `${inIt}/features/${name}/environments/${environment}/on`);
    }
  }
}

type Found = {
  name: string;
  environments: {
    name: string;
    enabled: boolean;
    strategies: { id: string; name: string; constraints: unknown[] }[];
  }[];
};

/** The shown flag first, then those with the most strategies and constraints. */
async function busyFlags(api: Api): Promise<Found[]> {
  const { features } = await api<{ features: Found[] }>(
    'GET',
    '/api/admin/search/features?project=IS%3Astorefront&limit=100',
  );
  const weightOf = ({ name, environments }: Found) =>
    name === shownFlag
      ? Number.POSITIVE_INFINITY
      : environments
          .flatMap(({ strategies }) => strategies)
          .reduce((sum, { constraints }) => sum + 1 + constraints.length, 0);
  return features.toSorted((one, other) => weightOf(other) - weightOf(one));
}

/** The same strategies in each environment, with all that a strategy can have. */
async function describeWhoGetsIt(api: Api, mine: Api): Promise<void> {
  const { segments } = await api<{ segments: { id: number; name: string }[] }>(
    'GET',
    '/api/admin/segments',
  );
  const employees = segments.filter(({ name }) => name === 'Employees').map(({ id }) => id);
  for (const [environment, rollout] of rollouts) {
    const path = `${storefront}/features/${shownFlag}/environments/${environment}/strategies`;
    const before = await mine<{ id: string }[]>('GET', path);
    await mine('POST', path, premiumCustomers(rollout));
    if (environment !== 'staging') await mine('POST', path, toEmployees(employees));
    for (const { id } of before) await mine('DELETE', `${path}/${id}`);
  }
}

const rollouts = [
  ['development', '100'],
  ['staging', '75'],
  ['production', '50'],
] as const;

const sticky = { stickiness: 'default', groupId: shownFlag };

const premiumCustomers = (rollout: string) => ({
  name: 'flexibleRollout',
  title: 'Premium customers in the north',
  parameters: { rollout, ...sticky },
  constraints: [
    { contextName: 'country', operator: 'IN', values: ['SE', 'NO', 'DK', 'FI'] },
    { contextName: 'plan', operator: 'IN', values: ['premium'] },
  ],
  variants: ['blurred-preview', 'plain-frame'].map((name) => ({
    name,
    weight: 500,
    weightType: 'variable',
    stickiness: 'default',
  })),
});

const toEmployees = (segments: readonly number[]) => ({
  name: 'flexibleRollout',
  title: 'All of us',
  parameters: { rollout: '100', ...sticky },
  segments,
});

/** Opens three requests for review and returns the last, which has a comment. */
export async function aRequestInReview(api: Api, url: string): Promise<string> {
  await api('PUT', `${storefront}/${production}/change-requests/config`, {
    changeRequestsEnabled: true,
    requiredApprovals: 2,
  });
  const ada = await aReviewer(api, 'ada.lindqvist');
  const candidates = (await busyFlags(api)).flatMap(({ name, environments }) => {
    const here = environments.find((each) => each.name === 'production');
    const strategy = here?.strategies.find((each) => each.name === 'flexibleRollout');
    return here && strategy ? [{ name, enabled: here.enabled, strategyId: strategy.id }] : [];
  });
  const authors = ['chidi.okafor', 'dana.petrov', 'bruno.keller'];
  const titles = [
    'Enable for all users',
    'Out of the way before the sale',
    'To all premium customers in the north',
  ];
  const opened: number[] = [];
  for (const [index, author] of authors.entries()) {
    const flag = candidates[authors.length - 1 - index];
    if (!flag) throw new Error('The demo has too few flags that are rolled out');
    const mine = await apiAs(url, api, author);
    const wanted = author === authors.at(-1) ? rolledOut(flag) : [toggled(flag)];
    opened.push(await submit(mine, wanted, titles[index] ?? '', ada));
    if (wanted.length > 1) {
      const text = 'No problems in two weeks with half of them.';
      await mine('POST', `${storefront}/change-requests/${opened.at(-1)}/comments`, { text });
    }
  }
  return `/projects/storefront/change-requests/${opened.at(-1)}`;
}

type Candidate = { name: string; enabled: boolean; strategyId: string };

const toggled = ({ name, enabled }: Candidate) => ({
  feature: name,
  action: 'updateEnabled',
  payload: { enabled: !enabled },
});

const rolledOut = ({ name, strategyId }: Candidate) => [
  {
    feature: name,
    action: 'updateStrategy',
    payload: { id: strategyId, parameters: { rollout: '100' } },
  },
  {
    feature: name,
    action: 'addStrategy',
    payload: {
      name: 'flexibleRollout',
      title: 'Plus customers in Sweden',
      parameters: { rollout: '25', ...sticky },
      constraints: [
        { contextName: 'country', operator: 'IN', values: ['SE'] },
        { contextName: 'plan', operator: 'IN', values: ['plus'] },
      ],
    },
  },
];

/** Owners of a project may not review changes in production. */
async function aReviewer(api: Api, username: string): Promise<number | undefined> {
  const id = await resetPassword(api, username);
  const { roles } = await api<{ roles: { id: number } }>('POST', '/api/admin/roles', {
    name: 'Reviewer',
    type: 'custom',
    permissions: ['APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST'].map((name) => ({
      name,
      environment: 'production',
    })),
  });
  await api('POST', `${storefront}/access`, { roles: [roles.id], groups: [], users: [id] });
  return id;
}

async function submit(
  mine: Api,
  changes: object[],
  title: string,
  reviewer: number | undefined,
): Promise<number> {
  const { id } = await mine<{ id: number }>(
    'POST',
    `${storefront}/${production}/change-requests`,
    changes,
  );
  const request = `${storefront}/change-requests/${id}`;
  await mine('PUT', `${request}/title`, { title });
  await mine('PUT', `${request}/approvers`, { reviewers: [reviewer] });
  await mine('PUT', `${request}/state`, { state: 'In review' });
  return id;
}
