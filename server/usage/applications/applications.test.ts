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
