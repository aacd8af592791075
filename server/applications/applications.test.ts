import { describe, expect, test } from 'vitest';
import { anApiToken, aProject, aUser, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';

const { app, db, get, post } = await testApp();

async function register(wish: { appName: string; projects?: string[]; instanceId?: string }) {
  const token = await anApiToken(db, { projects: wish.projects ?? [] });
  const body = {
    appName: wish.appName,
    instanceId: wish.instanceId ?? 'one',
    sdkVersion: 'unleash-client-node:6.0.0',
    strategies: ['default'],
    started: 0,
    interval: 0,
  };
  await post('/api/client/register', body, { token });
  await app.intake.flush();
}

describe('GET /api/admin/metrics/applications', () => {
  test('lists those that the caller may know, with the projects they may see', async () => {
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
  test('lists the instances, the latest first', async () => {
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
    const path = '/api/admin/metrics/instances/nothing/environment/development';

    expect((await get(path)).status).toBe(404);
  });
});

describe('GET /api/admin/projects/:projectId/applications', () => {
  test('lists applications whose token is for the project', async () => {
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
