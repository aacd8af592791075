import { expect } from 'vitest';
import { aGroup, aRole, aUser } from './a.ts';
import type { Method, TestApp } from './app.ts';

const member = 5;
const flags = '/projects/shop/features';
const requests = '/projects/shop/change-requests';
const production = '/projects/shop/environments/production';

/** One of everything that the admin API has, with the paths of all editions of Unleash. */
export async function fillPennon(app: TestApp): Promise<void> {
  const { db, call, admin } = app;
  const send = async (path: string, body: unknown = {}, token = admin.token, put = false) => {
    const method: Method = put ? 'PUT' : 'POST';
    const response = await call(method, `/api/admin${path}`, { body, token });
    expect(response.status, `${path} ${JSON.stringify(response.body)}`).toBeLessThan(300);
    return response.body;
  };
  const ann = await aUser(db, { username: 'ann', rootRole: 'Editor', email: 'ann@example.com' });
  await addAccounts(app, send, ann.id);
  const segment = await addDefinitions(send);
  await addFlags(app, send, { author: ann.token, segment });
  await addRequests(app, send, { author: ann.token, segment });
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape.
type Send = (path: string, body?: unknown, token?: string, put?: boolean) => Promise<any>;

async function addAccounts({ db }: TestApp, send: Send, author: number): Promise<void> {
  const ben = await aUser(db, { username: 'ben', name: 'Ben' });
  const support = await aRole(db, {
    name: 'Support',
    type: 'root-custom',
    permissions: [{ permission: 'CREATE_PROJECT' }],
  });
  const releaser = await aRole(db, {
    name: 'Releaser',
    permissions: [
      { permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' },
      { permission: 'APPROVE_CHANGE_REQUEST', environment: 'production' },
    ],
  });
  await send('/service-account', { name: 'Robot', username: 'robot', rootRole: support });
  const team = await aGroup(db, {
    name: 'Team',
    members: [ben.id],
    rootRole: 'Editor',
    mappingsSSO: ['team'],
  });
  await send('/projects', { id: 'shop', name: 'Shop', mode: 'protected', description: 'Sells' });
  await send('/projects/shop/access', { roles: [releaser], users: [author], groups: [team] });
  await send('/projects/shop/access', { roles: [member], users: [author], groups: [] });
  await send('/api-tokens', { tokenName: 'sdk', type: 'client', environment: 'production' });
}

/** Returns the id of a segment. */
async function addDefinitions(send: Send): Promise<number> {
  const legalValues = [{ value: 'free' }, { value: 'paid', description: 'Pays' }];
  await send('/context', { name: 'plan', stickiness: true, legalValues });
  await send('/tag-types', { name: 'team', description: 'A team' });
  await send('/strategies', {
    name: 'custom',
    description: 'Own',
    parameters: [{ name: 'list', type: 'list', description: '', required: false }],
  });
  const constraints = [{ contextName: 'plan', operator: 'IN', values: ['paid'] }];
  return (await send('/segments', { name: 'paid', project: 'shop', constraints })).id;
}

type Parts = { author: string; segment: number };

const rollout = (percent: string) => ({
  name: 'flexibleRollout',
  constraints: [],
  parameters: { rollout: percent, stickiness: 'default', groupId: 'parent' },
});

async function addFlags({ call }: TestApp, send: Send, { author, segment }: Parts): Promise<void> {
  for (const name of ['parent', 'child', 'old', 'open', 'spare']) {
    await send(flags, { name, type: 'release', description: `Flag ${name}` }, author);
  }
  const variant = { name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' };
  await send(`${flags}/parent/environments/production/strategies`, {
    ...rollout('50'),
    title: 'Some',
    segments: [segment],
    variants: [variant],
  });
  await send(`${flags}/parent/environments/production/on`);
  await send(`${flags}/child/dependencies`, { feature: 'parent', enabled: true });
  await send(`${flags}/child/link`, { url: 'https://example.com', title: 'Docs' });
  await send('/features/child/tags', { type: 'team', value: 'search' });
  expect((await call('DELETE', `/api/admin${flags}/old`)).status).toBeLessThan(300);
  await send(`${production}/default-strategy`, { ...rollout('10'), segments: [segment] });
}

/** In the states Rejected, Scheduled, In review and Draft. */
async function addRequests(
  { db, admin }: TestApp,
  send: Send,
  { author, segment }: Parts,
): Promise<void> {
  const protection = { changeRequestsEnabled: true, requiredApprovals: 2 };
  await send(`${production}/change-requests/config`, protection, admin.token, true);
  const propose = (changes: object[], token = author) =>
    send(`${production}/change-requests`, changes, token);
  const set = (id: number, body: object, token = admin.token) =>
    send(`${requests}/${id}/state`, body, token, true);
  const enabling = (feature: string) => ({
    feature,
    action: 'updateEnabled',
    payload: { enabled: true },
  });
  const rejected = await propose([enabling('child')]);
  await set(rejected.id, { state: 'In review' }, author);
  await send(`${requests}/${rejected.id}/comments`, { text: 'Why?' });
  await set(rejected.id, { state: 'Rejected' });
  const strategy = { name: 'default', segments: [segment], constraints: [], parameters: {} };
  const renaming = { id: segment, name: 'paying', project: 'shop', constraints: [] };
  const scheduled = await propose([
    { feature: 'child', action: 'addStrategy', payload: strategy },
    { feature: null, action: 'updateSegment', payload: renaming },
  ]);
  await set(scheduled.id, { state: 'In review' }, author);
  await set(scheduled.id, { state: 'Approved' });
  const second = await aUser(db, { username: 'cy', rootRole: 'Admin' });
  await set(scheduled.id, { state: 'Approved' }, second.token);
  await set(scheduled.id, { state: 'Scheduled', scheduledAt: '2100-01-01T00:00:00.000Z' });
  const reviewed = await propose([enabling('open')]);
  await set(reviewed.id, { state: 'In review' }, author);
  await set(reviewed.id, { state: 'Approved' });
  await propose([{ feature: 'spare', action: 'archiveFeature', payload: {} }], admin.token);
}
