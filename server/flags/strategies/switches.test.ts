import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aGrant,
  aProject,
  aRole,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, get, post, put, call, admin } = await testApp();

const pathOf = (flag: string, project = 'default', environment = 'development') =>
  `/api/admin/projects/${project}/features/${flag}/environments/${environment}`;

const stateOf = async (flag: string, environment = 'development') =>
  (await get(pathOf(flag, 'default', environment))).body;

const fallback = (flag: string) => ({
  id: expect.any(String),
  name: 'flexibleRollout',
  title: null,
  disabled: false,
  constraints: [],
  parameters: { rollout: '100', stickiness: 'default', groupId: flag },
  variants: [],
  sortOrder: 0,
  segments: [],
});

/** Of a user with exactly these permissions, each in one environment or in all. */
async function tokenWith(
  project: string,
  permissions: { permission: string; environment?: string }[],
) {
  const user = await aUser(db);
  const role = await aRole(db, { permissions });
  await aGrant(db, { project, userId: user.id, role });
  return user.token;
}

const setDefault = (project: string, strategy: object) =>
  db
    .updateTable('project_environments')
    .set({ default_strategy: JSON.stringify(strategy) })
    .where('project', '=', project)
    .where('environment', '=', 'development')
    .execute();

describe('POST …/environments/:environment/on', () => {
  test('a flag without a strategy gets one that is on for all users, in this environment only', async () => {
    const flag = await aFlag(db);
    const before = await lastEventId(db);

    const response = await post(`${pathOf(flag)}/on`);

    expect(response).toMatchObject({ status: 200, body: undefined });
    expect(await stateOf(flag)).toEqual({
      name: flag,
      environment: 'development',
      enabled: true,
      strategies: [{ ...fallback(flag), featureName: flag }],
    });
    expect(await stateOf(flag, 'production')).toMatchObject({ enabled: false, strategies: [] });
    const scope = { project: 'default', environment: 'development', featureName: flag };
    expect(await changesSince(db, before)).toEqual([
      { type: 'feature-strategy-add', ...scope, data: fallback(flag), preData: null },
      { type: 'feature-environment-enabled', ...scope, data: null, preData: null },
    ]);
  });

  test('a flag with an enabled strategy gets no other one', async () => {
    const flag = await aFlag(db);
    await aStrategy(db, { flag, disabled: true });
    await aStrategy(db, { flag });
    const before = await lastEventId(db);

    await post(`${pathOf(flag)}/on`);

    expect((await changesSince(db, before)).map(({ type }) => type)).toEqual([
      'feature-environment-enabled',
    ]);
    expect((await stateOf(flag)).strategies).toHaveLength(2);
  });

  test('a flag with only disabled strategies gets the default strategy after them', async () => {
    const flag = await aFlag(db);
    await aStrategy(db, { flag, disabled: true, sortOrder: 4 });

    await post(`${pathOf(flag)}/on`);

    expect((await stateOf(flag)).strategies).toMatchObject([
      { disabled: true, sortOrder: 4 },
      { disabled: false, sortOrder: 5, name: 'flexibleRollout' },
    ]);
  });

  test('with shouldActivateDisabledStrategies they are enabled instead', async () => {
    const flag = await aFlag(db);
    const first = await aStrategy(db, { flag, disabled: true, sortOrder: 1 });
    await aStrategy(db, { flag, disabled: true, sortOrder: 2 });
    const before = await lastEventId(db);

    await post(`${pathOf(flag)}/on?shouldActivateDisabledStrategies=true`);

    const data = {
      id: first,
      name: 'default',
      title: null,
      constraints: [],
      parameters: {},
      variants: [],
      sortOrder: 1,
      segments: [],
    };
    const changes = await changesSince(db, before);
    expect(changes).toMatchObject([
      {
        type: 'feature-strategy-update',
        featureName: flag,
        environment: 'development',
        data: { ...data, disabled: false },
        preData: { ...data, disabled: true },
      },
      { type: 'feature-strategy-update' },
      { type: 'feature-environment-enabled' },
    ]);
    expect((await stateOf(flag)).strategies).toMatchObject([
      { disabled: false },
      { disabled: false },
    ]);
  });

  test('shouldActivateDisabledStrategies without strategies adds the default one', async () => {
    const flag = await aFlag(db);

    await post(`${pathOf(flag)}/on?shouldActivateDisabledStrategies=true`);

    expect((await stateOf(flag)).strategies).toHaveLength(1);
  });

  test('switching to the current state changes nothing and records no event', async () => {
    const flag = await aFlag(db);
    await post(`${pathOf(flag)}/on`);
    const before = await lastEventId(db);

    const on = await post(`${pathOf(flag)}/on`);
    const off = await post(`${pathOf(flag, 'default', 'production')}/off`);

    expect([on.status, off.status]).toEqual([200, 200]);
    expect(await changesSince(db, before)).toEqual([]);
    expect((await stateOf(flag)).strategies).toHaveLength(1);
  });

  test("the project's default strategy is added, enabled and with the flag as its group", async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const segment = await aSegment(db, { project });
    const strategy = {
      name: 'flexibleRollout',
      title: 'Carefully',
      disabled: true,
      sortOrder: 9,
      segments: [segment],
      constraints: [],
      variants: [],
      parameters: { rollout: '5', stickiness: 'userId' },
    };
    await setDefault(project, strategy);

    await post(`${pathOf(flag, project)}/on`);

    const { body } = await get(pathOf(flag, project));
    expect(body.strategies).toEqual([
      {
        ...strategy,
        id: expect.any(String),
        featureName: flag,
        disabled: false,
        sortOrder: 0,
        parameters: { ...strategy.parameters, groupId: flag },
      },
    ]);
  });

  test('a default strategy with a deleted segment is 400', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const blank = { title: null, disabled: false, sortOrder: 0, constraints: [], variants: [] };
    const parameters = { rollout: '100', stickiness: 'default' };
    await setDefault(project, {
      ...blank,
      name: 'flexibleRollout',
      parameters,
      segments: [987654],
    });

    const { status, body } = await post(`${pathOf(flag, project)}/on`);

    expect({ status, name: body.name }).toEqual({ status: 400, name: 'BadDataError' });
    expect((await get(pathOf(flag, project))).body.enabled).toBe(false);
  });

  test('with 30 disabled strategies the default one exceeds the limit', async () => {
    const flag = await aFlag(db);
    for (let n = 0; n < 30; n++) await aStrategy(db, { flag, disabled: true, sortOrder: n });

    expect((await post(`${pathOf(flag)}/on`)).status).toBe(400);
    expect((await stateOf(flag)).enabled).toBe(false);
  });

  test.each(['on', 'off'])(
    'an archived flag is 400, an unknown one and one of another project 404: %s',
    async (verb) => {
      const archived = await aFlag(db, { archivedAt: '2026-01-01T00:00:00.000Z' });
      const elsewhere = await aFlag(db, { project: await aProject(db) });
      const flag = await aFlag(db, {
        project: await aProject(db, { environments: ['production'] }),
      });

      expect((await post(`${pathOf(archived)}/${verb}`)).body).toMatchObject({
        name: 'BadDataError',
        message: expect.stringContaining('archived'),
      });
      expect((await post(`${pathOf(unique('none'))}/${verb}`)).status).toBe(404);
      expect((await post(`${pathOf(elsewhere)}/${verb}`)).status).toBe(404);
      expect((await post(`${pathOf(flag)}/${verb}`)).status).toBe(404);
    },
  );

  test('an environment the flag is not in is 404', async () => {
    const project = await aProject(db, { environments: ['production'] });
    const flag = await aFlag(db, { project });

    expect((await post(`${pathOf(flag, project)}/on`)).status).toBe(404);
    expect((await post(`${pathOf(flag, project, 'moon')}/off`)).status).toBe(404);
  });

  test('a permission for one environment applies only to that environment', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const token = await tokenWith(project, [
      { permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
      { permission: 'CREATE_FEATURE_STRATEGY', environment: 'development' },
    ]);

    const allowed = await post(`${pathOf(flag, project)}/on`, undefined, { token });
    const refused = await post(`${pathOf(flag, project, 'production')}/on`, undefined, { token });

    expect([allowed.status, refused.status]).toEqual([200, 403]);
  });

  test('without a strategy, switching on needs CREATE_FEATURE_STRATEGY', async () => {
    const project = await aProject(db);
    const [bare, ready] = [await aFlag(db, { project }), await aFlag(db, { project })];
    await aStrategy(db, { flag: ready });
    const token = await tokenWith(project, [
      { permission: 'UPDATE_FEATURE_ENVIRONMENT' },
      { permission: 'CREATE_FEATURE_STRATEGY', environment: 'production' },
    ]);

    const refused = await post(`${pathOf(bare, project)}/on`, undefined, { token });
    const allowed = await post(`${pathOf(ready, project)}/on`, undefined, { token });

    expect(refused).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    expect(refused.body.message).toContain('CREATE_FEATURE_STRATEGY');
    expect(allowed.status).toBe(200);
  });

  test('concurrent requests switch it on once', async () => {
    const flag = await aFlag(db);
    const before = await lastEventId(db);

    const responses = await Promise.all(
      Array.from({ length: 10 }, () => post(`${pathOf(flag)}/on`)),
    );

    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(await changesSince(db, before)).toHaveLength(2);
    expect((await stateOf(flag)).strategies).toHaveLength(1);
  });
});

describe('POST …/environments/:environment/off', () => {
  test('the flag is off and its strategies are unchanged', async () => {
    const flag = await aFlag(db);
    await post(`${pathOf(flag)}/on`);
    const before = await lastEventId(db);

    const response = await post(`${pathOf(flag)}/off`);

    expect(response).toMatchObject({ status: 200, body: undefined });
    expect(await stateOf(flag)).toMatchObject({ enabled: false, strategies: [{}] });
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'feature-environment-disabled',
        project: 'default',
        environment: 'development',
        featureName: flag,
        data: null,
        preData: null,
      },
    ]);
  });
});

describe('If-Match of a switch', () => {
  const switchIn = (flag: string, state: 'on' | 'off', version: unknown) =>
    call('POST', `${pathOf(flag)}/${state}`, { headers: { 'if-match': String(version) } });

  test('a switch is undone only in the version that it created', async () => {
    const flag = await aFlag(db);
    const mine = await post(`${pathOf(flag)}/on`);
    await post(`${pathOf(flag)}/off`);
    await post(`${pathOf(flag)}/on`);

    const refused = await switchIn(flag, 'off', mine.headers.etag);
    const current = await get(pathOf(flag));
    const accepted = await switchIn(flag, 'off', current.headers.etag);

    expect(mine.headers.etag).toBe('"v2"');
    expect(refused).toMatchObject({ status: 412, body: { name: 'PreconditionFailedError' } });
    expect(current).toMatchObject({ body: { enabled: true }, headers: { etag: '"v4"' } });
    expect(accepted).toMatchObject({ status: 200, headers: { etag: '"v5"' } });
  });

  test('a switch that changes nothing, and other environments, do not create a version', async () => {
    const flag = await aFlag(db);
    const first = await post(`${pathOf(flag)}/on`);
    await post(`${pathOf(flag, 'default', 'production')}/on`);

    const second = await post(`${pathOf(flag)}/on`);

    expect(second.headers.etag).toBe(first.headers.etag);
  });

  test('variants that are saved, and the last strategy that is deleted, create a version', async () => {
    const flag = await aFlag(db);
    await post(`${pathOf(flag)}/on`);
    await put(`${pathOf(flag)}/variants`, [{ name: 'a', weight: 1000 }]);
    const { body, headers } = await get(pathOf(flag));
    await call('DELETE', `${pathOf(flag)}/strategies/${body.strategies[0].id}`);

    expect(headers.etag).toBe('"v3"');
    expect((await get(pathOf(flag))).headers.etag).toBe('"v4"');
  });
});

test('the event contains the caller', async () => {
  const flag = await aFlag(db);
  await post(`${pathOf(flag)}/on`);

  const event = await db
    .selectFrom('events')
    .select(['created_by', 'created_by_user_id'])
    .where('feature_name', '=', flag)
    .limit(1)
    .executeTakeFirst();

  expect(event).toEqual({ created_by: admin.username, created_by_user_id: admin.id });
});
