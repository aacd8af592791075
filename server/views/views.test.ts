import { describe, expect, test } from 'vitest';
import { aFlag, aGrant, anApiToken, aProject, aUser, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { someEvents } from '../testing/events.ts';
import { aSegment } from '../testing/targeting.ts';
import { aView } from '../testing/views.ts';

const { db, get, post, put, del, admin } = await testApp();

const path = '/api/admin/views';
const namesOf = (body: { views: { name: string }[] }) => body.views.map(({ name }) => name);
const newestEvent = async () => (await get('/api/admin/search/events?limit=1')).body.events[0];

describe('a view of a user', () => {
  test('is saved, listed, changed and deleted, and nobody else sees it', async () => {
    const [owner, other] = [await aUser(db), await aUser(db)];
    const input = {
      kind: 'flags',
      name: ' Stale ',
      query: 'is:stale sort:name',
      columns: ['name'],
    };
    const before = await newestEvent();

    const created = await post(path, input, owner);
    const { id } = created.body;
    const updated = await put(`${path}/${id}`, { name: 'Old', query: 'is:stale' }, owner);

    expect(created).toMatchObject({ status: 201, body: { name: 'Stale', project: null } });
    expect(created.body).toMatchObject({ columns: ['name'], description: null, editable: true });
    expect(updated).toMatchObject({ status: 200, body: { id, name: 'Old', columns: [] } });
    expect(namesOf((await get(path, owner)).body)).toEqual(['Old']);
    for (const caller of [other, admin]) {
      expect(namesOf((await get(path, caller)).body)).not.toContain('Old');
      expect((await get(`${path}/${id}`, caller)).status).toBe(404);
      expect((await put(`${path}/${id}`, { name: 'x', query: '' }, caller)).status).toBe(404);
      expect((await del(`${path}/${id}`, caller)).status).toBe(404);
    }
    expect((await del(`${path}/${id}`, owner)).status).toBe(204);
    expect((await get(`${path}/${id}`, owner)).status).toBe(404);
    expect(await newestEvent()).toEqual(before);
  });

  test('is refused for an API token, which has none of its own', async () => {
    const token = await anApiToken(db, { type: 'admin' });

    const { status } = await post(path, { kind: 'flags', name: 'x', query: '' }, { token });

    expect(status).toBe(403);
  });

  test('has a name of its own among those of its kind, in any case', async () => {
    const owner = await aUser(db);
    const save = (kind: string, name: string) => post(path, { kind, name, query: '' }, owner);

    const { body } = await save('flags', 'Mine');
    const other = await save('flags', 'Other');

    expect((await save('flags', 'mine')).status).toBe(409);
    expect((await save('events', 'mine')).status).toBe(201);
    const renamed = { name: 'MINE', query: '' };
    expect((await put(`${path}/${other.body.id}`, renamed, owner)).status).toBe(409);
    expect((await put(`${path}/${body.id}`, renamed, owner)).body.name).toBe('MINE');
  });

  test('is one of at most 100', async () => {
    const owner = await aUser(db);
    for (let view = 0; view < 99; view++) await aView(db, { ownerId: owner.id });
    const save = () => post(path, { kind: 'flags', name: unique('view'), query: '' }, owner);

    expect((await save()).status).toBe(201);
    expect(await save()).toMatchObject({
      status: 409,
      body: { message: 'You have 100 views already, which is the maximum.' },
    });
  });
});

describe('a shared view', () => {
  test('is seen by who may see its project, and changed by who may change its settings', async () => {
    const [open, secret] = [await aProject(db), await aProject(db, { mode: 'private' })];
    const [viewer, member] = [await aUser(db), await aUser(db)];
    await aGrant(db, { project: secret, userId: member.id, role: 'Owner' });
    const input = { kind: 'flags', name: 'Ours', query: '' };

    const created = await post(`/api/admin/projects/${secret}/views`, input, member);
    const refused = await post(`/api/admin/projects/${secret}/views`, input, viewer);
    const { body: visible } = await post(`/api/admin/projects/${open}/views`, input);
    const hidden = `${path}/${created.body.id}`;

    expect(created).toMatchObject({ status: 201, body: { project: secret, editable: true } });
    expect(refused.status).toBe(404);
    expect((await get(`${path}?project=${secret}`, member)).body.views).toEqual([created.body]);
    expect((await get(`${path}?project=${secret}`, viewer)).body.views).toEqual([]);
    expect((await get(`${path}?project=${open}`, viewer)).body.views).toEqual([
      { ...visible, editable: false },
    ]);
    expect((await get(hidden, viewer)).status).toBe(404);
    expect((await del(hidden, viewer)).status).toBe(404);
    const update = { name: 'Theirs', query: '' };
    const forbidden = await put(`${path}/${visible.id}`, update, viewer);
    expect(forbidden.status).toBe(403);
    expect(forbidden.body.message).toContain('UPDATE_PROJECT');
    expect((await put(hidden, update, member)).status).toBe(200);
  });

  test('is recorded, unless nothing changes', async () => {
    const project = await aProject(db);
    const input = { name: 'Ours', query: 'is:stale' };

    const { body } = await post(`/api/admin/projects/${project}/views`, {
      ...input,
      kind: 'flags',
    });
    const created = await newestEvent();
    await put(`${path}/${body.id}`, input);
    const unchanged = await newestEvent();
    await put(`${path}/${body.id}`, { ...input, name: 'All' });
    const updated = await newestEvent();
    await del(`${path}/${body.id}`);
    const deleted = await newestEvent();

    expect(created).toMatchObject({ type: 'view-created', project, data: { name: 'Ours' } });
    expect(created.summary).toContain('shared view **Ours** in project');
    expect(unchanged).toEqual(created);
    expect(updated).toMatchObject({ type: 'view-updated', preData: { name: 'Ours' } });
    expect(updated.data).toEqual({ ...created.data, name: 'All' });
    expect(updated.summary).toContain('updated view **Ours** in project');
    expect(deleted).toMatchObject({ type: 'view-deleted', preData: { name: 'All' }, data: null });
  });

  test('is deleted with its project', async () => {
    const project = await aProject(db);
    const id = await aView(db, { project });

    await db.deleteFrom('projects').where('id', '=', project).execute();

    expect((await get(`${path}/${id}`)).status).toBe(404);
  });
});

describe('the count of a view', () => {
  test('is that of the flags and events that the reader may see', async () => {
    const [open, secret] = [await aProject(db), await aProject(db, { mode: 'private' })];
    const viewer = await aUser(db);
    for (const project of [open, secret, secret]) {
      await aFlag(db, { project });
      await someEvents(db, [{ project, type: 'tag-created' }]);
    }
    const both = `(project:${open} or project:${secret})`;
    const flags = await aView(db, { project: open, query: `${both} sort:name` });
    const events = await aView(db, {
      project: open,
      kind: 'events',
      query: `${both} type:tag-created sort:oldest`,
    });

    for (const id of [flags, events]) {
      expect((await get(`${path}/${id}`)).body.count).toBe(3);
      expect((await get(`${path}/${id}`, viewer)).body.count).toBe(1);
    }
  });
});

describe('an invalid view is 400', () => {
  const valid = { kind: 'flags', name: 'x'.repeat(100), query: '' };

  test.each([
    ['the query of flags', { query: 'is:stael' }, '/body/query', 'query, character 4'],
    ['the query of events', { kind: 'events', query: 'a in:' }, '/body/query', 'character 6'],
    ['the kind', { kind: 'users' }, '/body/kind', ''],
    ['a long name', { name: 'x'.repeat(101) }, '/body/name', ''],
    ['a blank name', { name: '  ' }, '/body/name', ''],
    ['a column', { columns: ['a b'] }, '/body/columns/0', ''],
    ['31 columns', { columns: Array.from({ length: 31 }, (_, n) => `c${n}`) }, '/body/columns', ''],
  ])('%s', async (_, wrong, at, message) => {
    const { status, body } = await post(path, { ...valid, ...wrong });

    expect(status).toBe(400);
    expect(body.details[0]).toMatchObject({ path: at });
    expect(body.message).toContain(message);
  });

  test('and a valid one is not', async () => {
    const columns = Array.from({ length: 30 }, (_, column) => `c${column}`);

    expect((await post(path, { ...valid, columns })).status).toBe(201);
  });
});

describe('GET /api/admin/search/completions', () => {
  const complete = async (params: Record<string, string>, caller = {}) => {
    const url = `/api/admin/search/completions?${new URLSearchParams(params)}`;
    return (await get(url, caller)).body;
  };

  test.each([
    [{ q: 'is:stale pro' }, { from: 9, to: 12, completions: ['project:'] }],
    [{ q: 'is:st' }, { from: 3, to: 5, completions: ['stale'] }],
    [{ q: '(-is:AR' }, { from: 5, to: 7, completions: ['archived'] }],
    [
      { q: 'is:stale or x', cursor: '6' },
      { from: 3, to: 6, completions: ['stale'] },
    ],
    [{ q: 'é type:rel' }, { from: 7, to: 10, completions: ['release'] }],
    [{ q: '"is:st' }, { from: 6, to: 6, completions: [] }],
    [{ q: 'constructor:a' }, { from: 12, to: 13, completions: [] }],
    [
      { q: 'sort:o', kind: 'events' },
      { from: 5, to: 6, completions: ['oldest'] },
    ],
    [
      { q: 'type:view-d', kind: 'events' },
      { from: 5, to: 11, completions: ['view-deleted'] },
    ],
  ])('%j', async (params, expected) => {
    expect(await complete(params)).toEqual(expected);
  });

  test('are at most 20 words', async () => {
    expect((await complete({ q: 'type:', kind: 'events' })).completions).toHaveLength(20);
  });

  test('contain nothing of a private project of others', async () => {
    const prefix = unique('hidden');
    const viewer = await aUser(db);
    const project = await aProject(db, { id: `${prefix}-project`, mode: 'private' });
    await aFlag(db, { project, name: `${prefix}-flag` });
    await aSegment(db, { project, name: `${prefix} segment` });
    const words = async (caller: object) =>
      Promise.all(
        [
          { q: `project:${prefix}` },
          { q: `segment:${prefix}` },
          { q: `flag:${prefix}`, kind: 'events' },
          { q: `in:${prefix}`, kind: 'events' },
        ].map(async (params) => (await complete(params, caller)).completions),
      );

    expect(await words(admin)).toEqual([
      [project],
      [`"${prefix} segment"`],
      [`${prefix}-flag`],
      [project],
    ]);
    expect(await words(viewer)).toEqual([[], [], [], []]);
  });
});
