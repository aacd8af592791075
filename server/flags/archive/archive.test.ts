import { describe, expect, test } from 'vitest';
import {
  aDependency,
  aFlag,
  aGrant,
  aProject,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, del } = await testApp();

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

describe('DELETE /api/admin/projects/:projectId/features/:featureName', () => {
  test('the flag is archived, which is its last lifecycle stage', async () => {
    const flag = await aFlag(db, { enabled: ['production'] });
    const before = await lastEventId(db);

    const { status } = await del(pathOf(flag));

    expect(status).toBe(202);
    const { body, headers } = await get(`${pathOf(flag)}?archived=true`);
    expect(body).toMatchObject({
      archived: true,
      archivedAt: expect.any(String),
      lifecycle: { stage: 'archived' },
    });
    expect(headers.etag).toBe('"v2"');
    expect(await changesSince(db, before)).toEqual([event('feature-archived', 'default', flag)]);
  });

  test('archiving an archived flag succeeds and changes nothing', async () => {
    const archivedAt = '2024-01-01T00:00:00.000Z';
    const flag = await aFlag(db, { archivedAt });
    const before = await lastEventId(db);

    const { status } = await del(pathOf(flag));

    expect(status).toBe(202);
    expect((await get(`${pathOf(flag)}?archived=true`)).body.archivedAt).toBe(archivedAt);
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('an unknown flag is 404', async () => {
    expect(await del(pathOf('moon'))).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError' },
    });
  });

  test('a flag that others depend on is 403, and the details contain them', async () => {
    const [child, parent] = [await aFlag(db), await aFlag(db)];
    await aDependency(db, { child, parent });
    const before = await lastEventId(db);

    const response = await del(pathOf(parent));

    expect(response).toMatchObject({
      status: 403,
      body: {
        name: 'NoAccessError',
        details: [{ message: `Flag "${parent}" is the parent of ${child}.` }],
      },
    });
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('the dependency of the flag is removed', async () => {
    const [child, parent] = [await aFlag(db), await aFlag(db)];
    await aDependency(db, { child, parent });
    const before = await lastEventId(db);

    await del(pathOf(child));

    expect((await get(pathOf(parent))).body.children).toEqual([]);
    expect(await changesSince(db, before)).toEqual([
      event('feature-dependencies-removed', 'default', child),
      event('feature-archived', 'default', child),
    ]);
  });

  test('concurrent requests record one event', async () => {
    const flag = await aFlag(db);
    const before = await lastEventId(db);

    const responses = await Promise.all([del(pathOf(flag)), del(pathOf(flag))]);

    expect(responses.map(({ status }) => status)).toEqual([202, 202]);
    expect(await changesSince(db, before)).toHaveLength(1);
  });
});

describe('POST /api/admin/projects/:projectId/archive', () => {
  test('active flags are archived, a parent together with its children', async () => {
    const project = await aProject(db);
    const child = await aFlag(db, { project, name: unique('a') });
    const parent = await aFlag(db, { project, name: unique('b') });
    const archived = await aFlag(db, { project, archivedAt: now() });
    await aDependency(db, { child, parent });
    const before = await lastEventId(db);

    const { status } = await post(`/api/admin/projects/${project}/archive`, {
      features: [parent, child, archived, parent],
    });

    expect(status).toBe(202);
    expect(await changesSince(db, before)).toEqual([
      event('feature-dependencies-removed', project, child),
      event('feature-archived', project, child),
      event('feature-archived', project, parent),
    ]);
    expect((await get(`/api/admin/projects/${project}/features`)).body.features).toEqual([]);
  });

  test('a parent without one of its children is 403, and no flag is archived', async () => {
    const project = await aProject(db);
    const [parent, one, two] = [
      await aFlag(db, { project }),
      await aFlag(db, { project }),
      await aFlag(db, { project }),
    ];
    await aDependency(db, { child: one, parent });
    await aDependency(db, { child: two, parent });
    const before = await lastEventId(db);

    const response = await post(`/api/admin/projects/${project}/archive`, {
      features: [parent, one],
    });

    expect(response).toMatchObject({
      status: 403,
      body: { details: [{ message: `Flag "${parent}" is the parent of ${two}.` }] },
    });
    expect(await changesSince(db, before)).toEqual([]);
  });

  test.each(['archive', 'archive/validate', 'revive', 'delete'])(
    '%s: a flag that is unknown or in another project is 404, and no flag is changed',
    async (action) => {
      const project = await aProject(db);
      const input = action.startsWith('archive') ? {} : { archivedAt: now() };
      const mine = await aFlag(db, { project, ...input });
      const other = await aFlag(db, input);
      const before = await lastEventId(db);

      for (const name of [other, 'moon']) {
        const body = { features: [mine, name] };
        expect(await post(`/api/admin/projects/${project}/${action}`, body)).toMatchObject({
          status: 404,
          body: { name: 'NotFoundError', message: `Flag "${name}" not found.` },
        });
      }
      expect(await changesSince(db, before)).toEqual([]);
    },
  );

  test.each(['archive', 'archive/validate', 'revive', 'delete'])(
    '%s: at most 1000 names',
    async (action) => {
      const flag = await aFlag(db);
      const send = async (count: number) => {
        const body = { features: Array(count).fill(flag) };
        return (await post(`/api/admin/projects/default/${action}`, body)).status;
      };

      expect(await send(0)).toBeLessThan(300);
      expect(await send(1000)).toBeLessThan(300);
      expect(await send(1001)).toBe(400);
    },
  );

  test('a permission in one project does not apply to another', async () => {
    const [mine, other] = [await aProject(db), await aProject(db)];
    const member = await aUser(db);
    await aGrant(db, { project: mine, userId: member.id });
    const flag = await aFlag(db, { project: other, archivedAt: now() });
    const asMember = { token: member.token };

    for (const action of ['archive', 'revive', 'delete']) {
      const body = { features: [flag] };
      const through = await post(`/api/admin/projects/${mine}/${action}`, body, asMember);
      const direct = await post(`/api/admin/projects/${other}/${action}`, body, asMember);
      expect([through.status, direct.status]).toEqual([404, 403]);
    }
    const revived = await post(`/api/admin/archive/revive/${flag}`, undefined, asMember);
    const deleted = await del(`/api/admin/archive/${flag}`, asMember);
    expect([revived.status, deleted.status]).toEqual([403, 403]);
  });
});

describe('POST /api/admin/projects/:projectId/archive/validate', () => {
  test('returns the blocking parents and whether any of the flags has dependencies', async () => {
    const project = await aProject(db);
    const [child, parent] = [await aFlag(db, { project }), await aFlag(db, { project })];
    await aDependency(db, { child, parent });
    const validate = async (...features: string[]) =>
      (await post(`/api/admin/projects/${project}/archive/validate`, { features })).body;

    expect(await validate(parent)).toEqual({
      parentsWithChildFeatures: [parent],
      hasDeletedDependencies: true,
    });
    expect(await validate(parent, child)).toEqual({
      parentsWithChildFeatures: [],
      hasDeletedDependencies: true,
    });
  });
});

describe('GET /api/admin/archive/features', () => {
  test('returns the archived flags of visible projects, most recent first', async () => {
    const viewer = await aUser(db);
    const [open, hidden] = [await aProject(db), await aProject(db, { mode: 'private' })];
    const archived = (project: string, archivedAt: string) => aFlag(db, { project, archivedAt });
    const old = await archived(open, '2031-01-01T00:00:00.000Z');
    const late = await archived(open, '2031-02-01T00:00:00.000Z');
    const inHidden = await archived(hidden, '2031-01-15T00:00:00.000Z');
    const list = async (options = {}) => {
      const { body } = await get('/api/admin/archive/features', options);
      return body.features.map(({ name }: never) => name).slice(0, 3);
    };

    expect(await list()).toEqual([late, inHidden, old]);
    expect((await list({ token: viewer.token })).slice(0, 2)).toEqual([late, old]);
  });
});

describe('GET /api/admin/archive/features/:projectId', () => {
  test('returns the archived flags of the project', async () => {
    const project = await aProject(db);
    const archivedAt = '2024-01-01T00:00:00.000Z';
    const flag = await aFlag(db, {
      project,
      description: 'Old',
      stale: true,
      archivedAt,
      enabled: ['production'],
    });
    await aFlag(db, { project });

    const { status, body } = await get(`/api/admin/archive/features/${project}`);

    expect(status).toBe(200);
    expect(body).toEqual({
      version: 2,
      features: [
        {
          name: flag,
          type: 'release',
          description: 'Old',
          project,
          stale: true,
          impressionData: false,
          createdAt: expect.any(String),
          archivedAt,
          lastSeenAt: null,
          environments: [
            { name: 'development', lastSeenAt: null, enabled: false },
            { name: 'production', lastSeenAt: null, enabled: true },
          ],
        },
      ],
    });
  });
});
