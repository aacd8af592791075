import { describe, expect, test } from 'vitest';
import { aFlag, anApiToken, changesSince, lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { insideAnHour } from '../../testing/clock.ts';

const { app, db, get, post, withConfig } = await testApp({ bodyLimitBytes: 20_000 });
const token = await anApiToken(db);
const frontendToken = await anApiToken(db, { type: 'frontend' });

const aReport = (toggles: object, appName = 'shop') => ({
  appName,
  instanceId: 'one',
  sdkVersion: 'unleash-client-node:6.0.0',
  bucket: { start: Date.now() - 60_000, stop: Date.now(), toggles },
});

describe('POST /api/client/metrics', () => {
  test('is accepted immediately and visible in every endpoint after the next flush', async () => {
    const flag = await aFlag(db);

    const response = await post(
      '/api/client/metrics',
      aReport({ [flag]: { yes: 3, no: 2, variants: { blue: 3 } } }),
      { token },
    );
    await app.intake.flush();

    expect(response).toMatchObject({ status: 202, body: undefined });
    const found = (await get(`/api/admin/search/features?query=${flag}`)).body.features[0];
    const inSearch = found.environments.find((it: { name: string }) => it.name === 'development');
    const detail = (await get(`/api/admin/projects/default/features/${flag}`)).body;
    const inDetail = detail.environments.find((it: { name: string }) => it.name === 'development');
    const listed = (await get('/api/admin/projects/default/features')).body.features.find(
      ({ name }: { name: string }) => name === flag,
    );
    for (const it of [inSearch, inDetail]) expect(it).toMatchObject({ yes: 3, no: 2 });
    expect(found.lifecycle.stage).toBe('pre-live');
    expect(found.lastSeenAt).toMatch(/^\d{4}-/);
    for (const it of [inSearch, inDetail, detail, listed]) {
      expect(it.lastSeenAt).toBe(found.lastSeenAt);
    }
    const { body } = await get(`/api/admin/client-metrics/features/${flag}`);
    expect(body).toEqual({
      version: 1,
      maturity: 'stable',
      featureName: flag,
      lastHourUsage: [
        {
          environment: 'development',
          timestamp: expect.stringMatching(/:00:00.000Z$/),
          yes: 3,
          no: 2,
        },
      ],
      seenApplications: ['shop'],
    });
    const raw = await get(`/api/admin/client-metrics/features/${flag}/raw`);
    const shared = { featureName: flag, appName: 'shop', environment: 'development' };
    expect(raw.body.data).toHaveLength(24);
    expect(raw.body.data.at(-1)).toMatchObject({ ...shared, yes: 3, variants: { blue: 3 } });
    expect(raw.body.data[0]).toEqual({
      ...shared,
      timestamp: expect.stringMatching(/:00:00.000Z$/),
      yes: 0,
      no: 0,
      variants: {},
    });
  });

  test('members that newer SDKs send are ignored; the bucket is optional', async () => {
    const responses = [
      await post('/api/client/metrics', { ...aReport({}), impactMetrics: [{}] }, { token }),
      await post('/api/client/metrics', { appName: 'shop', bucket: null }, { token }),
      await post('/api/client/metrics', { appName: 'shop' }, { token }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
  });

  test.each([
    [{}, '/body/appName'],
    [{ appName: '' }, '/body/appName'],
    [{ appName: 'x'.repeat(201) }, '/body/appName'],
    [aReport({ flag: { yes: -1 } }), '/body/bucket/toggles/flag/yes'],
    [aReport({ flag: { yes: 1.5 } }), '/body/bucket/toggles/flag/yes'],
    [aReport({ flag: { yes: 1_000_000_000_001 } }), '/body/bucket/toggles/flag/yes'],
    [aReport({ flag: { variants: { a: '1' } } }), '/body/bucket/toggles/flag/variants/a'],
    [aReport({ ['x'.repeat(201)]: {} }), '/body/bucket/toggles'],
    [{ appName: 'a', bucket: { start: 0, stop: 'soon', toggles: {} } }, '/body/bucket/stop'],
    [{ appName: 'a', bucket: { start: 0, stop: 1e300, toggles: {} } }, '/body/bucket/stop'],
  ])('%# is 400 with the path of the invalid member', async (body, path) => {
    const response = await post('/api/client/metrics', body, { token });

    expect(response).toMatchObject({ status: 400, body: { name: 'BadDataError' } });
    const paths = response.body.details.map((detail: { path: string }) => detail.path);
    expect(paths).toContain(path);
  });

  test('a body beyond the limit is 413', async () => {
    const toggles = Object.fromEntries(
      Array.from({ length: 1000 }, (_, number) => [`flag-${number}`, { yes: 1, no: 1 }]),
    );

    const response = await post('/api/client/metrics', aReport(toggles), { token });

    expect(response).toMatchObject({ status: 413, body: { name: 'ContentTooLargeError' } });
  });
});

describe('GET /api/admin/client-metrics/features/:featureName/raw', () => {
  test('lists every hour of every environment and application up to 48 hours back', async () => {
    await insideAnHour();
    const flag = await aFlag(db);
    const hourAgo = (hours: number) =>
      new Date(Math.floor(Date.now() / 3_600_000 - hours) * 3_600_000).toISOString();
    const use = (hours: number, environment: string, application: string) =>
      db
        .insertInto('usage_hours')
        .values({ flag, environment, application, hour: hourAgo(hours), yes: 1, no: 0 })
        .execute();
    await use(47, 'development', 'shop');
    await use(0, 'production', 'api');
    await use(48, 'production', 'old');
    const path = `/api/admin/client-metrics/features/${flag}/raw`;

    const filled = (await get(`${path}?hoursBack=48`)).body.data;

    const used = (rows: { yes: number; environment: string; appName: string }[]) =>
      rows.filter(({ yes }) => yes > 0).map(({ environment, appName }) => [environment, appName]);
    expect(filled).toHaveLength(48 * 2 * 2);
    expect(filled.slice(0, 4).map(({ timestamp }: never) => timestamp)).toEqual(
      Array(4).fill(hourAgo(47)),
    );
    expect(used(filled)).toEqual([
      ['development', 'shop'],
      ['production', 'api'],
    ]);
    expect(
      (await get(`/api/admin/client-metrics/features/${await aFlag(db)}/raw`)).body.data,
    ).toEqual([]);
  });
});

describe('POST /api/client/metrics/bulk', () => {
  test('accepts the metrics of the environment of the token', async () => {
    const flag = await aFlag(db);
    const metric = { featureName: flag, appName: 'edge-app', yes: 1 };

    const response = await post(
      '/api/client/metrics/bulk',
      {
        applications: [{ appName: 'edge-app', environment: 'development', instanceId: 'edge' }],
        metrics: [
          { ...metric, environment: 'development', timestamp: new Date().toISOString() },
          { ...metric, environment: 'development' },
          { ...metric, environment: 'production' },
        ],
      },
      { token },
    );
    await app.intake.flush();

    expect(response.status).toBe(202);
    const { body } = await get(`/api/admin/client-metrics/features/${flag}/raw`);
    const sum = body.data.reduce((yes: number, row: { yes: number }) => yes + row.yes, 0);
    expect(sum).toBe(2);
    expect(body.data.at(-1).environment).toBe('development');
  });
});

describe('POST /api/client/register', () => {
  test('creates the application and records it once', async () => {
    const appName = unique('app');
    const before = await lastEventId(db);
    const registration = {
      appName,
      instanceId: 'one',
      sdkVersion: 'unleash-client-node:6.0.0',
      strategies: ['default', 'custom'],
      started: new Date().toISOString(),
      interval: 10_000,
    };

    const first = await post('/api/client/register', registration, { token });
    const second = await post(
      '/api/frontend/client/register',
      { ...registration, instanceId: 'two' },
      { token: frontendToken },
    );
    await app.intake.flush();
    await post('/api/client/register', registration, { token });
    await app.intake.flush();

    expect([first.status, second.status]).toEqual([202, 200]);
    const recorded = (await changesSince(db, before)).filter(
      ({ data }) => (data as { appName?: string } | null)?.appName === appName,
    );
    expect(recorded).toEqual([
      {
        type: 'application-created',
        project: null,
        environment: null,
        featureName: null,
        data: { appName, strategies: ['custom', 'default'], createdAt: expect.any(String) },
        preData: null,
      },
    ]);
    const instances = await db
      .selectFrom('application_instances')
      .select(['instance', 'kind'])
      .where('application', '=', appName)
      .orderBy('instance')
      .execute();
    expect(instances).toEqual([
      { instance: 'one', kind: 'client' },
      { instance: 'two', kind: 'frontend' },
    ]);
  });
});

describe('POST /api/frontend/client/metrics', () => {
  test.each([
    ['unleash-sdk', 'unleash-js-sdk:3.8.2', 'unleash-js-sdk:3.8.2'],
    ['x-unleash-sdk', 'unleash-js@3.7.2', 'unleash-js:3.7.2'],
  ])('takes the version of the SDK from the header %s', async (header, value, sdkVersion) => {
    const appName = unique('app');
    const call = { token: frontendToken, headers: { [header]: value } };

    await post('/api/frontend/client/metrics', { appName, instanceId: 'browser' }, call);
    await app.intake.flush();

    const instances = `/api/admin/metrics/instances/${appName}/environment/development`;
    expect((await get(instances)).body).toMatchObject({ instances: [{ sdkVersion }] });
  });
});

describe('rate limits', () => {
  test('more reports in a minute than allowed are 429 with Retry-After', async () => {
    const limited = await withConfig({ metricsPerMinute: 2, registrationsPerMinute: 1 });
    const own = await anApiToken(limited.db);
    const report = () => limited.post('/api/client/metrics', aReport({}), { token: own });
    const registration = { appName: 'a', strategies: [], started: 0, interval: 0 };
    const register = () => limited.post('/api/client/register', registration, { token: own });

    const reports = [await report(), await report(), await report()];
    const registrations = [await register(), await register()];

    expect(reports.map(({ status }) => status)).toEqual([202, 202, 429]);
    expect(registrations.map(({ status }) => status)).toEqual([202, 429]);
    expect(reports[2]).toMatchObject({
      body: { name: 'RateLimitError' },
      headers: { 'retry-after': expect.anything() },
    });
  });
});
