import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aProject,
  aTag,
  aTagging,
  aTagType,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';

const { db, get, post, del } = await testApp();
const path = '/api/admin/tags';

const noScope = { project: null, environment: null, featureName: null };

describe('GET /api/admin/tags', () => {
  test('lists tags by type and value, with the colour of the type', async () => {
    const plain = await aTagType(db);
    const red = await aTagType(db, { color: '#FF0000' });
    await aTag(db, { type: red, value: 'beta' });
    await aTag(db, { type: red, value: 'alpha' });
    await aTag(db, { type: plain, value: 'gamma' });

    const { status, body } = await get(path);

    const ours = body.tags.filter(({ type }: { type: string }) => [plain, red].includes(type));
    expect(status).toBe(200);
    expect(body.version).toBe(1);
    expect(ours).toHaveLength(3);
    expect(ours).toContainEqual({ type: plain, value: 'gamma', color: null });
    expect((await get(`${path}/${red}`)).body).toEqual({
      version: 1,
      tags: [
        { type: red, value: 'alpha', color: '#FF0000' },
        { type: red, value: 'beta', color: '#FF0000' },
      ],
    });
  });

  test('a tag that is only used in hidden projects is hidden', async () => {
    const type = await aTagType(db);
    const hidden = await aFlag(db, { project: await aProject(db, { mode: 'private' }) });
    const seen = await aFlag(db);
    await aTagging(db, { flag: hidden, type, value: 'secret' });
    await aTagging(db, { flag: hidden, type, value: 'shared' });
    await aTagging(db, { flag: seen, type, value: 'shared' });
    await aTag(db, { type, value: 'unused' });
    const viewer = await aUser(db);

    const { body } = await get(`${path}/${type}`, { token: viewer.token });

    const all = await get(path, { token: viewer.token });
    const values = body.tags.map(({ value }: { value: string }) => value);
    expect(values).toEqual(['shared', 'unused']);
    expect(all.body.tags).not.toContainEqual({ type, value: 'secret', color: null });
    expect((await get(`${path}/${type}/secret`, { token: viewer.token })).status).toBe(404);
    expect((await get(`${path}/${type}/secret`)).status).toBe(200);
  });

  test('an unknown type has no tags', async () => {
    expect((await get(`${path}/moon`)).body).toEqual({ version: 1, tags: [] });
  });
});

describe('GET /api/admin/tags/:type/:value', () => {
  test.each(['a,b', 'a:b', 'a/b', '100%', 'ü 🏳️', '%2F', 'a?b#c', '...'])(
    'finds the value %j by its URL',
    async (value) => {
      const type = await aTagType(db);
      await aTag(db, { type, value });

      const { status, body } = await get(`${path}/${type}/${encodeURIComponent(value)}`);

      expect({ status, body }).toEqual({
        status: 200,
        body: { version: 1, tag: { type, value, color: null } },
      });
    },
  );

  test('an unknown tag is not found', async () => {
    expect(await get(`${path}/simple/moon`)).toMatchObject({
      status: 404,
      body: { message: 'Tag "simple:moon" not found.' },
    });
  });
});

describe('POST /api/admin/tags', () => {
  test('creates a tag with a trimmed value and records it', async () => {
    const value = unique('tag');
    const before = await lastEventId(db);

    const { status, body, headers } = await post(path, { type: 'simple', value: ` ${value} ` });

    expect(status).toBe(201);
    expect(body).toEqual({ version: 1, tag: { type: 'simple', value, color: '#FFFFFF' } });
    expect((await get(String(headers.location))).body).toEqual(body);
    expect(await changesSince(db, before)).toEqual([
      { type: 'tag-created', ...noScope, data: { type: 'simple', value }, preData: null },
    ]);
  });

  test('numbers as values, types and names of types become text', async () => {
    const { body: type } = await post('/api/admin/tag-types', { name: 2024 });
    const { status, body } = await post(path, { type: 2024, value: 4711 });

    expect(type).toMatchObject({ name: '2024' });
    expect(status).toBe(201);
    expect(body.tag).toMatchObject({ type: '2024', value: '4711' });
  });

  test('an existing tag is refused, also in concurrent requests', async () => {
    const tag = { type: 'simple', value: unique('tag') };
    const before = await lastEventId(db);

    const responses = await Promise.all([post(path, tag), post(path, tag)]);

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      name: 'NameExistsError',
      message: `Tag "simple:${tag.value}" already exists.`,
    });
    expect(await changesSince(db, before)).toHaveLength(1);
  });

  test.each([
    ['a value of 1 character', { value: 'x' }, '/body/value'],
    ['a value of 1 character and spaces', { value: '  x  ' }, '/body/value'],
    ['a value of 1 wide character and spaces', { value: ' 🏳 ' }, '/body/value'],
    ['a value of 51 characters', { value: 'x'.repeat(51) }, '/body/value'],
    ['a value that URLs normalize away', { value: ' ..' }, '/body/value'],
    ['a type of 1 character', { type: 'x' }, '/body/type'],
    ['a type of 51 characters', { type: 'x'.repeat(51) }, '/body/type'],
    ['a type that does not exist', { type: 'moon' }, '/body/type'],
    ['no type', { type: undefined }, '/body/type'],
  ])('%s is refused, and the error names the member', async (_, input, where) => {
    const { status, body } = await post(path, { type: 'simple', value: unique('x'), ...input });

    expect(status).toBe(400);
    expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: where }] });
  });

  test.each([2, 49, 50])('type and value of %i characters are accepted', async (length) => {
    const name = unique('x').slice(-length).padEnd(length, 'x');
    await aTagType(db, { name });
    const value = '🏳'.repeat(length);

    expect((await post(path, { type: name, value, color: null })).status).toBe(201);
  });

  test('Editors may create tags, Viewers may not', async () => {
    const editor = await aUser(db, { rootRole: 'Editor' });
    const viewer = await aUser(db);
    const tag = { type: 'simple', value: unique('tag') };

    const refused = await post(path, tag, { token: viewer.token });
    const allowed = await post(path, tag, { token: editor.token });

    expect(refused.status).toBe(403);
    expect(allowed.status).toBe(201);
  });
});

describe('DELETE /api/admin/tags/:type/:value', () => {
  test('removes it from every flag, including archived flags, each with an event', async () => {
    const project = await aProject(db);
    const live = await aFlag(db, { name: unique('a') });
    const archived = await aFlag(db, { project, archivedAt: '2024-01-01T00:00:00.000Z' });
    const tag = await aTagging(db, { flag: live });
    await aTagging(db, { flag: archived, ...tag });
    const other = await aTagging(db, { flag: live });
    const before = await lastEventId(db);

    const { status } = await del(`${path}/simple/${tag.value}`);

    const untagged = { type: 'feature-untagged', environment: null, data: null, preData: tag };
    expect(status).toBe(200);
    expect((await get(`${path}/simple/${tag.value}`)).status).toBe(404);
    expect((await get(`/api/admin/features/${live}/tags`)).body.tags).toMatchObject([other]);
    expect(await changesSince(db, before)).toEqual([
      { ...untagged, project: 'default', featureName: live },
      { ...untagged, project, featureName: archived },
      { type: 'tag-deleted', ...noScope, data: tag, preData: null },
    ]);
  });

  test('an unknown tag is not found', async () => {
    const before = await lastEventId(db);

    expect((await del(`${path}/simple/moon`)).status).toBe(404);
    expect((await del(`${path}/moon/moon`)).status).toBe(404);
    expect(await changesSince(db, before)).toEqual([]);
  });
});
