import { describe, expect, test } from 'vitest';
import {
  aFlag,
  anApiToken,
  aProject,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, del, admin } = await testApp();

const longAgo = '2020-01-01T00:00:00.000Z';
const flagPath = (flag: string, project = 'default') =>
  `/api/admin/projects/${project}/features/${flag}/favorites`;
const projectPath = (project: string) => `/api/admin/projects/${project}/favorites`;

async function listUsersOf(flag: string): Promise<number[]> {
  const rows = await db
    .selectFrom('flag_favorites')
    .select('user_id')
    .where('flag', '=', flag)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

describe('POST and DELETE /api/admin/projects/:projectId/features/:featureName/favorites', () => {
  test('each user has separate favourites, and a change is recorded once', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const viewer = await aUser(db);
    const path = flagPath(flag, project);
    const before = await lastEventId(db);

    const statuses = [
      (await post(path)).status,
      (await post(path)).status,
      (await post(path, undefined, { token: viewer.token })).status,
      (await del(path)).status,
      (await del(path)).status,
    ];

    const event = { project, environment: null, featureName: flag, preData: null };
    const data = { feature: flag };
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(await listUsersOf(flag)).toEqual([viewer.id]);
    expect(await changesSince(db, before)).toEqual([
      { ...event, type: 'feature-favorited', data },
      { ...event, type: 'feature-favorited', data },
      { ...event, type: 'feature-unfavorited', data },
    ]);
  });

  test('concurrent identical requests record one event', async () => {
    const flag = await aFlag(db);
    const before = await lastEventId(db);

    await Promise.all(Array.from({ length: 5 }, () => post(flagPath(flag))));

    expect(await listUsersOf(flag)).toEqual([admin.id]);
    expect(await changesSince(db, before)).toHaveLength(1);
  });

  test('a service account has favourites; an admin token is refused', async () => {
    const flag = await aFlag(db);
    const account = await aUser(db, { accountType: 'Service Account' });
    const token = await anApiToken(db, { type: 'admin' });

    const own = await post(flagPath(flag), undefined, { token: account.token });
    const refused = [
      await post(flagPath(flag), undefined, { token }),
      await del(flagPath(flag), { token }),
      await post(projectPath('default'), undefined, { token }),
      await del(projectPath('default'), { token }),
    ];

    expect(own.status).toBe(200);
    expect(await listUsersOf(flag)).toEqual([account.id]);
    expect(refused.map(({ status, body }) => [status, body.name])).toEqual(
      Array(4).fill([403, 'NoAccessError']),
    );
  });

  test('an archived flag can be removed from the favourites, not added', async () => {
    const flag = await aFlag(db, { archivedAt: longAgo });
    await db.insertInto('flag_favorites').values({ user_id: admin.id, flag }).execute();

    const [added, removed] = [await post(flagPath(flag)), await del(flagPath(flag))];

    expect(added).toMatchObject({ status: 400, body: { name: 'BadDataError' } });
    expect(removed.status).toBe(200);
    expect(await listUsersOf(flag)).toEqual([]);
  });

  test('an unknown flag is not found', async () => {
    const path = flagPath(unique('flag'));

    expect((await post(path)).status).toBe(404);
    expect((await del(path)).status).toBe(404);
  });
});

describe('POST and DELETE /api/admin/projects/:projectId/favorites', () => {
  test('a change is recorded once, and "favorite" is true for the user only', async () => {
    const project = await aProject(db);
    const viewer = await aUser(db);
    const { token } = viewer;
    const before = await lastEventId(db);

    const statuses = [
      (await post(projectPath(project), undefined, { token })).status,
      (await post(projectPath(project), undefined, { token })).status,
    ];

    expect(statuses).toEqual([200, 200]);
    expect(await favoriteIn(project, token)).toEqual([true, true, true]);
    expect(await favoriteIn(project, admin.token)).toEqual([false, false, false]);
    await del(projectPath(project), { token });
    await del(projectPath(project), { token });
    expect(await favoriteIn(project, token)).toEqual([false, false, false]);
    const event = { project, environment: null, featureName: null, preData: null };
    expect(await changesSince(db, before)).toEqual([
      { ...event, type: 'project-favorited', data: { project } },
      { ...event, type: 'project-unfavorited', data: { project } },
    ]);
  });

  test('an archived project can be removed from the favourites, not added', async () => {
    const project = await aProject(db, { archivedAt: longAgo });
    await db.insertInto('project_favorites').values({ user_id: admin.id, project }).execute();
    const before = await lastEventId(db);

    const [added, removed] = [await post(projectPath(project)), await del(projectPath(project))];

    expect(added).toMatchObject({ status: 409, body: { name: 'ConflictError' } });
    expect(removed.status).toBe(200);
    expect(await changesSince(db, before)).toMatchObject([{ type: 'project-unfavorited' }]);
  });

  /** `favorite` in the list, in the overview and in the deprecated overview. */
  async function favoriteIn(project: string, token: string): Promise<boolean[]> {
    const path = '/api/admin/projects';
    const list = (await get(path, { token })).body.projects;
    return [
      list.find(({ id }: { id: string }) => id === project).favorite,
      (await get(`${path}/${project}/overview`, { token })).body.favorite,
      (await get(`${path}/${project}`, { token })).body.favorite,
    ];
  }
});
