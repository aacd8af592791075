import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPeer } from '../../bench/peer.ts';
import { freePort, startProcess, waitUntilHealthy } from '../../bench/processes.ts';
import { createRandoms, type Random } from '../demo/random.ts';
import { atEnd } from './cleanup.ts';
import { createDatabase, runOnServer } from './database.ts';

/** A real Unleash with a database of its own. */
export type PeerInstallation = {
  databaseUrl: string;
  query: (statement: string) => Promise<Record<string, unknown>[]>;
  start: () => Promise<Peer>;
};

/** Its server. */
export type Peer = {
  url: string;
  /** Calls the admin API; throws unless it succeeds. */
  send: (method: string, path: string, body?: unknown, headers?: object) => Promise<Response>;
  /** Writes what it has buffered, such as usage. */
  stop: () => Promise<void>;
};

export const peerTokens = {
  admin: '*:*.peer-admin-secret',
  client: '*:development.peer-client-secret',
  frontend: '*:production.peer-frontend-secret',
};
export const peerPassword = 'Peer-password-1';

const folder = fileURLToPath(new URL('../../bench/peer/', import.meta.url));
const entry = join(folder, 'node_modules/unleash-server/dist/server.js');

export async function installUnleash(): Promise<PeerInstallation> {
  await installPeer();
  const { url: databaseUrl, drop } = await createDatabase('bare');
  atEnd(drop);
  const query = (statement: string) => runOnServer(statement, databaseUrl);
  return { databaseUrl, query, start: () => startUnleash(databaseUrl) };
}

async function startUnleash(databaseUrl: string): Promise<Peer> {
  const port = await freePort();
  const started = startProcess(process.execPath, [entry], {
    cwd: folder,
    env: {
      PORT: String(port),
      HTTP_HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATABASE_SSL: 'false',
      CHECK_VERSION: 'false',
      SEND_TELEMETRY: 'false',
      CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000000',
      UNLEASH_DEFAULT_ADMIN_USERNAME: 'admin',
      UNLEASH_DEFAULT_ADMIN_PASSWORD: peerPassword,
      INIT_ADMIN_API_TOKENS: peerTokens.admin,
      INIT_CLIENT_API_TOKENS: peerTokens.client,
      INIT_FRONTEND_API_TOKENS: peerTokens.frontend,
    },
  });
  atEnd(started.stop);
  const url = `http://127.0.0.1:${port}`;
  await waitUntilHealthy(`${url}/health`, started);
  return {
    url,
    send: (method, path, body, headers) => send(`${url}${path}`, method, body, headers),
    stop: started.stop,
  };
}

async function send(url: string, method: string, body?: unknown, headers: object = {}) {
  const response = await fetch(url, {
    method,
    headers: { authorization: peerTokens.admin, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  throw new Error(`${method} ${url} ${JSON.stringify(body)}: ${await response.text()}`);
}

const environments = ['development', 'production'] as const;
const types = ['release', 'experiment', 'operational', 'kill-switch', 'permission'] as const;
const operators = ['IN', 'NOT_IN', 'STR_STARTS_WITH', 'STR_ENDS_WITH', 'STR_CONTAINS'] as const;

export const nameOf = (index: number) => `flag-${String(index).padStart(4, '0')}`;

/** Flags of all kinds and what they use, through the API; returns a client token of production. */
export async function fillUnleash(peer: Peer, flags: number): Promise<string> {
  const { send } = peer;
  await send('POST', '/api/admin/context', {
    name: 'plan',
    stickiness: true,
    legalValues: [{ value: 'free' }, { value: 'paid', description: 'Pays' }],
  });
  await send('POST', '/api/admin/context', { name: 'version' });
  await send('POST', '/api/admin/tag-types', { name: 'team', description: 'A team', icon: 'T' });
  await send('POST', '/api/admin/strategies', {
    name: 'custom',
    description: 'Own',
    parameters: [{ name: 'list', type: 'list', description: '', required: false }],
  });
  const randoms = createRandoms('unleash');
  const segments: number[] = [];
  for (const index of [0, 1, 2]) {
    const created = await send('POST', '/api/admin/segments', {
      name: `segment-${index}`,
      constraints: [constraintOf(randoms(10_000 + index))],
    });
    segments.push(((await created.json()) as { id: number }).id);
  }
  for (let index = 0; index < flags; index++) {
    await createFlag(peer, index, { random: randoms(index), segments });
  }
  const token = await addAccounts(peer);
  await addUsage(peer);
  return token;
}

type Parts = { random: Random; segments: readonly number[] };

async function createFlag({ send }: Peer, index: number, { random, segments }: Parts) {
  const name = nameOf(index);
  const project = '/api/admin/projects/default/features';
  await send('POST', project, {
    name,
    type: random.pick(types),
    description: random.chance(0.5) ? `Describes "${name}" – é` : '',
    impressionData: random.chance(0.3),
  });
  for (const environment of environments) {
    const path = `${project}/${name}/environments/${environment}`;
    for (let count = random.below(4); count > 0; count--) {
      await send('POST', `${path}/strategies`, strategyOf(random, segments));
    }
    if (random.chance(0.7)) await send('POST', `${path}/on`);
  }
  if (random.chance(0.3)) {
    await send('POST', `/api/admin/features/${name}/tags`, { type: 'team', value: 'search' });
  }
  if (index % 10 === 5) {
    const parent = { feature: nameOf(index - 1), enabled: random.chance(0.7) };
    await send('POST', `${project}/${name}/dependencies`, parent);
  }
  if (index % 10 === 7) {
    await send('PATCH', `${project}/${name}`, [{ op: 'replace', path: '/stale', value: true }]);
  }
  if (index % 10 === 8) await send('DELETE', `${project}/${name}`);
}

function strategyOf(random: Random, segments: readonly number[]) {
  const name = random.pick([
    'flexibleRollout',
    'flexibleRollout',
    'default',
    'remoteAddress',
    'custom',
  ]);
  const gradual = {
    rollout: String(random.below(101)),
    stickiness: random.pick(['default', 'userId', 'sessionId', 'plan']),
    groupId: random.pick(['one', 'two']),
  };
  const parameters: Record<string, object> = {
    flexibleRollout: gradual,
    remoteAddress: { IPs: '10.0.0.1, 10.0.0.0/28' },
    custom: { list: 'a,b' },
  };
  return {
    name,
    title: random.chance(0.3) ? 'A title' : '',
    disabled: random.chance(0.1),
    parameters: parameters[name] ?? {},
    constraints: random.chance(0.5) ? [constraintOf(random), constraintOf(random)] : [],
    segments: random.chance(0.3) ? [random.pick([segments[0] ?? 0, ...segments])] : [],
    ...(name === 'flexibleRollout' && random.chance(0.4) ? { variants: variantsOf(random) } : {}),
  };
}

function constraintOf(random: Random) {
  const shared = { inverted: random.chance(0.3), caseInsensitive: random.chance(0.3) };
  const number = { contextName: 'userId', operator: 'NUM_GT', value: String(random.below(100)) };
  const version = { contextName: 'version', operator: 'SEMVER_LT', value: '2.0.0' };
  const date = {
    contextName: 'currentTime',
    operator: 'DATE_AFTER',
    value: '2026-01-01T00:00:00Z',
  };
  const values = random.some(['free', 'paid'], 1 + random.below(2));
  const list = { contextName: 'plan', operator: random.pick(operators), values };
  return { ...random.pick([list, list, number, version, date]), ...shared };
}

const variantsOf = (random: Random) =>
  ['red', 'green', 'blue'].slice(0, 1 + random.below(3)).map((name) => ({
    name,
    weight: 1000,
    weightType: 'variable',
    stickiness: random.pick(['default', 'userId']),
    ...(random.chance(0.5) ? { payload: { type: 'string', value: `the ${name}` } } : {}),
  }));

async function addAccounts({ send }: Peer): Promise<string> {
  for (const [username, rootRole] of [
    ['anna', 2],
    ['ben', 3],
  ] as const) {
    await send('POST', '/api/admin/user-admin', {
      username,
      email: `${username}@example.com`,
      name: username,
      password: peerPassword,
      rootRole,
      sendEmail: false,
    });
  }
  const created = await send('POST', '/api/admin/api-tokens', {
    tokenName: 'of-production',
    type: 'client',
    environment: 'production',
    projects: ['default'],
  });
  return ((await created.json()) as { secret: string }).secret;
}

async function addUsage({ send }: Peer): Promise<void> {
  const client = { authorization: peerTokens.client };
  const start = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
  await send(
    'POST',
    '/api/client/register',
    {
      appName: 'shop',
      instanceId: 'one',
      sdkVersion: 'unleash-client:6',
      strategies: ['default'],
      started: start,
      interval: 10,
    },
    client,
  );
  const toggles = {
    [nameOf(0)]: { yes: 3, no: 2, variants: { red: 2 } },
    [nameOf(1)]: { yes: 0, no: 1 },
  };
  const bucket = { start, stop: new Date().toISOString(), toggles };
  await send('POST', '/api/client/metrics', { appName: 'shop', instanceId: 'one', bucket }, client);
}

/** What the API of the open-source edition cannot create, or can no longer. */
export const enterpriseRows = `
  update feature_environments set variants = '[
    {"name":"one","weight":400,"weightType":"fix","stickiness":"userId",
      "payload":{"type":"json","value":"{}"},
      "overrides":[{"contextName":"userId","values":["7","8"]}]},
    {"name":"two","weight":600,"weightType":"variable","stickiness":"userId"}]'
  where feature_name ~ '[369]$';
  insert into feature_link (id, feature_name, url, title)
  values ('01J0000000LINK', 'flag-0001', 'https://a.example/1', 'Link');
  insert into projects (id, name, description) values ('shop', 'Shop', 'Sells');
  insert into project_settings (project, default_stickiness, project_mode, feature_limit,
    feature_naming_pattern) values ('shop', 'userId', 'protected', 100, '^shop-');
  insert into project_environments (project_id, environment_name, default_strategy)
  values ('shop', 'development',
    '{"name":"flexibleRollout","parameters":{"rollout":"50"},"segments":[2]}');
  insert into features (name, project, type) values ('shop-cart', 'shop', 'release');
  insert into feature_environments (feature_name, environment, enabled)
  values ('shop-cart', 'development', true);
  insert into roles (name, description, type) values ('Deployer', 'Deploys', 'custom'),
    ('Auditor', 'Reads', 'root-custom');
  insert into role_permission (role_id, permission, environment)
  select id, 'UPDATE_FEATURE_ENVIRONMENT', 'production' from roles where name = 'Deployer'
  union all select id, 'READ_ROLE', null from roles where name = 'Auditor'
  union all select id, 'UPDATE_MAINTENANCE_MODE', null from roles where name = 'Auditor';
  insert into users (username, name, is_service) values ('robot', 'Robot', true);
  insert into role_user (role_id, user_id, project)
  select roles.id, users.id, 'default' from roles, users
  where roles.name = 'Auditor' and users.username = 'robot'
  union all select roles.id, users.id, 'shop' from roles, users
  where roles.name = 'Deployer' and users.username = 'anna';
  insert into groups (name, description, mappings_sso) values ('Team', 'A team', '["sso"]');
  insert into group_user (group_id, user_id, created_by)
  select groups.id, users.id, 'admin' from groups, users where users.username = 'ben';
  insert into group_role (group_id, role_id, project)
  select groups.id, 5, 'shop' from groups;
  insert into personal_access_tokens (secret, description, user_id, expires_at)
  select 'user:peer-robot-secret', 'deploys', id, now() + interval '1 year'
  from users where username = 'robot';
  insert into favorite_features (feature, user_id)
  select 'flag-0001', id from users where username = 'anna';
  insert into change_requests (id, environment, state, project, created_by, min_approvals, title)
  values (7, 'production', 'Applied', 'default', 1, 1, 'Launch'),
    (9, 'production', 'Scheduled', 'default', 1, 1, 'Later'),
    (12, 'production', 'In review', 'default', 1, 1, 'Too late');
  insert into change_requests (id, environment, state, project, created_by, title)
  select request, 'production', state, 'default', id, 'Own'
  from users join (values (8, 'ben', 'Approved'), (11, 'anna', 'Draft')) as wanted
    (request, author, state) on username = author;
  insert into change_request_settings (project, environment, required_approvals)
  values ('default', 'production', 1);
  insert into change_request_events (feature, action, payload, created_by, change_request_id)
  values ('flag-0001', 'updateEnabled', '{"enabled":true}', 1, 7),
    ('flag-0001', 'addStrategy', '{"name":"flexibleRollout","title":"Half","segments":[2],
      "parameters":{"rollout":"50","stickiness":"default"},"made":"up"}',
      (select id from users where username = 'ben'), 8),
    ('flag-0008', 'updateEnabled', '{"enabled":true}', 1, 12),
    (null, 'updateSegment', '{"id":2,"name":"segment-1","constraints":[]}', 1, 9);
  insert into change_request_events (feature, action, payload, created_by, change_request_id)
  select feature_name, 'updateStrategy', json_build_object('id', id, 'name', strategy_name,
    'title', 'Renamed', 'parameters', parameters, 'constraints', '[]'::json), 1, 11
  from feature_strategies where feature_name < 'flag-0008' and environment = 'production' limit 1;
  insert into change_request_schedule (change_request, scheduled_at, created_by, status, reason)
  values (9, '2040-01-01', 1, 'suspended', 'The segment was changed');
  insert into change_request_approvals (change_request_id, created_by)
  select unnest(array[7, 9]), id from users where username = 'anna' union all select 8, 1;
  insert into change_request_comments (change_request, text, created_by) values (7, 'Good', 1);
  insert into settings (name, content)
  values ('unleash.frontend', '{"frontendApiOrigins":["https://shop.example"]}');
  update api_tokens set alias = 'peer-alias-secret' where token_name = 'of-production';
  insert into events (type, created_by, data)
  values ('licence-made-up', 'admin', '{"text":"nul \\u0000 and half \\ud800"}');`;
