import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aGrant,
  aProject,
  aRole,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, get, post, put, del } = await testApp();

const path = '/api/admin/segments';
const body = (project?: string | null) => ({
  name: unique('s'),
  constraints: [],
  ...(project === undefined ? {} : { project }),
});

/** A user who may change the segments of these projects only. */
async function anOwner(...projects: string[]) {
  const user = await aUser(db);
  for (const project of projects) await aGrant(db, { project, userId: user.id, role: 'Owner' });
  return { token: user.token };
}

async function ownerOf(id: number): Promise<string | null> {
  return (await get(`${path}/${id}`)).body.project;
}

describe('POST /api/admin/segments', () => {
  test('UPDATE_PROJECT_SEGMENT applies to the project that the body names, and to no other', async () => {
    const [own, other] = [await aProject(db), await aProject(db)];
    const owner = await anOwner(own);

    const [here, there, everywhere] = [
      await post(path, body(own), owner),
      await post(path, body(other), owner),
      await post(path, body(), owner),
    ];

    expect(here.status).toBe(201);
    expect(there).toMatchObject({
      status: 403,
      body: {
        name: 'NoAccessError',
        details: [
          { message: `Missing permission CREATE_SEGMENT in project "${other}".` },
          { message: `Missing permission UPDATE_PROJECT_SEGMENT in project "${other}".` },
        ],
      },
    });
    expect(everywhere).toMatchObject({
      status: 403,
      body: { details: [{ message: 'Missing permission CREATE_SEGMENT.' }] },
    });
  });

  test('a Member of the project is refused; CREATE_SEGMENT applies to every project', async () => {
    const project = await aProject(db);
    const member = await aUser(db);
    await aGrant(db, { project, userId: member.id, role: 'Member' });
    const editor = await aUser(db, { rootRole: 'Editor' });

    expect((await post(path, body(project), { token: member.token })).status).toBe(403);
    expect((await post(path, body(project), { token: editor.token })).status).toBe(201);
    expect((await post(path, body(), { token: editor.token })).status).toBe(201);
  });

  test('a hidden project is reported like one that does not exist', async () => {
    const hidden = await aProject(db, { mode: 'private' });
    const owner = await anOwner(await aProject(db));

    const secret = await post(path, body(hidden), owner);
    const unknown = await post(path, body('moon'), owner);

    expect([secret.status, unknown.status]).toEqual([400, 400]);
    expect(secret.body.message.replace(hidden, 'moon')).toBe(unknown.body.message);
  });
});

describe('PUT /api/admin/segments/:id', () => {
  test('the permission is required in the stored project, whatever project the body names', async () => {
    const [own, other] = [await aProject(db), await aProject(db)];
    const owner = await anOwner(own);
    const [mine, theirs, shared] = [
      await aSegment(db, { project: own }),
      await aSegment(db, { project: other }),
      await aSegment(db),
    ];
    const before = await lastEventId(db);

    const refused = [
      await put(`${path}/${theirs}`, body(own), owner),
      await put(`${path}/${shared}`, body(own), owner),
      await put(`${path}/${mine}`, body(other), owner),
      await put(`${path}/${mine}`, body(null), owner),
      await put(`${path}/${mine}`, body(''), owner),
    ];

    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(await changesSince(db, before)).toEqual([]);
    expect((await put(`${path}/${mine}`, body(own), owner)).status).toBe(204);
    expect((await put(`${path}/${mine}`, body(), owner)).status).toBe(204);
    expect(await ownerOf(mine)).toBe(own);
  });

  test('moving a segment requires the permission in both projects', async () => {
    const [from, to] = [await aProject(db), await aProject(db)];
    const id = await aSegment(db, { project: from });
    const before = await lastEventId(db);

    const { status } = await put(`${path}/${id}`, body(to), await anOwner(from, to));

    expect(status).toBe(204);
    expect(await changesSince(db, before)).toMatchObject([
      { type: 'segment-updated', project: to, data: { project: to }, preData: { project: from } },
    ]);
  });

  test('a custom role with UPDATE_PROJECT_SEGMENT is enough', async () => {
    const project = await aProject(db);
    const role = await aRole(db, { permissions: [{ permission: 'UPDATE_PROJECT_SEGMENT' }] });
    const user = await aUser(db);
    await aGrant(db, { project, userId: user.id, role });
    const id = await aSegment(db, { project });

    expect((await put(`${path}/${id}`, body(), { token: user.token })).status).toBe(204);
    expect((await del(`${path}/${id}`, { token: user.token })).status).toBe(204);
  });

  test('it cannot be moved to a project while flags or default strategies of another project use it', async () => {
    const [project, elsewhere] = [await aProject(db), await aProject(db)];
    const id = await aSegment(db);
    const [inside, outside] = [await aFlag(db, { project }), await aFlag(db)];
    await aStrategy(db, { flag: inside, segments: [id] });
    const strategy = await aStrategy(db, { flag: outside, segments: [id] });
    const setDefault = (strategy: object) =>
      db
        .updateTable('project_environments')
        .set({ default_strategy: JSON.stringify(strategy) })
        .where('project', '=', elsewhere)
        .execute();
    await setDefault({ segments: [id] });

    const both = await put(`${path}/${id}`, body(project));
    await db.deleteFrom('strategies').where('id', '=', strategy).execute();
    const one = await put(`${path}/${id}`, body(project));
    await setDefault({ segments: [] });
    const none = await put(`${path}/${id}`, body(project));

    expect(both).toMatchObject({ status: 400, body: { details: [{ path: '/body/project' }] } });
    expect(both.body.message).toContain(`flag ${outside} and of project ${elsewhere} use it`);
    expect(both.body.message).not.toContain(inside);
    expect(one.body.message).toContain(`of project ${elsewhere} use it`);
    expect(none.status).toBe(204);
  });

  test.each([null, ''])('the project %j makes it available to all projects', async (project) => {
    const id = await aSegment(db, { project: await aProject(db) });

    expect((await put(`${path}/${id}`, body(project))).status).toBe(204);
    expect(await ownerOf(id)).toBeNull();
  });

  test('it cannot be moved to an unknown project', async () => {
    const response = await put(`${path}/${await aSegment(db)}`, body('moon'));

    expect(response).toMatchObject({ status: 400, body: { details: [{ path: '/body/project' }] } });
  });
});

describe('DELETE /api/admin/segments/:id', () => {
  test('the permission is required in the stored project', async () => {
    const [own, other] = [await aProject(db), await aProject(db)];
    const owner = await anOwner(own);
    const remove = async (project?: string) =>
      (await del(`${path}/${await aSegment(db, project ? { project } : {})}`, owner)).status;

    expect([await remove(own), await remove(other), await remove()]).toEqual([204, 403, 403]);
  });

  test('a segment of a hidden project is reported as missing, and is not deleted', async () => {
    const id = await aSegment(db, { project: await aProject(db, { mode: 'private' }) });
    const { token } = await aUser(db);

    const responses = [
      await get(`${path}/${id}`, { token }),
      await get(`${path}/${id}/strategies`, { token }),
      await put(`${path}/${id}`, body(), { token }),
      await del(`${path}/${id}`, { token }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 204]);
    expect((await get(`${path}/${id}`)).status).toBe(200);
  });
});

describe('GET /api/admin/segments', () => {
  test('the list and its counts are limited to projects the caller may see', async () => {
    const hidden = await aProject(db, { mode: 'private' });
    const [open, secret] = [await aSegment(db), await aSegment(db, { project: hidden })];
    await aStrategy(db, { flag: await aFlag(db, { project: hidden }), segments: [open] });
    await aStrategy(db, { flag: await aFlag(db), segments: [open] });
    const [viewer, member] = [await aUser(db), await anOwner(hidden)];

    const [little, all] = [await get(path, { token: viewer.token }), await get(path, member)];

    const find = (response: typeof all, wanted: number) =>
      response.body.segments.find(({ id }: { id: number }) => id === wanted);
    expect(find(little, open)).toMatchObject({ usedInFeatures: 1, usedInProjects: 1 });
    expect(find(little, secret)).toBeUndefined();
    expect(find(all, open)).toMatchObject({ usedInFeatures: 2, usedInProjects: 2 });
    expect(find(all, secret)).toBeDefined();
    const uses = await get(`${path}/${open}/strategies`, { token: viewer.token });
    expect(uses.body.strategies).toHaveLength(1);
  });
});

describe('DELETE /api/admin/projects/:projectId', () => {
  test('the segments of the project are deleted with it, each with an event', async () => {
    const project = await aProject(db);
    const [one, two] = [await aSegment(db, { project }), await aSegment(db, { project })];
    const unrelated = await aSegment(db);
    const flag = await aFlag(db, { project, archivedAt: '2020-01-01T00:00:00.000Z' });
    await aStrategy(db, { flag, segments: [one, unrelated] });
    const before = await lastEventId(db);

    const { status } = await del(`/api/admin/projects/${project}`);

    expect(status).toBe(200);
    expect(await changesSince(db, before)).toMatchObject([
      { type: 'feature-deleted', project },
      { type: 'segment-deleted', project, data: null, preData: { id: one, project } },
      { type: 'segment-deleted', project, data: null, preData: { id: two, project } },
      { type: 'project-deleted', project },
    ]);
    expect((await get(`${path}/${unrelated}`)).status).toBe(200);
    expect((await get(`${path}/${one}`)).status).toBe(404);
  });
});
