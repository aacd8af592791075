import { describe, expect, test } from 'vitest';
import { aFlag, aProject, aTagging, changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aLink, aStrategy } from '../../testing/targeting.ts';

const { db, get, post, put, del } = await testApp();

const now = () => new Date().toISOString();
const pathOf = (flag: string, project = 'default') =>
  `/api/admin/projects/${project}/features/${flag}`;
const event = (type: string, project: string, featureName: string) => ({
  type,
  project,
  environment: null,
  featureName,
  data: null,
  preData: null,
});

describe('POST /api/admin/projects/:projectId/revive', () => {
  test('revived flags are off in every environment and in the first lifecycle stage', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, enabled: ['production', 'development'] });
    await aStrategy(db, { flag, environment: 'production' });
    await db.insertInto('flag_stages').values({ flag, stage: 'live' }).execute();
    await post(`/api/admin/projects/${project}/archive`, { features: [flag] });
    const active = await aFlag(db, { project });
    const before = await lastEventId(db);

    const { status } = await post(`/api/admin/projects/${project}/revive`, {
      features: [flag, active, flag],
    });

    expect(status).toBe(200);
    const { body } = await get(pathOf(flag, project));
    expect(body).toMatchObject({
      archived: false,
      archivedAt: null,
      lifecycle: { stage: 'initial' },
      environments: [{ enabled: false }, { enabled: false, hasStrategies: true }],
    });
    expect(await changesSince(db, before)).toEqual([event('feature-revived', project, flag)]);
  });

  test('reviving flags of an archived project is 404', async () => {
    const project = await aProject(db, { archivedAt: now() });
    const flag = await aFlag(db, { project, archivedAt: now() });

    const responses = [
      await post(`/api/admin/projects/${project}/revive`, { features: [flag] }),
      await post(`/api/admin/archive/revive/${flag}`),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 404]);
  });

  test('the flag limit applies, and either all flags are revived or none', async () => {
    const project = await aProject(db, { flagLimit: 2 });
    await aFlag(db, { project });
    const [one, two] = [
      await aFlag(db, { project, archivedAt: now() }),
      await aFlag(db, { project, archivedAt: now() }),
    ];
    const revive = async (...features: string[]) =>
      (await post(`/api/admin/projects/${project}/revive`, { features })).status;

    expect(await revive(one, two)).toBe(403);
    expect(await revive(one)).toBe(200);
    expect(await revive(two)).toBe(403);
  });
});

describe('POST /api/admin/projects/:projectId/delete', () => {
  test('archived flags are deleted, and the events contain them and their tags', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, description: 'Deleted', archivedAt: now() });
    const active = await aFlag(db, { project });
    await aStrategy(db, { flag, environment: 'production' });
    await aLink(db, { flag });
    const tag = await aTagging(db, { flag });
    const { body: read } = await get(`${pathOf(flag, project)}?archived=true`);
    const before = await lastEventId(db);

    const { status } = await post(`/api/admin/projects/${project}/delete`, {
      features: [flag, active, flag],
    });

    expect(status).toBe(200);
    expect((await get(`${pathOf(flag, project)}?archived=true`)).status).toBe(404);
    expect((await get(pathOf(active, project))).status).toBe(200);
    expect(await changesSince(db, before)).toEqual([
      {
        ...event('feature-deleted', project, flag),
        preData: {
          name: flag,
          description: 'Deleted',
          type: 'release',
          project,
          stale: false,
          impressionData: false,
          createdAt: read.createdAt,
          archived: true,
          archivedAt: read.archivedAt,
        },
      },
    ]);
    const { tags } = await db
      .selectFrom('events')
      .select('tags')
      .where('feature_name', '=', flag)
      .executeTakeFirstOrThrow();
    expect(tags).toEqual([tag]);
  });

  test('the name of a deleted flag can be reused', async () => {
    const flag = await aFlag(db, { archivedAt: now() });

    await post('/api/admin/projects/default/delete', { features: [flag] });

    expect((await post('/api/admin/projects/default/features', { name: flag })).status).toBe(201);
  });

  test('the events of deleting a project contain the tags of its flags', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, archivedAt: now() });
    const tag = await aTagging(db, { flag });

    await del(`/api/admin/projects/${project}`);

    const { tags } = await db
      .selectFrom('events')
      .select('tags')
      .where('feature_name', '=', flag)
      .executeTakeFirstOrThrow();
    expect(tags).toEqual([tag]);
  });
});

describe('POST /api/admin/archive/revive/:featureName', () => {
  test('revives the flag in its project', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, archivedAt: now() });
    const before = await lastEventId(db);

    const responses = [
      await post(`/api/admin/archive/revive/${flag}`),
      await post(`/api/admin/archive/revive/${flag}`),
    ];

    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await changesSince(db, before)).toEqual([event('feature-revived', project, flag)]);
    expect((await put(pathOf(flag, project), { description: 'Alive' })).status).toBe(200);
  });

  test('an unknown flag is 404', async () => {
    expect((await post('/api/admin/archive/revive/moon')).status).toBe(404);
  });
});

describe('DELETE /api/admin/archive/:featureName', () => {
  test('deletes an archived flag; an active one is unchanged', async () => {
    const [archived, active] = [await aFlag(db, { archivedAt: now() }), await aFlag(db)];
    const before = await lastEventId(db);

    const responses = [
      await del(`/api/admin/archive/${archived}`),
      await del(`/api/admin/archive/${active}`),
      await del(`/api/admin/archive/${archived}`),
    ];

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 404]);
    expect((await changesSince(db, before)).map(({ type }) => type)).toEqual(['feature-deleted']);
    expect((await get(pathOf(active))).body.archived).toBe(false);
  });
});
