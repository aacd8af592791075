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

const { db, get, post, put, del } = await testApp();
const path = '/api/admin/tag-types';

const noScope = { project: null, environment: null, featureName: null };

describe('GET /api/admin/tag-types', () => {
  test('lists all tag types by name, including the type of a new installation', async () => {
    const name = await aTagType(db, { name: unique('aaa') });

    const { status, body } = await get(path);

    expect(status).toBe(200);
    expect(body).toEqual({ version: 1, tagTypes: expect.any(Array) });
    expect(body.tagTypes).toContainEqual({ name, description: '', icon: null, color: null });
    expect(body.tagTypes).toContainEqual({
      name: 'simple',
      description: expect.any(String),
      icon: '#',
      color: '#FFFFFF',
    });
  });
});

describe('GET /api/admin/tag-types/:name', () => {
  test('an unknown tag type is not found', async () => {
    expect(await get(`${path}/moon`)).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError', message: 'Tag type "moon" not found.' },
    });
  });
});

describe('POST /api/admin/tag-types', () => {
  test('creates a tag type and records it', async () => {
    const before = await lastEventId(db);
    const tagType = { name: unique('team'), description: 'Who', icon: 'T', color: '#a1B2c3' };

    const { status, body } = await post(path, tagType);

    expect({ status, body }).toEqual({ status: 201, body: tagType });
    expect((await get(`${path}/${tagType.name}`)).body).toEqual({ version: 1, tagType });
    expect(await changesSince(db, before)).toEqual([
      { type: 'tag-type-created', ...noScope, data: tagType, preData: null },
    ]);
  });

  test.each([
    ['omitted', {}],
    ['null', { color: null, icon: null }],
    ['empty', { color: '', icon: null }],
  ])('members that are %s are null', async (_, members) => {
    const { body } = await post(path, { name: unique('team'), ...members });

    expect(body).toEqual({ name: expect.any(String), description: '', icon: null, color: null });
  });

  test.each([
    ['a name of 1 character', { name: 'x' }, '/body/name'],
    ['a name of 51 characters', { name: 'x'.repeat(51) }, '/body/name'],
    ['a name that URLs would escape', { name: 'a b' }, '/body/name'],
    ['a name with a slash', { name: 'a/b' }, '/body/name'],
    ['a name of dots', { name: '..' }, '/body/name'],
    ['no name', { name: undefined }, '/body/name'],
    ['a description of 256 characters', { description: 'x'.repeat(256) }, '/body/description'],
    ['an icon of 256 characters', { icon: 'x'.repeat(256) }, '/body/icon'],
    ['a colour by name', { color: 'red' }, '/body/color'],
    ['a colour of five digits', { color: '#12345' }, '/body/color'],
    ['a colour of seven digits', { color: '#1234567' }, '/body/color'],
  ])('%s is refused, and the error names the member', async (_, input, where) => {
    for (const url of [path, `${path}/validate`]) {
      const { status, body } = await post(url, { name: unique('team'), ...input });

      expect(status).toBe(400);
      expect(body).toMatchObject({ name: 'BadDataError', details: [{ path: where }] });
    }
  });

  test.each([
    ['a name of 2 characters', { name: unique('x').slice(-2) }],
    ['a name of 50 characters', { name: unique('x').padEnd(50, 'x') }],
    ['a name of 49 characters', { name: unique('x').padEnd(49, 'x') }],
    ['a description of 255 characters', { description: 'x'.repeat(255) }],
    ['an icon of 255 characters', { icon: 'x'.repeat(255) }],
  ])('%s is accepted', async (_, input) => {
    const tagType = { name: unique('team'), ...input };

    expect((await post(`${path}/validate`, tagType)).status).toBe(200);
    expect((await post(path, tagType)).status).toBe(201);
  });

  test('a name that is taken is refused, also in concurrent requests', async () => {
    const name = unique('team');
    const before = await lastEventId(db);

    const responses = await Promise.all([post(path, { name }), post(path, { name })]);

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      name: 'NameExistsError',
      message: `Tag type "${name}" already exists.`,
    });
    expect(await changesSince(db, before)).toHaveLength(1);
  });

  test('Editors may create tag types, Viewers may not', async () => {
    const editor = await aUser(db, { rootRole: 'Editor' });
    const viewer = await aUser(db);

    const allowed = await post(path, { name: unique('team') }, { token: editor.token });
    const refused = await post(path, { name: unique('team') }, { token: viewer.token });

    expect(allowed.status).toBe(201);
    expect(refused.status).toBe(403);
  });
});

describe('POST /api/admin/tag-types/validate', () => {
  test('returns the tag type as it would be stored, and stores nothing', async () => {
    const name = unique('team');

    const { status, body } = await post(`${path}/validate`, { name, color: '' });

    expect(status).toBe(200);
    expect(body).toEqual({
      valid: true,
      tagType: { name, description: '', icon: null, color: null },
    });
    expect((await get(`${path}/${name}`)).status).toBe(404);
  });

  test('a name that is taken is 409', async () => {
    expect(await post(`${path}/validate`, { name: await aTagType(db) })).toMatchObject({
      status: 409,
      body: { name: 'NameExistsError' },
    });
  });
});

describe('PUT /api/admin/tag-types/:name', () => {
  test('changes the given members only, and records the complete tag type', async () => {
    const name = await aTagType(db, { color: '#000000' });
    await put(`${path}/${name}`, { icon: 'x' });
    const before = await lastEventId(db);

    const { status } = await put(`${path}/${name}`, { description: 'new', color: '' });

    const data = { name, description: 'new', icon: 'x', color: null };
    expect(status).toBe(200);
    expect((await get(`${path}/${name}`)).body).toEqual({ version: 1, tagType: data });
    expect(await changesSince(db, before)).toEqual([
      { type: 'tag-type-updated', ...noScope, data, preData: null },
    ]);
  });

  test('the tag type of a GET can be sent back and changes nothing', async () => {
    const name = await aTagType(db, { color: '#000000' });
    const { tagType } = (await get(`${path}/${name}`)).body;
    const before = await lastEventId(db);

    expect((await put(`${path}/${name}`, tagType)).status).toBe(200);
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('an unknown tag type is not found', async () => {
    expect((await put(`${path}/moon`, { description: 'x' })).status).toBe(404);
  });
});

describe('DELETE /api/admin/tag-types/:name', () => {
  test('its tags are deleted and removed from every flag, each with an event', async () => {
    const type = await aTagType(db, { color: '#123456' });
    const project = await aProject(db);
    const [one, other] = [await aFlag(db, { name: unique('a') }), await aFlag(db, { project })];
    await aTagging(db, { flag: one, type, value: 'both' });
    await aTagging(db, { flag: other, type, value: 'both' });
    await aTag(db, { type, value: 'unused' });
    const unrelated = await aTagging(db, { flag: one });
    const before = await lastEventId(db);

    const { status } = await del(`${path}/${type}`);

    const both = { type, value: 'both' };
    const untagged = { type: 'feature-untagged', environment: null, data: null, preData: both };
    expect(status).toBe(200);
    expect((await get(`${path}/${type}`)).status).toBe(404);
    expect((await get(`/api/admin/tags/${type}`)).body.tags).toEqual([]);
    expect((await get(`/api/admin/features/${one}/tags`)).body.tags).toMatchObject([unrelated]);
    expect(await changesSince(db, before)).toEqual([
      { ...untagged, project: 'default', featureName: one },
      { ...untagged, project, featureName: other },
      { type: 'tag-deleted', ...noScope, data: both, preData: null },
      { type: 'tag-deleted', ...noScope, data: { type, value: 'unused' }, preData: null },
      {
        type: 'tag-type-deleted',
        ...noScope,
        data: null,
        preData: { name: type, description: '', icon: null, color: '#123456' },
      },
    ]);
  });

  test('an unknown tag type is not found', async () => {
    const before = await lastEventId(db);

    expect((await del(`${path}/moon`)).status).toBe(404);
    expect(await changesSince(db, before)).toEqual([]);
  });

  test('adding a tag of the type concurrently is either refused or recorded', async () => {
    const type = await aTagType(db);
    const flags = await Promise.all([1, 2, 3, 4].map(() => aFlag(db)));
    const before = await lastEventId(db);

    const [deletion, ...taggings] = await Promise.all([
      del(`${path}/${type}`),
      ...flags.map((flag) => post(`/api/admin/features/${flag}/tags`, { type, value: 'now' })),
    ]);

    const types = (await changesSince(db, before)).map((event) => event.type);
    const tagged = taggings.filter(({ status }) => status === 201).length;
    expect(deletion.status).toBe(200);
    expect(taggings.every(({ status }) => status === 201 || status === 400)).toBe(true);
    expect(types.filter((it) => it === 'feature-tagged')).toHaveLength(tagged);
    expect(types.filter((it) => it === 'feature-untagged')).toHaveLength(tagged);
    expect((await get(`${path}/${type}`)).status).toBe(404);
  });
});
