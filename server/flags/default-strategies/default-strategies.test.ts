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
import { aSegment } from '../../testing/targeting.ts';

const { db, get, post } = await testApp();

const pathOf = (project: string, environment = 'development') =>
  `/api/admin/projects/${project}/environments/${environment}/default-strategy`;

const blank = {
  name: 'flexibleRollout',
  title: null,
  disabled: false,
  sortOrder: 0,
  segments: [],
  constraints: [],
  variants: [],
};

describe('POST /api/admin/projects/:projectId/environments/:environment/default-strategy', () => {
  test('it is stored and returned with the project, and the event contains both versions', async () => {
    const project = await aProject(db);
    const before = await lastEventId(db);

    const { status, body } = await post(pathOf(project), { name: 'flexibleRollout' });
    const second = await post(pathOf(project), {
      name: 'flexibleRollout',
      title: 'Slowly',
      parameters: { rollout: 5, stickiness: 'userId' },
    });

    const first = { ...blank, parameters: { rollout: '100', stickiness: 'default' } };
    const later = {
      ...blank,
      title: 'Slowly',
      parameters: { rollout: '5', stickiness: 'userId' },
    };
    expect({ status, body }).toEqual({ status: 200, body: first });
    expect(second.body).toEqual(later);
    const scope = { project, environment: 'development', featureName: null };
    expect(await changesSince(db, before)).toEqual([
      { type: 'default-strategy-updated', ...scope, data: first, preData: null },
      { type: 'default-strategy-updated', ...scope, data: later, preData: first },
    ]);
    const { body: overview } = await get(`/api/admin/projects/${project}/overview`);
    expect(overview.environments).toMatchObject([
      { environment: 'development', defaultStrategy: later },
      { environment: 'production' },
    ]);
  });

  test('flags that are switched on in the environment get it', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    await post(pathOf(project), { name: 'flexibleRollout', parameters: { rollout: 5 } });
    const url = `/api/admin/projects/${project}/features/${flag}/environments`;

    await post(`${url}/development/on`);
    await post(`${url}/production/on`);

    expect((await get(`${url}/development/strategies`)).body).toMatchObject([
      { parameters: { rollout: '5', stickiness: 'default', groupId: flag } },
    ]);
    expect((await get(`${url}/production/strategies`)).body).toMatchObject([
      { parameters: { rollout: '100', stickiness: 'default', groupId: flag } },
    ]);
  });

  test('setting the same default strategy again records no event', async () => {
    const project = await aProject(db);
    const { body } = await post(pathOf(project), { name: 'flexibleRollout' });
    const before = await lastEventId(db);

    expect((await post(pathOf(project), body)).status).toBe(200);

    expect(await changesSince(db, before)).toEqual([]);
  });

  test.each([
    ['another type', { name: 'default' }, '/body/name'],
    ['a rollout of 101', { parameters: { rollout: '101' } }, '/body/parameters/rollout'],
    ['an unknown segment', { segments: [999_999] }, '/body/segments'],
    [
      'an invalid constraint',
      { constraints: [{ contextName: 'a', operator: 'IN' }] },
      '/body/constraints/0/values',
    ],
  ])('%s is refused, with its path in the error', async (_, input, path) => {
    const { status, body } = await post(pathOf(await aProject(db)), {
      name: 'flexibleRollout',
      ...input,
    });

    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ path }]);
  });

  test('a segment of the project is allowed, one of another project is not', async () => {
    const project = await aProject(db);
    const own = await aSegment(db, { project });
    const foreign = await aSegment(db, { project: await aProject(db) });
    const set = (segment: number) =>
      post(pathOf(project), { name: 'flexibleRollout', segments: [segment] });

    expect((await set(own)).body.segments).toEqual([own]);
    expect((await set(foreign)).status).toBe(400);
  });

  test('an environment the project does not have is 404, an archived project 409', async () => {
    const project = await aProject(db, { environments: ['production'] });
    const archived = await aProject(db, { archivedAt: '2026-01-01T00:00:00.000Z' });
    const body = { name: 'flexibleRollout' };

    expect((await post(pathOf(project), body)).status).toBe(404);
    expect((await post(pathOf(project, 'moon'), body)).status).toBe(404);
    expect((await post(pathOf(archived), body)).status).toBe(409);
  });

  test.each([
    ['PROJECT_DEFAULT_STRATEGY_WRITE', 200],
    ['UPDATE_PROJECT', 200],
    ['UPDATE_FEATURE', 403],
  ])('with the permission %s: %i', async (permission, status) => {
    const project = await aProject(db);
    const user = await aUser(db);
    const role = await aRole(db, { permissions: [{ permission }] });
    await aGrant(db, { project, userId: user.id, role });

    const response = await post(
      pathOf(project),
      { name: 'flexibleRollout' },
      { token: user.token },
    );

    expect(response.status).toBe(status);
  });
});
