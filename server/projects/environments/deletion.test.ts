import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aGrant,
  anApiToken,
  anEnvironment,
  aProject,
  aRole,
  aUser,
  eventsSince,
  lastEventId,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, del } = await testApp();

const path = '/api/admin/environments';

describe('DELETE /api/admin/environments/:name', () => {
  test('deletes links, flag environments, tokens and permissions, with events for tokens, roles and links', async () => {
    const name = await anEnvironment(db, { sortOrder: 6 });
    const project = await aProject(db, { environments: [name, 'production'] });
    const flag = await aFlag(db, { project });
    const token = await anApiToken(db, { environment: name, projects: [project], name: 'deleted' });
    const user = await aUser(db);
    const permission = 'UPDATE_FEATURE_ENVIRONMENT';
    const role = await aRole(db, { permissions: [{ permission, environment: name }] });
    await aGrant(db, { project, role, userId: user.id });
    const before = await lastEventId(db);

    const { status } = await del(`${path}/${name}`);

    expect(status).toBe(200);
    expect(await eventsSince(db, before)).toMatchObject([
      {
        type: 'api-token-deleted',
        project,
        environment: name,
        data: null,
        preData: { tokenName: 'deleted', projects: [project] },
      },
      {
        type: 'role-updated',
        data: { id: role, permissions: [] },
        preData: { id: role, permissions: [{ name: permission, environment: name }] },
      },
      { type: 'project-environment-removed', project, environment: name, data: null },
      {
        type: 'environment-deleted',
        project: null,
        environment: name,
        data: null,
        preData: {
          name,
          type: 'test',
          enabled: true,
          protected: false,
          sortOrder: 6,
          requiredApprovals: null,
        },
      },
    ]);
    expect((await get(`${path}/${name}`)).status).toBe(404);
    expect((await get('/api/client/features', { token })).status).toBe(401);
    expect(await countRowsOf(name)).toEqual({ links: 0, switches: 0, permissions: 0 });
    expect(await switchesOf(flag)).toEqual(['production']);
  });

  test('the only environment of a live project is not deleted, and the error names the project', async () => {
    const name = await anEnvironment(db);
    const project = await aProject(db, { environments: [name] });

    expect(await del(`${path}/${name}`)).toMatchObject({
      status: 409,
      body: { name: 'ConflictError', message: expect.stringContaining(project) },
    });
  });

  const switchesOf = async (flag: string) =>
    (
      await db
        .selectFrom('flag_environments')
        .select('environment')
        .where('flag', '=', flag)
        .execute()
    ).map(({ environment }) => environment);

  async function countRowsOf(environment: string) {
    const countIn = async (
      table: 'project_environments' | 'flag_environments' | 'role_permissions',
    ) =>
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('environment', '=', environment)
          .executeTakeFirstOrThrow()
      ).count;
    return {
      links: await countIn('project_environments'),
      switches: await countIn('flag_environments'),
      permissions: await countIn('role_permissions'),
    };
  }

  test('a protected environment cannot be deleted', async () => {
    const name = await anEnvironment(db, { protected: true });
    const before = await lastEventId(db);

    expect(await del(`${path}/${name}`)).toMatchObject({
      status: 403,
      body: { name: 'NoAccessError', message: expect.stringContaining('protected') },
    });
    expect(await eventsSince(db, before)).toEqual([]);
  });

  test('an unknown environment is not found, nor one deleted by a concurrent request', async () => {
    const name = await anEnvironment(db);

    const responses = await Promise.all([del(`${path}/${name}`), del(`${path}/${name}`)]);

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await del(`${path}/moon`)).status).toBe(404);
  });
});
