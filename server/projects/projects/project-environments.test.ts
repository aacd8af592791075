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
  test('every flag of the project gets the environment, switched off', async () => {
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
    ['nothing said, none demanded', undefined, undefined, false],
    ['nothing said, two demanded', 2, undefined, true],
    ['approvals asked for', undefined, true, true],
    ['approvals refused though demanded', 2, false, false],
  ])('approvals: %s', async (_, requiredApprovals, changeRequestsEnabled, enabled) => {
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

  test('of several who add it at once, one succeeds', async () => {
    const environment = await anEnvironment(db);
    const project = await aProject(db);

    const answers = await Promise.all([1, 2, 3].map(() => post(pathOf(project), { environment })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.name).toBe('ConflictError');
  });

  test('an unknown environment is refused and named', async () => {
    const { status, body } = await post(pathOf('default'), { environment: 'moon' });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: '/body/environment' }] });
  });
});

describe('DELETE /api/admin/projects/:projectId/environments/:environment', () => {
  test('the flags of this project lose it, those of others keep it', async () => {
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

  test('one that the project does not have is not found', async () => {
    const environment = await anEnvironment(db);

    expect((await del(`${pathOf('default')}/${environment}`)).status).toBe(404);
  });

  test('the last one stays, also when two are removed at once', async () => {
    const project = await aProject(db);

    const answers = await Promise.all([
      del(`${pathOf(project)}/development`),
      del(`${pathOf(project)}/production`),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await environmentsOf(project)).toHaveLength(1);
  });

  test('removed here while the environment itself is deleted, it is told once', async () => {
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
