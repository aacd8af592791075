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
  test('flags come back switched off, at their first stage', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, enabled: ['production', 'development'] });
    await aStrategy(db, { flag, environment: 'production' });
    await db.insertInto('flag_stages').values({ flag, stage: 'live' }).execute();
    await post(`/api/admin/projects/${project}/archive`, { features: [flag] });
    const live = await aFlag(db, { project });
    const before = await lastEventId(db);

    const { status } = await post(`/api/admin/projects/${project}/revive`, {
      features: [flag, live, flag],
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

  test('only in a live project', async () => {
    const project = await aProject(db, { archivedAt: now() });
    const flag = await aFlag(db, { project, archivedAt: now() });

    const answers = [
      await post(`/api/admin/projects/${project}/revive`, { features: [flag] }),
      await post(`/api/admin/archive/revive/${flag}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  test('only while there is room, for all or none', async () => {
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
  test('archived flags go for ever, with what they were and their tags in the event', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, description: 'Gone', archivedAt: now() });
    const live = await aFlag(db, { project });
    await aStrategy(db, { flag, environment: 'production' });
    await aLink(db, { flag });
    const tag = await aTagging(db, { flag });
    const { body: read } = await get(pathOf(flag, project));
    const before = await lastEventId(db);

    const { status } = await post(`/api/admin/projects/${project}/delete`, {
      features: [flag, live, flag],
    });

    expect(status).toBe(200);
    expect((await get(pathOf(flag, project))).status).toBe(404);
    expect((await get(pathOf(live, project))).status).toBe(200);
    expect(await changesSince(db, before)).toEqual([
      {
        ...event('feature-deleted', project, flag),
        preData: {
          name: flag,
          description: 'Gone',
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

  test('the name is free again', async () => {
    const flag = await aFlag(db, { archivedAt: now() });

    await post('/api/admin/projects/default/delete', { features: [flag] });

    expect((await post('/api/admin/projects/default/features', { name: flag })).status).toBe(201);
  });

  test('deleting a project tells of the tags of its flags too', async () => {
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
  test('revives the flag in the project that is stored', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, archivedAt: now() });
    const before = await lastEventId(db);

    const answers = [
      await post(`/api/admin/archive/revive/${flag}`),
      await post(`/api/admin/archive/revive/${flag}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await changesSince(db, before)).toEqual([event('feature-revived', project, flag)]);
    expect((await put(pathOf(flag, project), { description: 'Alive' })).status).toBe(200);
  });

  test('an unknown flag is not found', async () => {
    expect((await post('/api/admin/archive/revive/moon')).status).toBe(404);
  });
});

describe('DELETE /api/admin/archive/:featureName', () => {
  test('deletes an archived flag and leaves a live one alone', async () => {
    const [archived, live] = [await aFlag(db, { archivedAt: now() }), await aFlag(db)];
    const before = await lastEventId(db);

    const answers = [
      await del(`/api/admin/archive/${archived}`),
      await del(`/api/admin/archive/${live}`),
      await del(`/api/admin/archive/${archived}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
    expect((await changesSince(db, before)).map(({ type }) => type)).toEqual(['feature-deleted']);
    expect((await get(pathOf(live))).body.archived).toBe(false);
  });
});
