import { describe, expect, test } from 'vitest';
import { aFlag, aProject, aUser, changesSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { reportsOf } from '../../testing/applications.ts';

const testing = await testApp();
const { db, get, post, del } = testing;
const { use, register } = reportsOf(testing);

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

  test('has last seen, SDKs and the number of issues, and sorts those with issues first', async () => {
    const prefix = unique('app');
    const name = (letter: string) => `${prefix}-${letter}`;
    const hidden = await aProject(db, { mode: 'private' });
    const secret = await aFlag(db, { project: hidden });
    await register({ appName: name('a') });
    await register({ appName: name('b'), sdkVersion: 'unleash-client-node:5.3.1' });
    await register({ appName: name('c'), strategies: ['default', 'custom'] });
    await register({ appName: name('d') });
    await use(name('d'), `${prefix}-missing`);
    await use(name('a'), secret, { projects: [await aProject(db)] });
    const { token } = await aUser(db);
    const listed = async (query: string, as = {}) => {
      const path = `/api/admin/metrics/applications?query=${prefix}&${query}`;
      const { body } = await get(path, as);
      return body.applications as { appName: string; issueCount: number }[];
    };

    const byName = await listed('sortBy=name');
    const byIssues = await listed('sortBy=issues');

    const letters = byIssues.map(({ appName }) => appName.slice(-1)).join('');
    expect(byName[1]).toMatchObject({
      appName: name('b'),
      lastSeen: expect.any(String),
      sdks: ['unleash-client-node:5.3.1'],
    });
    expect(byName.map(({ issueCount }) => issueCount)).toEqual([1, 1, 1, 1]);
    expect(letters).toBe('abcd');
    const ofViewer = await listed('sortBy=issues', { token });
    expect(ofViewer.map(({ appName, issueCount }) => [appName.slice(-1), issueCount])).toEqual([
      ['b', 1],
      ['c', 1],
      ['d', 1],
      ['a', 0],
    ]);
    expect((await listed('sortBy=issues&limit=1&offset=1'))[0]).toMatchObject(byName[1] as object);
  });

  test('a limit of 0 is 400', async () => {
    expect((await get('/api/admin/metrics/applications?limit=0')).status).toBe(400);
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
