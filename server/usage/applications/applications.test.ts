import { describe, expect, test } from 'vitest';
import {
  aFlag,
  anApiToken,
  aProject,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { app, db, get, post, del } = await testApp();

/** Reports with a token for the projects, or for all. */
async function use(
  appName: string,
  flag: string,
  { projects = [] as string[], environment = 'development' } = {},
) {
  const token = await anApiToken(db, { projects, environment });
  const bucket = { start: 0, stop: Date.now(), toggles: { [flag]: { yes: 1 } } };
  await post('/api/client/metrics', { appName, instanceId: 'one', bucket }, { token });
  await app.intake.flush();
}

async function register(input: {
  appName: string;
  projects?: string[];
  instanceId?: string;
  sdkVersion?: string;
  strategies?: string[];
}) {
  const token = await anApiToken(db, { projects: input.projects ?? [] });
  const body = {
    appName: input.appName,
    instanceId: input.instanceId ?? 'one',
    sdkVersion: input.sdkVersion ?? 'unleash-client-node:6.0.0',
    strategies: input.strategies ?? ['default'],
    started: 0,
    interval: 0,
  };
  await post('/api/client/register', body, { token });
  await app.intake.flush();
}

describe('GET /api/admin/metrics/applications', () => {
  test('lists the applications visible to the caller, with the projects the caller may see', async () => {
    const prefix = unique('app');
    const hidden = await aProject(db, { mode: 'private' });
    const open = await aProject(db);
    const { token } = await aUser(db);
    await register({ appName: `${prefix}-a`, projects: [hidden] });
    await register({ appName: `${prefix}-b`, projects: [hidden, open] });
    await register({ appName: `${prefix}-c` });
    const path = `/api/admin/metrics/applications?query=${prefix.toUpperCase()}`;

    const forViewer = await get(path, { token });
    const forAdmin = await get(`${path}&limit=1`);

    const usageOf = ({ body }: { body: { applications: { appName: string; usage: object }[] } }) =>
      body.applications.map(({ appName, usage }) => [appName, usage]);
    const development = { environments: ['development'] };
    expect(forViewer.body.total).toBe(2);
    expect(usageOf(forViewer)).toEqual([
      [`${prefix}-b`, [{ project: open, ...development }]],
      [`${prefix}-c`, [{ project: '*', ...development }]],
    ]);
    expect(forAdmin.body).toMatchObject({ total: 3, applications: [{ appName: `${prefix}-a` }] });
    const alone = await get(`/api/admin/metrics/applications/${prefix}-a`, { token });
    expect(alone.status).toBe(404);
  });

  test('sorts by name in both directions, and finds the SDK and its version', async () => {
    const prefix = unique('app');
    await register({ appName: `${prefix}-a`, sdkVersion: `${prefix}:1.2.3` });
    await register({ appName: `${prefix}-b`, sdkVersion: `${prefix}:2.0.0` });
    const namesFor = async (query: string) =>
      (await get(`/api/admin/metrics/applications?${query}`)).body.applications.map(
        ({ appName }: { appName: string }) => appName,
      );

    const both = [`${prefix}-a`, `${prefix}-b`];
    expect(await namesFor(`query=${prefix}&sortOrder=asc&sortBy=appName`)).toEqual(both);
    expect(await namesFor(`query=${prefix}&sortOrder=desc`)).toEqual([...both].reverse());
    expect(await namesFor(`query=${prefix.toUpperCase()}:2`)).toEqual([`${prefix}-b`]);
    const wrong = await get('/api/admin/metrics/applications?sortOrder=up');
    expect(wrong.status).toBe(400);
  });

  test('a limit of 0 is 400', async () => {
    expect((await get('/api/admin/metrics/applications?limit=0')).status).toBe(400);
  });
});

describe('GET /api/admin/metrics/instances/:appName/environment/:environment', () => {
  test('lists the instances, newest first', async () => {
    const appName = unique('app');
    await register({ appName, instanceId: 'one' });
    await register({ appName, instanceId: 'two' });

    const { body } = await get(`/api/admin/metrics/instances/${appName}/environment/development`);

    const instance = (instanceId: string) => ({
      instanceId,
      sdkVersion: 'unleash-client-node:6.0.0',
      clientIp: null,
      lastSeen: expect.any(String),
    });
    expect(body.instances).toEqual([instance('two'), instance('one')]);
  });

  test('an unknown application is 404', async () => {
    const path = '/api/admin/metrics/instances/missing/environment/development';

    expect((await get(path)).status).toBe(404);
  });
});

describe('GET /api/admin/projects/:projectId/applications', () => {
  test('lists applications with a token for the project', async () => {
    const project = await aProject(db);
    const appName = unique('app');
    await register({ appName, projects: [project] });
    await register({ appName: unique('app') });

    const { body } = await get(`/api/admin/projects/${project}/applications`);

    expect(body).toEqual({
      total: 1,
      applications: [
        {
          name: appName,
          environments: ['development'],
          instances: ['one'],
          sdks: [{ name: 'unleash-client-node', versions: ['6.0.0'] }],
        },
      ],
    });
  });
});

describe('applications of a project', () => {
  test('include those with a token for all projects that evaluated its flags', async () => {
    const [project, other] = [await aProject(db), await aProject(db)];
    const flag = await aFlag(db, { project });
    const appName = unique('app');

    await use(appName, flag, { environment: 'production' });
    await use(appName, `${flag}-missing`);

    const { body } = await get(`/api/admin/projects/${project}/applications`);
    expect(body).toEqual({
      total: 1,
      applications: [{ name: appName, environments: ['production'], instances: ['one'], sdks: [] }],
    });
    const overview = await get(`/api/admin/metrics/applications/${appName}/overview`);
    expect(overview.body.projects).toEqual([project]);
    expect((await get(`/api/admin/projects/${other}/applications`)).body.total).toBe(0);
  });

  test('are sorted by name, and found by environment, instance, SDK and version', async () => {
    const project = await aProject(db);
    const names = [unique('a'), unique('b')];
    const [first = '', second = ''] = names;
    await register({ appName: first, projects: [project], sdkVersion: 'unleash-client-go:4.1.0' });
    await register({ appName: second, projects: [project], sdkVersion: 'own', instanceId: 'two' });
    const path = `/api/admin/projects/${project}/applications`;
    const namesFor = async (query: string) =>
      (await get(`${path}?${query}`)).body.applications.map(({ name }: { name: string }) => name);

    expect(await namesFor('sortOrder=desc&sortBy=name')).toEqual([second, first]);
    expect(await namesFor('sortOrder=desc&sortBy=createdAt')).toEqual([second, first]);
    expect(await namesFor('query=CLIENT-GO:4')).toEqual([first]);
    expect(await namesFor('query=two')).toEqual([second]);
    expect(await namesFor('query=develop')).toEqual(names);
    expect(await namesFor('query=production')).toEqual([]);
    const { body } = await get(path);
    expect(body.applications.map(({ sdks }: { sdks: object }) => sdks)).toEqual([
      [{ name: 'unleash-client-go', versions: ['4.1.0'] }],
      [{ name: 'own', versions: [] }],
    ]);
  });
});

describe('GET /api/admin/metrics/applications/:appName', () => {
  test('has the instances, the evaluated flags that the caller may see, and a link', async () => {
    const hidden = await aProject(db, { mode: 'private' });
    const [flag, secret] = [await aFlag(db), await aFlag(db, { project: hidden })];
    const appName = `${unique('app')} 1`;
    await register({ appName, instanceId: 'two' });
    for (const name of [flag, secret, `${flag}-missing`]) await use(appName, name);
    const { token } = await aUser(db);
    const path = `/api/admin/metrics/applications/${encodeURIComponent(appName)}`;

    const [forViewer, forAdmin] = [await get(path, { token }), await get(path)];

    const instance = { clientIp: null, lastSeen: expect.any(String), environment: 'development' };
    const missing = { name: `${flag}-missing`, notFound: true };
    expect(forViewer.body).toMatchObject({ appName, links: { self: path } });
    expect(forViewer.body.instances).toEqual([
      { ...instance, instanceId: 'one', sdkVersion: null },
      { ...instance, instanceId: 'two', sdkVersion: 'unleash-client-node:6.0.0' },
    ]);
    expect(forViewer.body.seenToggles).toEqual([
      {
        name: flag,
        project: 'default',
        type: 'release',
        description: null,
        stale: false,
        archived: false,
      },
      missing,
    ]);
    const names = forAdmin.body.seenToggles.map(({ name }: { name: string }) => name);
    expect(names).toEqual([flag, secret, missing.name].sort());
  });
});

describe('POST and DELETE /api/admin/metrics/applications/:appName', () => {
  test('create, update and delete an application without an SDK', async () => {
    const path = `/api/admin/metrics/applications/${unique('app')}`;
    const before = await lastEventId(db);

    const created = await post(path, { description: 'A shop', icon: 'cart' });
    const updated = await post(path, { url: 'https://shop.example', strategies: ['default'] });

    const appName = path.split('/').at(-1);
    expect([created.status, updated.status]).toEqual([202, 202]);
    expect((await get(path)).body).toEqual({
      appName,
      description: 'A shop',
      icon: 'cart',
      url: 'https://shop.example',
      strategies: ['default'],
      usage: [],
      instances: [],
      seenToggles: [],
      links: { self: path },
    });
    expect(await changesSince(db, before)).toMatchObject([
      { type: 'application-created', data: { appName, description: 'A shop' } },
    ]);
    expect((await del(path)).status).toBe(200);
    expect([(await get(path)).status, (await del(path)).status]).toEqual([404, 404]);
  });
});

describe('GET /api/admin/metrics/applications/:appName/overview', () => {
  test('returns environments, SDKs and issues', async () => {
    const [appName, project] = [unique('app'), await aProject(db)];
    const flag = await aFlag(db, { project });
    await register({
      appName,
      projects: [project],
      sdkVersion: 'unleash-client-node:5.3.1',
      strategies: ['default', 'custom'],
    });
    const token = await anApiToken(db, { projects: [project] });
    const toggles = { [flag]: { yes: 1 }, [`${flag}-missing`]: { yes: 1 } };
    const report = { appName, instanceId: 'one', bucket: { start: 0, stop: Date.now(), toggles } };
    await post('/api/client/metrics', report, { token });
    await app.intake.flush();

    const { body } = await get(`/api/admin/metrics/applications/${appName}/overview`);

    expect(body).toEqual({
      projects: [project],
      featureCount: 1,
      environments: [
        {
          name: 'development',
          instanceCount: 1,
          sdks: ['unleash-client-node:5.3.1'],
          frontendSdks: [],
          backendSdks: ['unleash-client-node:5.3.1'],
          lastSeen: expect.any(String),
          issues: {
            missingFeatures: [`${flag}-missing`],
            outdatedSdks: ['unleash-client-node:5.3.1'],
          },
        },
      ],
      issues: { missingStrategies: ['custom'] },
    });
  });
});

describe('missingFeatures', () => {
  test('does not contain a flag that was created since', async () => {
    const [appName, name] = [unique('app'), unique('flag')];
    const missing = async () => {
      const { body } = await get(`/api/admin/metrics/applications/${appName}/overview`);
      return body.environments[0].issues.missingFeatures;
    };

    await use(appName, name);
    const before = await missing();
    await post('/api/admin/projects/default/features', { name });

    expect(before).toEqual([name]);
    expect(await missing()).toEqual([]);
  });
});

describe('GET …/sdks/outdated', () => {
  test('lists SDKs below the minimum version, of one project if given', async () => {
    const project = await aProject(db);
    const [old, minimum, recent] = [unique('old'), unique('minimum'), unique('recent')];
    for (const [appName, version] of [
      [old, '5.3.1'],
      [minimum, '5.3.2'],
      [recent, '6.0.0-beta.1'],
    ] as const) {
      const sdkVersion = `unleash-client-node:${version}`;
      await register({ appName, projects: [project], sdkVersion });
    }
    const other = unique('other');
    await register({ appName: other, sdkVersion: 'unleash-client-java:8.9.9' });

    const ofProject = await get(`/api/admin/projects/${project}/sdks/outdated`);
    const all = await get('/api/admin/metrics/sdks/outdated');

    expect(ofProject.body).toEqual({
      sdks: [{ sdkVersion: 'unleash-client-node:5.3.1', applications: [old] }],
    });
    expect(all.body.sdks).toContainEqual({
      sdkVersion: 'unleash-client-java:8.9.9',
      applications: [other],
    });
  });
});
