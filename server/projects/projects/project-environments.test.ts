import { describe, expect, test } from 'vitest';
import { aFlag, anEnvironment, aProject, eventsSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, del } = await testApp();

const pathOf = (project: string) => `/api/admin/projects/${project}/environments`;

const switchesOf = (flag: string) =>
  db
    .selectFrom('flag_environments')
    .select(['environment', 'enabled'])
    .where('flag', '=', flag)
    .orderBy('environment')
    .execute();

const environmentsOf = async (project: string) =>
  (await get(`/api/admin/projects/${project}/overview`)).body.environments;

describe('POST /api/admin/projects/:projectId/environments', () => {
  test('all flags of the project are off in the new environment', async () => {
    const environment = await anEnvironment(db);
    const project = await aProject(db, { environments: ['development'] });
    const live = await aFlag(db, { project });
    const archived = await aFlag(db, { project, archivedAt: '2024-01-01T00:00:00.000Z' });
    const foreign = await aFlag(db, {
      project: await aProject(db, { environments: ['development'] }),
    });
    const before = await lastEventId(db);

    const { status } = await post(pathOf(project), { environment });

    expect(status).toBe(200);
    const old = { environment: 'development', enabled: false };
    const added = { environment, enabled: false };
    expect(await switchesOf(live)).toEqual([old, added]);
    expect(await switchesOf(archived)).toEqual([old, added]);
    expect(await switchesOf(foreign)).toEqual([old]);
    expect(await eventsSince(db, before)).toMatchObject([
      { type: 'project-environment-added', project, environment, data: null, preData: null },
    ]);
  });

  test.each([
    ['omitted, and the environment requires none', undefined, undefined, false],
    ['omitted, and the environment requires two', 2, undefined, true],
    ['enabled', undefined, true, true],
    ['disabled, although the environment requires two', 2, false, false],
  ])('change requests: %s', async (_, requiredApprovals, changeRequestsEnabled, enabled) => {
    const environment = await anEnvironment(
      db,
      requiredApprovals === undefined ? {} : { requiredApprovals },
    );
    const project = await aProject(db, { environments: ['development'] });

    await post(pathOf(project), { environment, changeRequestsEnabled });

    expect(await environmentsOf(project)).toEqual([
      { environment: 'development', changeRequestsEnabled: false },
      { environment, changeRequestsEnabled: enabled },
    ]);
  });

  test('of concurrent requests, one succeeds', async () => {
    const environment = await anEnvironment(db);
    const project = await aProject(db);

    const responses = await Promise.all(
      [1, 2, 3].map(() => post(pathOf(project), { environment })),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.name).toBe('ConflictError');
  });

  test('an unknown environment is refused, and the error names the member', async () => {
    const { status, body } = await post(pathOf('default'), { environment: 'moon' });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: '/body/environment' }] });
  });
});

describe('DELETE /api/admin/projects/:projectId/environments/:environment', () => {
  test('the environment is removed from the flags of this project only', async () => {
    const [project, other] = [await aProject(db), await aProject(db)];
    const [flag, foreign] = [await aFlag(db, { project }), await aFlag(db, { project: other })];
    const before = await lastEventId(db);

    const { status } = await del(`${pathOf(project)}/production`);

    expect(status).toBe(200);
    expect(await switchesOf(flag)).toEqual([{ environment: 'development', enabled: false }]);
    expect(await switchesOf(foreign)).toHaveLength(2);
    expect(await environmentsOf(project)).toEqual([
      { environment: 'development', changeRequestsEnabled: false },
    ]);
    expect(await eventsSince(db, before)).toMatchObject([
      { type: 'project-environment-removed', project, environment: 'production', data: null },
    ]);
  });

  test('an environment that the project does not have is not found', async () => {
    const environment = await anEnvironment(db);

    expect((await del(`${pathOf('default')}/${environment}`)).status).toBe(404);
  });

  test('the last environment cannot be removed, also with concurrent requests', async () => {
    const project = await aProject(db);

    const responses = await Promise.all([
      del(`${pathOf(project)}/development`),
      del(`${pathOf(project)}/production`),
    ]);

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await environmentsOf(project)).toHaveLength(1);
  });

  test('a concurrent deletion of the environment records the removal once', async () => {
    const environment = await anEnvironment(db);
    const project = await aProject(db, { environments: ['development', environment] });
    const before = await lastEventId(db);

    await Promise.all([
      del(`${pathOf(project)}/${environment}`),
      del(`/api/admin/environments/${environment}`),
    ]);

    const types = (await eventsSince(db, before)).map(({ type }) => type).sort();
    expect(types).toEqual(['environment-deleted', 'project-environment-removed']);
  });
});
