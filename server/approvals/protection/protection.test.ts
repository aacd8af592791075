import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aGrant,
  anEnvironment,
  aProject,
  aRole,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import {
  aProtectedProject,
  aProtection,
  aUserWithPermissions,
  isEnabled,
} from '../../testing/change-requests.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';
import { unprotectedWrites } from '../../testing/unprotected-writes.ts';
import { aWorld, callExample, examples, nameOf } from '../../testing/world.ts';

const world = await aWorld();
const { db, post, put, del } = world;

const flags = '/api/admin/projects/:projectId/features/:featureName';
const inEnvironment = `${flags}/environments/:environment`;
const bulk = '/api/admin/projects/:projectId/bulk_features/environments/:environment';

/** Writes that a change request can make. */
const protectedWrites = new Set([
  `POST ${inEnvironment}/on`,
  `POST ${inEnvironment}/off`,
  `POST ${bulk}/on`,
  `POST ${bulk}/off`,
  `POST ${inEnvironment}/strategies`,
  `POST ${inEnvironment}/strategies/set-sort-order`,
  `PUT ${inEnvironment}/strategies/:strategyId`,
  `PATCH ${inEnvironment}/strategies/:strategyId`,
  `DELETE ${inEnvironment}/strategies/:strategyId`,
  'POST /api/admin/segments/strategies',
  `PUT ${inEnvironment}/variants`,
  `PATCH ${inEnvironment}/variants`,
  `PUT ${flags}/variants`,
  `PATCH ${flags}/variants`,
  `PUT ${flags}/variants-batch`,
  `DELETE ${flags}`,
  'POST /api/admin/projects/:projectId/archive',
  'POST /api/admin/projects/:projectId/features/:child/dependencies',
  'DELETE /api/admin/projects/:projectId/features/:child/dependencies',
  'DELETE /api/admin/projects/:projectId/features/:child/dependencies/:parent',
  `POST ${flags}/clone`,
  `POST ${flags}/changeProject`,
  'POST /api/admin/features-batch/import',
]);

/** Protected as well, but the segments of their examples are not used; tested further down. */
const segmentWrites = new Set(['PUT /api/admin/segments/:id', 'DELETE /api/admin/segments/:id']);

const writes = examples.filter(({ method }) => method !== 'GET');

describe('every write route', () => {
  test('is protected, or an exception with a reason', () => {
    const decided = [
      ...protectedWrites,
      ...segmentWrites,
      ...Object.values(unprotectedWrites).flat(),
    ];

    expect(decided.sort()).toEqual(writes.map(nameOf).sort());
  });

  const rows = writes.filter((example) => protectedWrites.has(nameOf(example)));

  test.each(rows.map((example) => [nameOf(example), example] as const))(
    '%s: needs a change request, or SKIP_CHANGE_REQUEST in every affected environment',
    async (_, example) => {
      const project = await aProject(db, { mode: 'private' });
      const owner = await aUser(db);
      await aGrant(db, { project, userId: owner.id, role: 'Owner' });
      const { token: __, ...call } = await example.arrange({ ...world, project });
      await protectAll(project);
      const before = await lastEventId(db);

      const refused = await callExample(world, example, call, { token: owner.token });

      expect(refused).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
      expect(refused.body.message).toContain('need a change request: POST /api/admin/projects/');
      expect(JSON.stringify(refused.body.details)).toContain('SKIP_CHANGE_REQUEST');
      expect(await lastEventId(db)).toBe(before);

      const skips = await aRole(db, { permissions: [{ permission: 'SKIP_CHANGE_REQUEST' }] });
      await aGrant(db, { project, userId: owner.id, role: skips });
      for (const target of targetOf(call.body)) {
        await aGrant(db, { project: target, userId: owner.id, role: skips });
      }
      const allowed = await callExample(world, example, call, { token: owner.token });
      expect(allowed.status, JSON.stringify(allowed.body)).toBeLessThan(400);
    },
  );

  const targetOf = (body: unknown): string[] => {
    const { newProjectId } = (body ?? {}) as { newProjectId?: string };
    return newProjectId === undefined ? [] : [newProjectId];
  };
});

async function protectAll(project: string): Promise<void> {
  for (const environment of ['development', 'production'])
    await aProtection(db, { project, environment });
}

describe('a protected environment', () => {
  const on = (project: string, flag: string, environment = 'development') =>
    `/api/admin/projects/${project}/features/${flag}/environments/${environment}/on`;

  test('does not affect the other environments of the project', async () => {
    const project = await aProtectedProject(db);
    const flag = await aFlag(db, { project });
    const member = await aUser(db);
    await aGrant(db, { project, userId: member.id });

    const here = await post(on(project, flag), undefined, { token: member.token });
    const there = await post(on(project, flag, 'production'), undefined, { token: member.token });

    expect([here.status, there.status]).toEqual([403, 200]);
    expect(await isEnabled(db, flag)).toBe(false);
  });

  test('SKIP_CHANGE_REQUEST applies only in the environment it is granted for', async () => {
    const project = await aProtectedProject(db);
    const flag = await aFlag(db, { project });
    const permissions = ['UPDATE_FEATURE_ENVIRONMENT', 'CREATE_FEATURE_STRATEGY'];
    const skip = [...permissions, 'SKIP_CHANGE_REQUEST'];
    const here = await aUserWithPermissions(db, project, skip, 'development');
    const there = await aUserWithPermissions(db, project, permissions);
    const role = await aRole(db, {
      permissions: [{ permission: 'SKIP_CHANGE_REQUEST', environment: 'production' }],
    });
    await aGrant(db, { project, userId: there.id, role });

    expect((await post(on(project, flag), undefined, { token: there.token })).status).toBe(403);
    expect((await post(on(project, flag), undefined, { token: here.token })).status).toBe(200);
  });

  test('a change to all environments needs SKIP_CHANGE_REQUEST in each protected one', async () => {
    const project = await aProtectedProject(db);
    await aProtection(db, { project, environment: 'production' });
    const flag = await aFlag(db, { project });
    const oneOnly = await aUserWithPermissions(db, project, ['DELETE_FEATURE']);
    for (const environment of ['development'] as const) {
      const role = await aRole(db, {
        permissions: [{ permission: 'SKIP_CHANGE_REQUEST', environment }],
      });
      await aGrant(db, { project, userId: oneOnly.id, role });
    }

    const refused = await del(`/api/admin/projects/${project}/features/${flag}`, {
      token: oneOnly.token,
    });

    expect(refused.status).toBe(403);
    expect(refused.body.details).toEqual([
      {
        message: `Missing permission SKIP_CHANGE_REQUEST in environment "production" of project "${project}".`,
      },
    ]);
  });

  test('Admins need no change request', async () => {
    const project = await aProtectedProject(db);
    const flag = await aFlag(db, { project });

    expect((await post(on(project, flag))).status).toBe(200);
  });
});

describe('PUT and DELETE /api/admin/segments/:id', () => {
  const body = () => ({ name: unique('renamed'), constraints: [] });

  test('a segment of a project is protected with its project, whatever the body contains', async () => {
    const project = await aProtectedProject(db);
    const owner = await aUser(db);
    await aGrant(db, { project, userId: owner.id, role: 'Owner' });
    const id = await aSegment(db, { project });
    const before = await lastEventId(db);

    const changed = await put(`/api/admin/segments/${id}`, body(), { token: owner.token });
    const deleted = await del(`/api/admin/segments/${id}`, { token: owner.token });

    expect([changed.status, deleted.status]).toEqual([403, 403]);
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('a shared segment is protected where strategies of active flags use it', async () => {
    const project = await aProtectedProject(db);
    const flag = await aFlag(db, { project });
    const [used, unused, elsewhere] = [await aSegment(db), await aSegment(db), await aSegment(db)];
    await aStrategy(db, { flag, segments: [used] });
    await aStrategy(db, { flag, environment: 'production', segments: [elsewhere] });
    const editor = await aUser(db, { rootRole: 'Editor' });
    const change = (id: number) =>
      put(`/api/admin/segments/${id}`, body(), { token: editor.token });

    const statuses = [await change(used), await change(unused), await change(elsewhere)];

    expect(statuses.map(({ status }) => status)).toEqual([403, 204, 204]);
  });

  test('a request of one project does not change protected environments of another', async () => {
    const project = await aProject(db, { id: unique('a-project') });
    await aProtection(db, { project });
    const other = await aProtectedProject(db);
    const id = await aSegment(db);
    await useInManyEnvironments(project, id);
    await aStrategy(db, { flag: await aFlag(db, { project: other }), segments: [id] });
    const [author, editor] = [await aUser(db), await aUser(db, { rootRole: 'Editor' })];
    const role = await aRole(db, {
      permissions: [
        { permission: 'APPROVE_CHANGE_REQUEST' },
        { permission: 'APPLY_CHANGE_REQUEST' },
      ],
    });
    await aGrant(db, { project, userId: editor.id, role });
    const { body: request } = await post(
      `/api/admin/projects/${project}/environments/development/change-requests`,
      { action: 'updateSegment', payload: { id, ...body() } },
      { token: author.token },
    );
    const state = `/api/admin/projects/${project}/change-requests/${request.id}/state`;
    await put(state, { state: 'In review' }, { token: author.token });
    expect((await put(state, { state: 'Approved' }, { token: editor.token })).status).toBe(200);

    const refused = await put(state, { state: 'Applied' }, { token: editor.token });

    expect(refused).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    expect(refused.body.message).toContain(`of project "${other}" need a change request`);
    expect((await put(state, { state: 'Applied' })).status).toBe(200);
  });

  /** More than an error names, and the first by name. */
  async function useInManyEnvironments(project: string, segment: number): Promise<void> {
    const flag = await aFlag(db, { project });
    for (let count = 0; count < 21; count++) {
      const environment = await anEnvironment(db);
      await sql`
        insert into project_environments (project, environment, required_approvals)
        values (${project}, ${environment}, 1)`.execute(db);
      await db.insertInto('flag_environments').values({ flag, environment }).execute();
      await aStrategy(db, { flag, environment, segments: [segment] });
    }
  }

  test('a shared segment is protected for callers who are not members of the project', async () => {
    const project = await aProtectedProject(db, { mode: 'private' });
    const id = await aSegment(db);
    await aStrategy(db, { flag: await aFlag(db, { project }), segments: [id] });
    // May update shared segments, but is not a member of the project.
    const role = await aRole(db, {
      type: 'root-custom',
      permissions: [{ permission: 'UPDATE_SEGMENT' }],
    });
    const user = await aUser(db, { rootRole: role });

    const { status, body: error } = await put(`/api/admin/segments/${id}`, body(), {
      token: user.token,
    });

    expect(status).toBe(403);
    expect(error.message).toContain('change request');
  });
});
