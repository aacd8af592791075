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
import { aStrategy } from '../../testing/targeting.ts';

const { db, get, post } = await testApp();

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

describe('POST …/bulk_features/environments/:environment/on and /off', () => {
  const bulk = (project = 'default') =>
    `/api/admin/projects/${project}/bulk_features/environments/development`;

  test('all flags are switched; those already in that state record no event', async () => {
    const [bare, on, ready] = [await aFlag(db), await aFlag(db), await aFlag(db)];
    await post(`${pathOf(on)}/on`);
    await aStrategy(db, { flag: ready });
    const before = await lastEventId(db);

    const response = await post(`${bulk()}/on`, { features: [ready, bare, on, bare] });

    expect(response).toMatchObject({ status: 200, body: undefined });
    expect(await changesSince(db, before)).toMatchObject([
      { type: 'feature-strategy-add', featureName: bare, data: fallback(bare) },
      ...[bare, ready].sort().map((featureName) => ({
        type: 'feature-environment-enabled',
        featureName,
        environment: 'development',
      })),
    ]);
    const after = await lastEventId(db);
    await post(`${bulk()}/off`, { features: [ready, bare, on] });
    expect(await changesSince(db, after)).toMatchObject(
      [ready, bare, on].sort().map((featureName) => ({
        type: 'feature-environment-disabled',
        project: 'default',
        environment: 'development',
        featureName,
      })),
    );
  });

  test('with shouldActivateDisabledStrategies disabled strategies are enabled', async () => {
    const flags = [await aFlag(db), await aFlag(db)];
    for (const flag of flags) await aStrategy(db, { flag, disabled: true });

    await post(`${bulk()}/on?shouldActivateDisabledStrategies=true`, { features: flags });

    for (const flag of flags) {
      expect(await stateOf(flag)).toMatchObject({
        enabled: true,
        strategies: [{ name: 'default', disabled: false }],
      });
    }
  });

  test('unknown flags are 404, named in the message, and no flag is switched', async () => {
    const flag = await aFlag(db);
    const foreign = await aFlag(db, { project: await aProject(db) });

    const { status, body } = await post(`${bulk()}/on`, { features: [flag, foreign, 'unknown'] });

    expect(status).toBe(404);
    expect(body.message).toContain(foreign);
    expect(body.message).toContain('unknown');
    expect((await stateOf(flag)).enabled).toBe(false);
  });

  test('an archived flag is 400, and no flag is switched', async () => {
    const flag = await aFlag(db);
    const archived = await aFlag(db, { archivedAt: '2026-01-01T00:00:00.000Z' });

    expect((await post(`${bulk()}/on`, { features: [flag, archived] })).status).toBe(400);
    expect((await stateOf(flag)).enabled).toBe(false);
  });

  test.each([
    [0, 200],
    [1000, 200],
    [1001, 400],
  ])('%i names: %i', async (count, status) => {
    const flag = await aFlag(db);

    const response = await post(`${bulk()}/off`, { features: Array(count).fill(flag) });

    expect(response.status).toBe(status);
  });

  test('a permission for another environment is not enough', async () => {
    const project = await aProject(db);
    const token = await tokenWith(project, [
      { permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' },
    ]);

    expect((await post(`${bulk(project)}/on`, { features: [] }, { token })).status).toBe(403);
  });
});
