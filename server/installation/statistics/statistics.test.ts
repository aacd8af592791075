import { expect, test } from 'vitest';
import { aFlag, anApiToken, anEnvironment, aProject, aUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { someEvents } from '../../testing/events.ts';

const server = await testApp();
const { db, get } = server;
const path = '/api/admin/instance-admin/statistics';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test('counts users, flags, tokens, changes in production and more, once in a while', async () => {
  const live = await anEnvironment(db, { type: 'production' });
  const inside = (environment: string, days: number) => ({ environment, createdAt: daysAgo(days) });
  await someEvents(db, [
    ...[91, 61, 59, 31, 29].map((days) => inside(live, days)),
    inside('production', 1),
    inside('development', 1),
    { type: 'features-exported', createdAt: daysAgo(1) },
  ]);
  const [user, idle] = [await aUser(db), await aUser(db)];
  await db
    .updateTable('users')
    .set({ seen_at: daysAgo(8) })
    .where('id', '=', user.id)
    .execute();
  await db.deleteFrom('personal_tokens').where('user_id', 'in', [user.id, idle.id]).execute();
  await aUser(db, { accountType: 'Service Account' });
  await aUser(db, { deletedAt: daysAgo(1) });
  const project = await aProject(db);
  await aProject(db, { archivedAt: daysAgo(1) });
  await aFlag(db, { project });
  await aFlag(db, { project, archivedAt: daysAgo(1) });
  await anApiToken(db, { type: 'frontend' });
  await db
    .insertInto('applications')
    .values([
      { name: 'shop', created_at: daysAgo(20), seen_at: daysAgo(1) },
      { name: 'old', created_at: daysAgo(20), seen_at: daysAgo(10) },
    ])
    .execute();

  const { status, body } = await get(path);

  expect({ status, body }).toEqual({
    status: 200,
    body: {
      instanceId: (await get('/api/admin/ui-config')).body.versionInfo.instanceId,
      timestamp: expect.stringMatching(/Z$/),
      versionOSS: expect.stringMatching(/^\d+\./),
      // The administrator, who has just used a token, and two others.
      users: 3,
      activeUsers: { last7: 1, last30: 2, last60: 2, last90: 2 },
      productionChanges: { last30: 2, last60: 4, last90: 5 },
      previousDayMetricsBucketsCount: { enabledCount: 0, variantCount: 0 },
      featureToggles: 1,
      projects: 2,
      contextFields: expect.any(Number),
      roles: 5,
      groups: 0,
      environments: 3,
      segments: 0,
      strategies: expect.any(Number),
      clientApps: [
        { range: 'allTime', count: 2 },
        { range: '30d', count: 2 },
        { range: '7d', count: 1 },
      ],
      apiTokens: { admin: 0, client: 0, frontend: 1 },
      featureExports: 1,
      featureImports: 0,
      SAMLenabled: false,
      OIDCenabled: false,
      maxEnvironmentStrategies: 0,
      maxConstraints: 0,
      maxConstraintValues: 0,
    },
  });
  await aFlag(db, { project });
  expect((await get(path)).body).toEqual(body);
});

test('the largest strategy and the usage of the day before are counted', async () => {
  const fresh = await server.withConfig({});
  const flag = await aFlag(db);
  const environment = 'development';
  const constraint = (values: string[]) => ({ contextName: 'userId', operator: 'IN', values });
  const constraints = [
    [constraint(['1']), { contextName: 'age', operator: 'NUM_GT', value: '1' }],
    [constraint(['1', '2', '3'])],
  ];
  await db
    .insertInto('strategies')
    .values(
      constraints.map((list, sort_order) => ({
        flag,
        environment,
        sort_order,
        name: 'default',
        constraints: JSON.stringify(list),
      })) as never,
    )
    .execute();
  const noon = `${daysAgo(1).slice(0, 10)}T12:00:00.000Z`;
  const hours = [noon, daysAgo(0), daysAgo(3)].map((hour) => ({
    flag,
    environment,
    hour,
    application: 'shop',
    yes: 1,
    no: 0,
  }));
  await db.insertInto('usage_hours').values(hours).execute();

  const { body } = await fresh.get(path);

  expect(body).toMatchObject({
    maxEnvironmentStrategies: 2,
    maxConstraints: 2,
    maxConstraintValues: 3,
    previousDayMetricsBucketsCount: { enabledCount: 1, variantCount: 0 },
  });
});

test('CSV has the same values, nested ones with a path', async () => {
  const { status, headers, body } = await get(`${path}/csv`);

  const [names, values] = String(body)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const cells = Object.fromEntries((names ?? []).map((name, index) => [name, values?.[index]]));
  const { body: json } = await get(path);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="statistics.csv"',
  });
  expect(cells).toMatchObject({
    instanceId: json.instanceId,
    users: String(json.users),
    'activeUsers.last30': String(json.activeUsers.last30),
    'clientApps.7d': '1',
    SAMLenabled: 'false',
  });
  expect(values).toHaveLength(names?.length ?? 0);
});
