import { beforeEach, describe, expect, test } from 'vitest';
import { aFlag, aUser, changesSince, lastEventId, type TestUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aChangeRequest, aProtectedProject, aReviewer } from '../../testing/change-requests.ts';
import { aStrategy } from '../../testing/targeting.ts';

const { db, call, get, post, put, del } = await testApp();

let project: string;
let flag: string;
let author: TestUser;
let id: number;
let path: string;

beforeEach(async () => {
  project = await aProtectedProject(db);
  flag = await aFlag(db, { project });
  author = await aUser(db);
  id = await aChangeRequest(db, { project, author: author.id, flag, state: 'In review' });
  path = `/api/admin/projects/${project}/change-requests/${id}`;
});

const addition = (title: string) => ({
  feature: flag,
  action: 'addStrategy',
  payload: { name: 'default', title },
});

const changeIds = async () =>
  (await get(path)).body.features.flatMap((group: { changes: { id: number }[] }) =>
    group.changes.map((change) => change.id),
  );

describe('PUT /api/admin/projects/:projectId/change-requests/:id/changes/:changeId', () => {
  test('replaces the change and records both; a repetition records nothing', async () => {
    const [changeId] = await changeIds();
    const before = await lastEventId(db);
    const edit = () => put(`${path}/changes/${changeId}`, addition('x'), { token: author.token });

    const { body } = await edit();
    await edit();

    expect(body.features[0].changes).toMatchObject([{ id: changeId, action: 'addStrategy' }]);
    const which = { changeRequestId: id, title: `Change request #${id}`, changeId, feature: flag };
    expect(await changesSince(db, before)).toEqual([
      {
        type: 'change-edited',
        project,
        environment: 'development',
        featureName: flag,
        data: { ...which, action: 'addStrategy', payload: { name: 'default', title: 'x' } },
        preData: { ...which, action: 'updateEnabled', payload: { enabled: true } },
      },
    ]);
  });

  test('payloads are validated, unknown changes are 404, other users are refused', async () => {
    const [changeId] = await changeIds();
    const stranger = await aUser(db);
    const wrong = { feature: flag, action: 'addStrategy', payload: { name: 'no-such-type' } };

    const refused = await put(`${path}/changes/${changeId}`, wrong, { token: author.token });

    expect(refused).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/payload/name' }] },
    });
    expect((await put(`${path}/changes/2147483647`, addition('x'))).status).toBe(404);
    const foreign = await put(`${path}/changes/${changeId}`, addition('x'), {
      token: stranger.token,
    });
    expect(foreign.status).toBe(403);
  });

  test.each(['Scheduled', 'Applied', 'Cancelled', 'Rejected'] as const)(
    'a request that is %s cannot be edited',
    async (state) => {
      await db.updateTable('change_requests').set({ state }).where('id', '=', id).execute();
      const [changeId] = await changeIds();

      const response = await put(`${path}/changes/${changeId}`, addition('x'));

      expect(response.status).toBe(409);
      expect(response.body.message).toContain(`is ${state}`);
    },
  );
});

describe('If-Match', () => {
  const version = async () => String((await get(path)).headers.etag);
  const approve = (tag: string | undefined, { token }: TestUser) =>
    call('PUT', `${path}/state`, {
      body: { state: 'Approved' },
      token,
      ...(tag === undefined ? {} : { headers: { 'if-match': tag } }),
    });

  test('only the changes of that version are approved', async () => {
    const reviewer = await aReviewer(db, project);
    const { token } = author;
    const [changeId] = await changeIds();
    const edit = (title: string) => put(`${path}/changes/${changeId}`, addition(title), { token });
    await edit('25%');
    const seen = await version();
    await edit('100%');

    expect(await approve(seen, reviewer)).toMatchObject({
      status: 412,
      body: { name: 'PreconditionFailedError' },
    });
    expect((await get(path)).body).toMatchObject({ state: 'In review', approvals: [] });
    expect((await approve(await version(), reviewer)).body).toEqual({ state: 'Approved' });
  });

  test('an added and a discarded change are other changes', async () => {
    const { token } = author;
    const seen = await version();

    await post(
      `/api/admin/projects/${project}/environments/development/change-requests`,
      addition('x'),
      { token },
    );
    const added = await version();
    await del(`${path}/changes/${(await changeIds())[0]}`, { token });

    expect(new Set([seen, added, await version()]).size).toBe(3);
  });

  test('a title, a comment and an approval are no other changes; without it all are accepted', async () => {
    const reviewer = await aReviewer(db, project);
    await db.updateTable('change_requests').set({ min_approvals: 2 }).execute();
    const seen = await version();
    await put(`${path}/title`, { title: 'Named' }, { token: author.token });
    await post(`${path}/comments`, { text: 'Why?' }, { token: author.token });

    expect((await approve(undefined, reviewer)).status).toBe(200);
    expect((await approve(seen, await aReviewer(db, project))).body).toEqual({ state: 'Approved' });
  });
});

describe('If-Match, when a change is edited or discarded', () => {
  const write = (method: 'PUT' | 'DELETE', change: number, tag: string, title = 'x') =>
    call(method, `${path}/changes/${change}`, {
      ...(method === 'PUT' ? { body: addition(title) } : {}),
      token: author.token,
      headers: { 'if-match': tag },
    });
  const version = async () => String((await get(path)).headers.etag);

  test('refuses what is based on another version, and records nothing', async () => {
    const [changeId] = await changeIds();
    const seen = await version();
    const edited = await write('PUT', changeId, seen, 'first');
    const before = await lastEventId(db);

    const refused = [await write('PUT', changeId, seen, 'second')];
    refused.push(await write('DELETE', changeId, seen));

    expect(edited).toMatchObject({ status: 200, headers: { etag: await version() } });
    expect(refused.map(({ status, body }) => [status, body.name])).toEqual([
      [412, 'PreconditionFailedError'],
      [412, 'PreconditionFailedError'],
    ]);
    expect(await changesSince(db, before)).toEqual([]);
    expect(await changeIds()).toEqual([changeId]);
    expect((await write('PUT', changeId, String(edited.headers.etag), 'third')).status).toBe(200);
  });

  test('also of a change that was discarded meanwhile', async () => {
    const [changeId] = await changeIds();
    const { token } = author;
    await post(
      `/api/admin/projects/${project}/environments/development/change-requests`,
      addition('x'),
      { token },
    );
    const seen = await version();
    expect((await write('DELETE', changeId, seen)).status).toBe(200);

    expect((await write('PUT', changeId, seen)).status).toBe(412);
  });
});

describe('DELETE /api/admin/projects/:projectId/change-requests/:id/changes/:changeId', () => {
  test('removes a change, records it and voids approvals; the last one cannot be removed', async () => {
    const reviewer = await aReviewer(db, project);
    const { token } = author;
    await post(
      `/api/admin/projects/${project}/environments/development/change-requests`,
      addition('x'),
      { token },
    );
    await put(`${path}/state`, { state: 'Approved' }, { token: reviewer.token });
    const [first, second] = await changeIds();
    const before = await lastEventId(db);

    const { status } = await del(`${path}/changes/${first}`, { token });
    const last = await del(`${path}/changes/${second}`, { token });

    expect(status).toBe(200);
    expect(last).toMatchObject({ status: 409 });
    expect(await changeIds()).toEqual([second]);
    expect((await get(path)).body).toMatchObject({ state: 'In review', approvals: [] });
    expect(await changesSince(db, before)).toMatchObject([
      {
        type: 'change-discarded',
        featureName: flag,
        environment: 'development',
        preData: { changeRequestId: id, changeId: first, action: 'updateEnabled' },
      },
    ]);
  });
});

describe('PUT /api/admin/projects/:projectId/change-requests/:id/title', () => {
  test('the author sets the title, which is recorded; blank titles and other users are refused', async () => {
    const { token } = author;
    const before = await lastEventId(db);

    expect((await put(`${path}/title`, { title: ' Half ' }, { token })).status).toBe(204);
    expect((await put(`${path}/title`, { title: 'Half' }, { token })).status).toBe(204);

    expect(await changesSince(db, before)).toEqual([
      {
        type: 'change-edited',
        project,
        environment: 'development',
        featureName: null,
        data: { changeRequestId: id, title: 'Half' },
        preData: { changeRequestId: id, title: `Change request #${id}` },
      },
    ]);
    expect((await get(path)).body.title).toBe('Half');
    expect((await put(`${path}/title`, { title: '  ' }, { token })).status).toBe(400);
    expect((await put(`${path}/title`, { title: 'x'.repeat(256) }, { token })).status).toBe(400);
    const stranger = await aUser(db);
    expect((await put(`${path}/title`, { title: 'x' }, { token: stranger.token })).status).toBe(
      403,
    );
  });

  test('a new title does not void approvals', async () => {
    const reviewer = await aReviewer(db, project);
    await put(`${path}/state`, { state: 'Approved' }, { token: reviewer.token });

    await put(`${path}/title`, { title: 'Named' }, { token: author.token });

    expect((await get(path)).body).toMatchObject({ state: 'Approved', approvals: [{}] });
  });

  test('a composed title is composed again when the changes change, another one stays', async () => {
    const { token } = author;
    const changes = `/api/admin/projects/${project}/environments/development/change-requests`;
    let before = 0;
    const titleAfterChange = async (title: object) => {
      await put(`${path}/title`, title, { token });
      before = await lastEventId(db);
      await post(changes, addition('x'), { token });
      return (await get(path)).body.title;
    };

    expect(await titleAfterChange({ title: 'Switch it on', composed: true })).toBe(
      `${flag}: switch on, add strategy x in development`,
    );
    expect((await changesSince(db, before)).map(({ type }) => type)).toEqual(['change-added']);
    expect(await titleAfterChange({ title: 'Half of the users' })).toBe('Half of the users');
    expect(await changesSince(db, before)).toHaveLength(1);
  });

  test('a composed title has both values of a rollout', async () => {
    const { token } = author;
    const parameters = { rollout: '64', stickiness: 'default', groupId: 'g' };
    const strategy = await aStrategy(db, { flag, name: 'flexibleRollout', parameters });
    const [changeId] = await changeIds();
    await put(`${path}/title`, { title: 'Switch it on', composed: true }, { token });
    const payload = { id: strategy, parameters: { ...parameters, rollout: '70' } };
    const wanted = { feature: flag, action: 'updateStrategy', payload };

    await put(`${path}/changes/${changeId}`, wanted, { token });

    const title = `${flag}: rollout 64% → 70% in development`;
    expect((await get(path)).body.title).toBe(title);
  });
});
