import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aGrant,
  aProject,
  aRole,
  aUser,
  changesSince,
  lastEventId,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, get, post, put, del } = await testApp();

const pathOf = (flag: string, project = 'default', environment = 'development') =>
  `/api/admin/projects/${project}/features/${flag}/environments/${environment}`;

/** Created through the API. */
async function aFlagWithStrategy(input: object = {}) {
  const flag = await aFlag(db);
  const { body } = await post(`${pathOf(flag)}/strategies`, { name: 'default', ...input });
  return { flag, strategy: body, url: `${pathOf(flag)}/strategies/${body.id}` };
}

const dataOf = ({ featureName: _, ...data }: { featureName: string }) => data;

const scopeOf = (featureName: string) => ({
  project: 'default',
  environment: 'development',
  featureName,
});

const isOn = async (flag: string) => (await get(pathOf(flag))).body.enabled;

describe('DELETE …/strategies/:strategyId', () => {
  test('the strategy is deleted with its segments, and the event contains it', async () => {
    const segment = await aSegment(db);
    const { flag, strategy, url } = await aFlagWithStrategy({
      segments: [segment],
      title: 'Deleted',
    });
    const before = await lastEventId(db);

    const response = await del(url);

    expect(response).toMatchObject({ status: 200, body: undefined });
    expect((await get(url)).status).toBe(404);
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'feature-strategy-remove',
        ...scopeOf(flag),
        data: null,
        preData: dataOf(strategy),
      },
    ]);
    expect((await del(url)).status).toBe(404);
  });

  test('deleting the last enabled strategy also switches the flag off', async () => {
    const { flag, url } = await aFlagWithStrategy();
    await aStrategy(db, { flag, disabled: true, sortOrder: 9 });
    await post(`${pathOf(flag)}/on`);
    const before = await lastEventId(db);

    await del(url);

    expect(await isOn(flag)).toBe(false);
    expect((await changesSince(db, before)).map(({ type }) => type)).toEqual([
      'feature-strategy-remove',
      'feature-environment-disabled',
    ]);
  });

  test('a flag that is off or has another enabled strategy is not switched', async () => {
    const { flag, url } = await aFlagWithStrategy();
    const other = await aStrategy(db, { flag, sortOrder: 9 });
    await post(`${pathOf(flag)}/on`);
    await del(url);
    expect(await isOn(flag)).toBe(true);
    await post(`${pathOf(flag)}/off`);
    const before = await lastEventId(db);

    await del(`${pathOf(flag)}/strategies/${other}`);

    expect((await changesSince(db, before)).map(({ type }) => type)).toEqual([
      'feature-strategy-remove',
    ]);
  });

  test('the strategy of another flag is 404 and is not deleted', async () => {
    const { url, strategy } = await aFlagWithStrategy();
    const other = await aFlag(db);

    expect((await del(`${pathOf(other)}/strategies/${strategy.id}`)).status).toBe(404);
    expect((await get(url)).status).toBe(200);
  });

  test('of two concurrent deletions one is 404, and one event is recorded', async () => {
    const { url } = await aFlagWithStrategy();
    const before = await lastEventId(db);

    const responses = await Promise.all([del(url), del(url)]);

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await changesSince(db, before)).toHaveLength(1);
  });

  test('updating and deleting need separate permissions in the environment', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const [inDevelopment, inProduction] = [
      await aStrategy(db, { flag }),
      await aStrategy(db, { flag, environment: 'production' }),
    ];
    const user = await aUser(db);
    const permissions = [{ permission: 'DELETE_FEATURE_STRATEGY', environment: 'development' }];
    await aGrant(db, { project, userId: user.id, role: await aRole(db, { permissions }) });
    const as = { token: user.token };
    const urls = {
      development: `${pathOf(flag, project)}/strategies/${inDevelopment}`,
      production: `${pathOf(flag, project, 'production')}/strategies/${inProduction}`,
    };

    expect((await put(urls.development, {}, as)).status).toBe(403);
    expect((await del(urls.production, as)).status).toBe(403);
    expect((await del(urls.development, as)).status).toBe(200);
  });
});

describe('POST …/strategies/set-sort-order', () => {
  const orderUrl = (flag: string) => `${pathOf(flag)}/strategies/set-sort-order`;

  async function threeStrategies() {
    const flag = await aFlag(db);
    const ids: string[] = [];
    for (const sortOrder of [0, 1, 2]) ids.push(await aStrategy(db, { flag, sortOrder }));
    const [a = '', b = '', c = ''] = ids;
    return { flag, a, b, c };
  }

  test('the strategies are in the new order, and the event contains both orders', async () => {
    const { flag, a, b, c } = await threeStrategies();
    const before = await lastEventId(db);

    const response = await post(orderUrl(flag), [
      { id: a, sortOrder: 5 },
      { id: c.toUpperCase(), sortOrder: -1 },
    ]);

    expect(response).toMatchObject({ status: 200, body: undefined });
    expect((await get(`${pathOf(flag)}/strategies`)).body).toMatchObject([
      { id: c, sortOrder: -1 },
      { id: b, sortOrder: 1 },
      { id: a, sortOrder: 5 },
    ]);
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'strategy-order-changed',
        ...scopeOf(flag),
        data: { strategyIds: [c, b, a] },
        preData: { strategyIds: [a, b, c] },
      },
    ]);
  });

  test('the same sort orders change nothing and record no event', async () => {
    const { flag, b } = await threeStrategies();
    const before = await lastEventId(db);

    expect((await post(orderUrl(flag), [{ id: b, sortOrder: 1 }])).status).toBe(200);
    expect((await post(orderUrl(flag), [])).status).toBe(200);

    expect(await changesSince(db, before)).toEqual([]);
  });

  test('an unknown or repeated strategy is 400, and the order is unchanged', async () => {
    const { flag, a } = await threeStrategies();
    const { a: foreign } = await threeStrategies();
    const stored = (await get(`${pathOf(flag)}/strategies`)).body;

    const unknown = await post(orderUrl(flag), [
      { id: a, sortOrder: 9 },
      { id: foreign, sortOrder: 1 },
    ]);
    const twice = await post(orderUrl(flag), [
      { id: a, sortOrder: 9 },
      { id: a, sortOrder: 8 },
    ]);

    expect(unknown.body).toMatchObject({ details: [{ path: '/body/1/id' }] });
    expect(twice.body).toMatchObject({ details: [{ path: '/body/1/id' }] });
    expect((await get(`${pathOf(flag)}/strategies`)).body).toEqual(stored);
  });

  test('a sortOrder with a fraction and an archived flag are 400', async () => {
    const { flag, a } = await threeStrategies();

    expect((await post(orderUrl(flag), [{ id: a, sortOrder: 0.5 }])).status).toBe(400);
    await archive(flag);
    expect((await post(orderUrl(flag), [{ id: a, sortOrder: 4 }])).status).toBe(400);
  });
});

async function archive(flag: string): Promise<void> {
  await db
    .updateTable('flags')
    .set({ archived_at: '2026-01-01T00:00:00.000Z' })
    .where('name', '=', flag)
    .execute();
}
