import { describe, expect, test } from 'vitest';
import { aFlag, anApiToken, aProject, aUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { reportsOf } from '../../testing/applications.ts';

const testing = await testApp();
const { app, db, get, post } = testing;
const { use, register } = reportsOf(testing);

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
      issues: {
        missingStrategies: ['custom'],
        missingFeatures: [
          {
            name: `${flag}-missing`,
            environments: ['development'],
            lastSeen: expect.any(String),
          },
        ],
        outdatedSdks: [
          {
            sdkVersion: 'unleash-client-node:5.3.1',
            minimumVersion: '5.3.2',
            environments: ['development'],
          },
        ],
      },
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
