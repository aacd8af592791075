import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aGrant,
  aProject,
  aTagging,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, put, post } = await testApp();

const pathOf = (flag: string, project = 'default') =>
  `/api/admin/projects/${project}/features/${flag}`;

const dataOf = ({ name, description, type, project, stale, ...rest }: Record<string, unknown>) => ({
  name,
  description,
  type,
  project,
  stale,
  impressionData: rest.impressionData,
  createdAt: rest.createdAt,
  archived: false,
});

const aRichFlag = () =>
  aFlag(db, { type: 'experiment', description: 'Old', stale: true, impressionData: true });

describe('PUT /api/admin/projects/:projectId/features/:featureName', () => {
  test('the members sent are updated, and the event contains both versions', async () => {
    const flag = await aFlag(db);
    const { body: read } = await get(pathOf(flag));
    const before = await lastEventId(db);

    const { status, body, headers } = await put(pathOf(flag), {
      description: 'New',
      type: 'operational',
      impressionData: true,
    });

    expect({ status, etag: headers.etag }).toEqual({ status: 200, etag: '"v2"' });
    expect(body).toEqual({
      ...read,
      description: 'New',
      type: 'operational',
      impressionData: true,
    });
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'feature-metadata-updated',
        project: 'default',
        environment: null,
        featureName: flag,
        data: dataOf(body),
        preData: dataOf(read),
      },
    ]);
  });

  test('members left out keep their value', async () => {
    const flag = await aRichFlag();

    const { body } = await put(pathOf(flag), { description: null });

    expect(body).toMatchObject({
      description: null,
      type: 'experiment',
      stale: true,
      impressionData: true,
    });
  });

  test.each([
    [true, 'feature-stale-on'],
    [false, 'feature-stale-off'],
  ])('stale %s is also recorded as a separate event', async (stale, type) => {
    const flag = await aFlag(db, { stale: !stale });
    const before = await lastEventId(db);

    const { body } = await put(pathOf(flag), { stale });

    expect(body.stale).toBe(stale);
    const [updated, marked, ...more] = await changesSince(db, before);
    expect(updated?.type).toBe('feature-metadata-updated');
    expect(marked).toEqual({
      type,
      project: 'default',
      environment: null,
      featureName: flag,
      data: null,
      preData: null,
    });
    expect(more).toEqual([]);
  });

  test('the event contains the tags of the flag', async () => {
    const flag = await aFlag(db);
    const tag = await aTagging(db, { flag });

    await put(pathOf(flag), { description: 'New' });

    const event = await db
      .selectFrom('events')
      .select('tags')
      .where('feature_name', '=', flag)
      .executeTakeFirst();
    expect(event?.tags).toEqual([tag]);
  });

  test('sending back what was read changes nothing and records no event', async () => {
    const flag = await aRichFlag();
    const { body: read } = await get(pathOf(flag));
    const before = await lastEventId(db);

    const { status, body, headers } = await put(pathOf(flag), read);

    expect({ status, body, etag: headers.etag }).toEqual({ status: 200, body: read, etag: '"v1"' });
    expect(await changesSince(db, before)).toEqual([]);
  });

  test.each([
    ['another name', { name: 'other' }, '/body/name'],
    ['another project', { project: 'other' }, '/body/project'],
    ['archived', { archived: true }, '/body/archived'],
    ['an unknown type', { type: 'moon' }, '/body/type'],
    ['a description of 1001 characters', { description: 'x'.repeat(1001) }, '/body/description'],
    ['text instead of a boolean', { stale: 'true' }, '/body/stale'],
  ])('%s is refused', async (_, body, path) => {
    const flag = await aFlag(db);
    const before = await lastEventId(db);

    const response = await put(pathOf(flag), body);

    expect(response).toMatchObject({ status: 400, body: { details: [{ path }] } });
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('an archived flag cannot be updated or revived', async () => {
    const flag = await aFlag(db, { archivedAt: new Date().toISOString() });

    for (const body of [{ description: 'New' }, { archived: false }]) {
      expect(await put(pathOf(flag), body)).toMatchObject({
        status: 400,
        body: { message: `Flag "${flag}" is archived. Revive it first.` },
      });
    }
  });

  test('through the path of another project the flag is 404', async () => {
    const [mine, theirs] = [await aProject(db), await aProject(db)];
    const member = await aUser(db);
    await aGrant(db, { project: mine, userId: member.id });
    const flag = await aFlag(db, { project: theirs });
    const asMember = { token: member.token };

    const through = await put(pathOf(flag, mine), { description: 'Mine' }, asMember);
    const direct = await put(pathOf(flag, theirs), { description: 'Mine' }, asMember);

    expect([through.status, direct.status]).toEqual([404, 403]);
  });
});

describe('POST /api/admin/projects/:projectId/stale', () => {
  test('flags that are not stale are marked, and repeated names count once', async () => {
    const project = await aProject(db);
    const first = await aFlag(db, { project, name: unique('a') });
    const fresh = [first, await aFlag(db, { project, name: unique('b') })];
    const marked = await aFlag(db, { project, stale: true });
    const before = await lastEventId(db);

    const { status } = await post(`/api/admin/projects/${project}/stale`, {
      features: [...fresh, marked, ...fresh],
      stale: true,
    });

    expect(status).toBe(202);
    expect(await changesSince(db, before)).toEqual(
      fresh.map((featureName) => ({
        type: 'feature-stale-on',
        project,
        environment: null,
        featureName,
        data: null,
        preData: null,
      })),
    );
    const { body, headers } = await get(pathOf(first, project));
    expect({ stale: body.stale, etag: headers.etag }).toEqual({ stale: true, etag: '"v2"' });
  });

  test('with stale false the mark is removed', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project, stale: true });
    const before = await lastEventId(db);

    await post(`/api/admin/projects/${project}/stale`, { features: [flag], stale: false });

    expect((await changesSince(db, before)).map(({ type }) => type)).toEqual(['feature-stale-off']);
    expect((await get(pathOf(flag, project))).body.stale).toBe(false);
  });

  test('a flag that is unknown or in another project is 404, and no flag is changed', async () => {
    const project = await aProject(db);
    const [mine, other] = [await aFlag(db, { project }), await aFlag(db)];
    const before = await lastEventId(db);

    for (const name of [other, 'moon']) {
      const body = { features: [mine, name], stale: true };
      expect(await post(`/api/admin/projects/${project}/stale`, body)).toMatchObject({
        status: 404,
        body: { name: 'NotFoundError', message: `Flag "${name}" not found.` },
      });
    }
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('an archived flag is 400, and its archivedAt is unchanged', async () => {
    const archivedAt = '2024-01-01T00:00:00.000Z';
    const flag = await aFlag(db, { archivedAt });

    const response = await post('/api/admin/projects/default/stale', {
      features: [flag],
      stale: true,
    });

    expect(response.status).toBe(400);
    const { body } = await get(`${pathOf(flag)}?archived=true`);
    expect(body).toMatchObject({ archivedAt, stale: false });
  });

  test('at most 1000 names', async () => {
    const flag = await aFlag(db);
    const mark = (count: number) =>
      post('/api/admin/projects/default/stale', { features: Array(count).fill(flag), stale: true });

    const responses = [await mark(0), await mark(999), await mark(1000), await mark(1001)];

    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 400]);
  });
});
