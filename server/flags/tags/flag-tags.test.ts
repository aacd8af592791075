import { describe, expect, test } from 'vitest';
import { systemCaller } from '../../platform/caller.ts';
import {
  aFlag,
  aProject,
  aTag,
  aTagging,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { inTransaction } from '../../transactions.ts';
import { addTagsToFlags } from './commands.ts';
import { flagsPerCallMax, tagsPerCallMax } from './schema.ts';

const { db, get, post, put, del } = await testApp();

const tagsOf = (flag: string) => `/api/admin/features/${flag}/tags`;
const noScope = { project: null, environment: null, featureName: null };
const inDefault = { project: 'default', environment: null };
const archivedAt = '2024-01-01T00:00:00.000Z';

const created = (data: object) => ({ type: 'tag-created', ...noScope, data, preData: null });
const tagged = (featureName: string, data: object) => ({
  type: 'feature-tagged',
  ...inDefault,
  featureName,
  data,
  preData: null,
});
const untagged = (featureName: string, preData: object) => ({
  type: 'feature-untagged',
  ...inDefault,
  featureName,
  data: null,
  preData,
});

describe('GET /api/admin/features/:featureName/tags', () => {
  test('lists tags by type and value, with their colours', async () => {
    const flag = await aFlag(db);
    await aTagging(db, { flag, value: 'zebra' });
    await aTagging(db, { flag, value: 'apple' });

    expect((await get(tagsOf(flag))).body).toEqual({
      version: 1,
      tags: [
        { type: 'simple', value: 'apple', color: '#FFFFFF' },
        { type: 'simple', value: 'zebra', color: '#FFFFFF' },
      ],
    });
  });

  test('a flag that does not exist is not found', async () => {
    expect((await get(tagsOf('moon'))).status).toBe(404);
  });
});

describe('POST /api/admin/features/:featureName/tags', () => {
  test('a new tag is created and added to the flag; its type defaults to simple', async () => {
    const flag = await aFlag(db);
    const value = unique('tag');
    const before = await lastEventId(db);

    const { status, body, headers } = await post(tagsOf(flag), { value: ` ${value}` });

    expect(status).toBe(201);
    expect(body).toEqual({ type: 'simple', value, color: '#FFFFFF' });
    expect(headers.location).toBe(`${tagsOf(flag)}/simple/${value}`);
    expect(await changesSince(db, before)).toEqual([
      created({ type: 'simple', value }),
      tagged(flag, { type: 'simple', value }),
    ]);
  });

  test('the event contains the tags of the flag at that time', async () => {
    const flag = await aFlag(db);
    await post(tagsOf(flag), { value: 'first' });
    await post(tagsOf(flag), { value: 'second' });

    const event = await db
      .selectFrom('events')
      .select('tags')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();

    expect(event.tags).toEqual([
      { type: 'simple', value: 'first' },
      { type: 'simple', value: 'second' },
    ]);
  });

  test('adding a tag that the flag already has succeeds and changes nothing', async () => {
    const flag = await aFlag(db);
    const tag = await aTagging(db, { flag });
    const before = await lastEventId(db);

    const { status, body } = await post(tagsOf(flag), tag);

    expect({ status, body }).toEqual({ status: 201, body: { ...tag, color: '#FFFFFF' } });
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('of concurrent requests for one new tag, one creates it and all succeed', async () => {
    const [one, other] = [await aFlag(db), await aFlag(db)];
    const value = unique('tag');
    const before = await lastEventId(db);

    const responses = await Promise.all([
      post(tagsOf(one), { value }),
      post(tagsOf(other), { value }),
      post(tagsOf(one), { value }),
    ]);

    const types = (await changesSince(db, before)).map(({ type }) => type).sort();
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(types).toEqual(['feature-tagged', 'feature-tagged', 'tag-created']);
  });

  test.each(['a,b', 'a:b', 'a/b', '100%', 'ü 🏳️', '%2F', 'q?#&=', "o'x", '"x"', '\\x', 'xx'])(
    'the value %j can be added, listed and removed',
    async (value) => {
      const flag = await aFlag(db);

      const { headers } = await post(tagsOf(flag), { value });
      const listed = (await get(tagsOf(flag))).body.tags;
      const { status } = await del(String(headers.location));

      expect(listed).toEqual([{ type: 'simple', value, color: '#FFFFFF' }]);
      expect(status).toBe(200);
      expect((await get(tagsOf(flag))).body.tags).toEqual([]);
    },
  );

  test.each([
    ['a value of 1 character', { value: 'x' }, '/body/value'],
    ['a value of spaces', { value: '     ' }, '/body/value'],
    ['a value of 51 characters', { value: 'x'.repeat(51) }, '/body/value'],
    ['no value', { value: undefined }, '/body/value'],
    ['a type that does not exist', { type: 'moon' }, '/body/type'],
    ['a type of 1 character', { type: 'x' }, '/body/type'],
    ['a type of 51 characters', { type: 'x'.repeat(51) }, '/body/type'],
  ])('%s is refused, and the error names the member', async (_, input, where) => {
    const flag = await aFlag(db);

    const { status, body } = await post(tagsOf(flag), { value: unique('x'), ...input });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: where }] });
  });

  test.each([2, 50])('a value of %i characters is accepted', async (length) => {
    const flag = await aFlag(db);

    expect((await post(tagsOf(flag), { value: 'x'.repeat(length) })).status).toBe(201);
  });

  test('an archived flag is refused, and an unknown flag is not found', async () => {
    const flag = await aFlag(db, { archivedAt });

    expect(await post(tagsOf(flag), { value: 'xx' })).toMatchObject({
      status: 400,
      body: { message: `Flag "${flag}" is archived. Revive it first.` },
    });
    expect((await post(tagsOf('moon'), { value: 'xx' })).status).toBe(404);
  });

  test('a permission in another project does not apply', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const editor = await aUser(db, { rootRole: 'Editor' });

    const response = await post(tagsOf(flag), { value: 'xx' }, { token: editor.token });

    expect(response.status).toBe(403);
    expect((await get(tagsOf(flag))).body.tags).toEqual([]);
  });
});

describe('PUT /api/admin/features/:featureName/tags', () => {
  test('adds and removes tags; tags already present or already removed record no event', async () => {
    const flag = await aFlag(db);
    const [present, removed] = [await aTagging(db, { flag }), await aTagging(db, { flag })];
    const [known, absent] = [await aTag(db), await aTag(db)];
    const fresh = { type: 'simple', value: unique('zzz') };
    const before = await lastEventId(db);

    const { status, body } = await put(tagsOf(flag), {
      addedTags: [fresh, known, present, fresh],
      removedTags: [removed, absent],
    });

    expect(status).toBe(200);
    expect(body).toEqual({ version: 1, tags: (await get(tagsOf(flag))).body.tags });
    expect(values(body.tags)).toEqual([known.value, present.value, fresh.value].sort());
    expect(await changesSince(db, before)).toEqual([
      untagged(flag, removed),
      created(fresh),
      tagged(flag, known),
      tagged(flag, fresh),
    ]);
  });

  test('a tag in both lists is added', async () => {
    const flag = await aFlag(db);
    const tag = await aTagging(db, { flag });
    const before = await lastEventId(db);

    const { body } = await put(tagsOf(flag), { addedTags: [tag], removedTags: [tag] });

    expect(values(body.tags)).toEqual([tag.value]);
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('the list of a GET can be sent back unchanged', async () => {
    const flag = await aFlag(db);
    await aTagging(db, { flag });
    const { tags } = (await get(tagsOf(flag))).body;

    const { status, body } = await put(tagsOf(flag), { addedTags: [], removedTags: tags });

    expect({ status, tags: body.tags }).toEqual({ status: 200, tags: [] });
  });

  test.each([
    ['an omitted list', { removedTags: undefined }, '/body/removedTags'],
    [
      'a value too short',
      { addedTags: [{ type: 'simple', value: 'x' }] },
      '/body/addedTags/0/value',
    ],
    [
      'a value that is too short without its spaces',
      { removedTags: [{ type: 'simple', value: ' x ' }] },
      '/body/removedTags/0/value',
    ],
    [
      'a type that does not exist',
      {
        addedTags: [
          { type: 'simple', value: 'xx' },
          { type: 'moon', value: 'xx' },
        ],
      },
      '/body/addedTags/1/type',
    ],
  ])('%s is refused, and the error names the member', async (_, input, where) => {
    const flag = await aFlag(db);

    const { status, body } = await put(tagsOf(flag), { addedTags: [], removedTags: [], ...input });

    expect(status).toBe(400);
    expect(body).toMatchObject({ details: [{ path: where }] });
  });

  test('a request has at most 50 tags in each list', async () => {
    const flag = await aFlag(db);
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ type: 'simple', value: `n-${index}` }));
    const add = (count: number) => put(tagsOf(flag), { addedTags: many(count), removedTags: [] });

    expect((await add(tagsPerCallMax + 1)).status).toBe(400);
    expect((await add(tagsPerCallMax)).body.tags).toHaveLength(50);
  });

  test('an archived flag is refused', async () => {
    const flag = await aFlag(db, { archivedAt });

    expect((await put(tagsOf(flag), { addedTags: [], removedTags: [] })).status).toBe(400);
  });
});

describe('DELETE /api/admin/features/:featureName/tags/:type/:value', () => {
  test('removes the tag from the flag and does not delete it', async () => {
    const flag = await aFlag(db);
    const tag = await aTagging(db, { flag });
    const before = await lastEventId(db);

    const { status } = await del(`${tagsOf(flag)}/simple/${tag.value}`);

    expect(status).toBe(200);
    expect((await get(tagsOf(flag))).body.tags).toEqual([]);
    expect((await get(`/api/admin/tags/simple/${tag.value}`)).status).toBe(200);
    expect(await changesSince(db, before)).toEqual([untagged(flag, tag)]);
  });

  test('removing a tag that the flag does not have succeeds and changes nothing', async () => {
    const flag = await aFlag(db);
    const before = await lastEventId(db);

    expect((await del(`${tagsOf(flag)}/simple/moon`)).status).toBe(200);
    expect((await del(`${tagsOf(flag)}/moon/moon`)).status).toBe(200);
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('an archived flag is refused', async () => {
    const flag = await aFlag(db, { archivedAt });

    expect((await del(`${tagsOf(flag)}/simple/moon`)).status).toBe(400);
  });
});

describe('PUT /api/admin/projects/:projectId/tags', () => {
  const path = '/api/admin/projects/default/tags';

  test('adds and removes tags on all named flags, recorded flag by flag', async () => {
    const one = await aFlag(db, { name: unique('a') });
    const other = await aFlag(db, { name: unique('b') });
    const removed = await aTagging(db, { flag: other });
    const fresh = { type: 'simple', value: unique('tag') };
    const before = await lastEventId(db);

    const { status } = await put(path, {
      features: [other, one, other],
      tags: { addedTags: [fresh], removedTags: [removed] },
    });

    expect(status).toBe(200);
    expect(await changesSince(db, before)).toEqual([
      untagged(other, removed),
      created(fresh),
      tagged(one, fresh),
      tagged(other, fresh),
    ]);
    expect((await get(tagsOf(one))).body.tags).toMatchObject([fresh]);
  });

  test('a flag of another project and an unknown flag fail the request without any change', async () => {
    const here = await aFlag(db);
    const elsewhere = await aFlag(db, { project: await aProject(db) });
    const before = await lastEventId(db);

    const { status, body } = await put(path, {
      features: [here, elsewhere, 'moon'],
      tags: { addedTags: [{ type: 'simple', value: 'xx' }], removedTags: [] },
    });

    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: `These flags are not in project "default": ${elsewhere}, moon.`,
      details: [{ path: '/body/features/1' }, { path: '/body/features/2' }],
    });
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('an archived flag fails the request without any change', async () => {
    const features = [await aFlag(db), await aFlag(db, { archivedAt })];
    const before = await lastEventId(db);

    const { status } = await put(path, {
      features,
      tags: { addedTags: [{ type: 'simple', value: 'xx' }], removedTags: [] },
    });

    expect(status).toBe(400);
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('the error names a type that does not exist', async () => {
    const { body } = await put(path, {
      features: [await aFlag(db)],
      tags: { addedTags: [{ type: 'moon', value: 'xx' }], removedTags: [] },
    });

    expect(body).toMatchObject({ details: [{ path: '/body/tags/addedTags/0/type' }] });
  });

  test('a request has at most 1000 flags', async () => {
    const flag = await aFlag(db);
    const call = (count: number) =>
      put(path, {
        features: new Array(count).fill(flag),
        tags: { addedTags: [], removedTags: [] },
      });

    expect((await call(flagsPerCallMax + 1)).status).toBe(400);
    expect((await call(flagsPerCallMax)).status).toBe(200);
  });
});

describe('addTagsToFlags', () => {
  test('records one event per flag, sorted by flag', async () => {
    const flags = [await aFlag(db), await aFlag(db), await aFlag(db)].sort();
    const tag = await aTag(db);
    const before = await lastEventId(db);

    await inTransaction(db, (tx) =>
      addTagsToFlags(tx, systemCaller, { project: 'default', flags, tags: [tag] }),
    );

    expect(await changesSince(db, before)).toEqual(flags.map((flag) => tagged(flag, tag)));
  });
});

const values = (tags: { value: string }[]) => tags.map(({ value }) => value);
