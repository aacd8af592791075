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
import { aContextField, aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, get, post } = await testApp();

const path = '/api/admin/segments/strategies';

async function aFlagWithStrategy(input: { mode?: 'private'; segments?: number[] } = {}) {
  const projectId = await aProject(db, input.mode ? { mode: input.mode } : {});
  const flag = await aFlag(db, { project: projectId });
  const strategyId = await aStrategy(db, { flag, segments: input.segments ?? [] });
  const url = `/api/admin/projects/${projectId}/features/${flag}/environments/development/strategies/${strategyId}`;
  return { flag, url, body: { projectId, strategyId, environmentId: 'development' } };
}

describe('POST /api/admin/segments/strategies', () => {
  test('the segments are replaced, the request is echoed, and the event contains both versions', async () => {
    const [old, next] = [await aSegment(db), await aSegment(db)];
    const { flag, url, body } = await aFlagWithStrategy({ segments: [old] });
    const before = await lastEventId(db);

    const response = await post(path, { ...body, segmentIds: [next] });

    expect(response).toMatchObject({ status: 201, body: { ...body, segmentIds: [next] } });
    expect((await get(url)).body.segments).toEqual([next]);
    const data = {
      id: body.strategyId,
      name: 'default',
      title: null,
      disabled: false,
      constraints: [],
      parameters: {},
      variants: [],
      sortOrder: 0,
    };
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'feature-strategy-update',
        project: body.projectId,
        environment: 'development',
        featureName: flag,
        data: { ...data, segments: [next] },
        preData: { ...data, segments: [old] },
      },
    ]);
  });

  test('setting the same segments again records no event', async () => {
    const segment = await aSegment(db);
    const { body } = await aFlagWithStrategy({ segments: [segment] });
    const before = await lastEventId(db);

    expect((await post(path, { ...body, segmentIds: [segment, segment] })).status).toBe(201);

    expect(await changesSince(db, before)).toEqual([]);
  });

  test('the permission is required in the stored project, and the body must match what is stored', async () => {
    const { url, body } = await aFlagWithStrategy();
    const own = await aProject(db);
    const user = await aUser(db);
    await aGrant(db, { project: own, userId: user.id, role: 'Owner' });
    const segmentIds = [await aSegment(db)];

    const mismatch = { ...body, projectId: own, segmentIds };
    const response = await post(path, mismatch, { token: user.token });

    expect(response).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    expect((await get(url)).body.segments).toEqual([]);
    expect((await post(path, mismatch)).body).toMatchObject({
      details: [{ path: '/body/projectId' }],
    });
    expect(
      (await post(path, { ...body, segmentIds, environmentId: 'production' })).body,
    ).toMatchObject({
      details: [{ path: '/body/environmentId' }],
    });
  });

  test('a permission for one environment applies only to that environment', async () => {
    const { body } = await aFlagWithStrategy();
    const allowed = await tokenWith(body.projectId, 'development');
    const refused = await tokenWith(body.projectId, 'production');
    const call = { ...body, segmentIds: [await aSegment(db)] };

    expect((await post(path, call, { token: refused })).status).toBe(403);
    expect((await post(path, call, { token: allowed })).status).toBe(201);
  });

  test('an unknown strategy and one in a hidden project are the same 404', async () => {
    const { body } = await aFlagWithStrategy({ mode: 'private' });
    const { token } = await aUser(db);
    const unknown = { ...body, strategyId: '00000000-0000-4000-8000-000000000000' };

    const hidden = await post(path, { ...body, segmentIds: [] }, { token });
    const missing = await post(path, { ...unknown, segmentIds: [] }, { token });
    const noUuid = await post(path, { ...body, strategyId: 'x', segmentIds: [] }, { token });

    expect([hidden.status, missing.status, noUuid.status]).toEqual([404, 404, 404]);
    expect(hidden.body.message.replace(body.strategyId, unknown.strategyId)).toBe(
      missing.body.message,
    );
  });

  test('a segment of a hidden project is the same 400 as one that does not exist', async () => {
    const { body } = await aFlagWithStrategy();
    const member = await aUser(db);
    await aGrant(db, { project: body.projectId, userId: member.id });
    const hidden = await aSegment(db, { project: await aProject(db, { mode: 'private' }) });
    const unknown = 2_147_483_647;
    const responses = [hidden, unknown].map(async (id) => {
      const options = { token: member.token };
      const { status, body: error } = await post(path, { ...body, segmentIds: [id] }, options);
      return { status, message: error.message.replace(`segment ${id}`, 'segment N') };
    });

    const [one, other] = await Promise.all(responses);

    expect(one?.status).toBe(400);
    expect(one).toEqual(other);
  });

  test('an unknown segment, one of another project, and more than 5 are refused', async () => {
    const { body } = await aFlagWithStrategy();
    const foreign = await aSegment(db, { project: await aProject(db) });
    const six: number[] = [];
    for (let n = 0; n < 6; n++) six.push(await aSegment(db));
    const refusal = { status: 400, body: { details: [{ path: '/body/segmentIds' }] } };

    expect(await post(path, { ...body, segmentIds: [999_999] })).toMatchObject(refusal);
    expect(await post(path, { ...body, segmentIds: [foreign] })).toMatchObject(refusal);
    expect(await post(path, { ...body, segmentIds: six })).toMatchObject(refusal);
    expect((await post(path, { ...body, segmentIds: six.slice(1) })).status).toBe(201);
  });

  async function tokenWith(project: string, environment: string): Promise<string> {
    const user = await aUser(db);
    const permissions = [{ permission: 'UPDATE_FEATURE_STRATEGY', environment }];
    await aGrant(db, { project, userId: user.id, role: await aRole(db, { permissions }) });
    return user.token;
  }
});

describe('POST /api/admin/constraints/validate', () => {
  const url = '/api/admin/constraints/validate';

  test('a valid constraint is 204', async () => {
    const response = await post(url, { contextName: 'userId', operator: 'NUM_GT', value: '5' });

    expect(response).toMatchObject({ status: 204, body: undefined });
  });

  test.each([
    ['no values', { operator: 'IN' }, '/body/values'],
    ['text instead of a number', { operator: 'NUM_GT', value: 'x' }, '/body/value'],
    ['an unknown operator', { operator: 'LIKE', value: 'x' }, '/body/operator'],
  ])('%s is refused, with its path in the error', async (_, input, path) => {
    const { status, body } = await post(url, { contextName: 'userId', ...input });

    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ path }]);
  });

  test('the value must be a legal value of the field', async () => {
    const contextName = await aContextField(db, { legalValues: [{ value: 'a' }] });
    const validate = (value: string) => post(url, { contextName, operator: 'IN', values: [value] });

    expect((await validate('a')).status).toBe(204);
    expect((await validate('b')).status).toBe(400);
  });
});
