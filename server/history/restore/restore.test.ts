import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aGrant,
  aProject,
  aUser,
  changesSince,
  lastEventId,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aProtection } from '../../testing/change-requests.ts';
import {
  aChangedWorld,
  makeChange,
  projectOf,
  randomChanges,
} from '../../testing/random-changes.ts';

const app = await testApp();
const { db, get, post, put, del } = app;
const pathOf = (project: string, name: string) => `/api/admin/projects/${project}/features/${name}`;

/** The newest version as stored, or that of an earlier event. */
async function newestVersion(name: string, until = Number.MAX_SAFE_INTEGER) {
  return db
    .selectFrom('versions')
    .select(['event_id as event', 'project', 'configuration'])
    .where('kind', '=', 'flag')
    .where('key', '=', name)
    .where('first_event_id', '<=', until)
    .orderBy('event_id', 'desc')
    .executeTakeFirst();
}

type Newest = Awaited<ReturnType<typeof newestVersion>>;
const textOf = (version: Newest) => JSON.stringify([version?.project, version?.configuration]);

/** Flags must exist and be active, as nothing else can be restored or undone. */
const isActive = (version: Newest) =>
  version?.configuration && !(version.configuration as { archived: boolean }).archived;

describe('random changes', () => {
  test('undone, leave the version before them; restored, leave no difference', async () => {
    const full = process.env.PENNON_TEST_FULL !== undefined;
    await fc.assert(
      fc.asyncProperty(randomChanges(full ? 100 : 40), async (changes) => {
        const world = await aChangedWorld(app);
        const events: number[] = [];
        for (const change of changes) {
          const name = world.flags[change.flag] ?? '';
          const before = await newestVersion(name);
          await makeChange(app, world, change);
          const after = await newestVersion(name);
          if (!after?.configuration || before?.event === after.event) continue;
          events.push(after.event);
          const path = pathOf((await projectOf(app, name)) ?? '', name);
          if (change.value < 5) await expectUndone(name, path, after.event, before);
          else if (isActive(after)) {
            await expectRestored(name, path, events[change.value % events.length] ?? 0);
          }
        }
      }),
      { numRuns: full ? 20 : 1 },
    );
  });
});

async function expectUndone(name: string, path: string, event: number, before: Newest) {
  const { status, body } = await post(`${path}/versions/${event}/undo`, {});
  expect(status, body.message).toBe(before?.configuration ? 200 : 409);
  if (status === 200) expect(textOf(await newestVersion(name))).toBe(textOf(before));
}

async function expectRestored(name: string, path: string, to: number) {
  const existed = (await newestVersion(name, to))?.configuration;
  const { status, body } = await post(`${path}/restore`, { to });
  if (!existed) return expect(status).toBe(404);
  // A flag that it depended on may be elsewhere now.
  if (status === 409) return expect(body.message).toContain('has no active flag');
  expect(status, body.message).toBe(200);
  const { changes } = (await get(`${path}/diff?from=${to}`)).body;
  expect(changes.filter((it: { action: string }) => it.action !== 'moveFeature')).toEqual([]);
}

/** A flag that is on in production at 25%, and then at 50%. */
async function aChangedRollout(project: string) {
  const name = await aFlag(db, { project });
  const strategies = `${pathOf(project, name)}/environments/production/strategies`;
  const rollout = (percent: string) => ({
    name: 'flexibleRollout',
    parameters: { rollout: percent, stickiness: 'default' },
  });
  const { body } = await post(strategies, rollout('25'));
  await post(`${pathOf(project, name)}/environments/production/on`);
  const then = await lastEventId(db);
  await put(`${strategies}/${body.id}`, rollout('50'));
  return { name, then, id: body.id, path: pathOf(project, name), strategies, rollout };
}

describe('GET /api/admin/projects/:projectId/features/:featureName/diff', () => {
  test('contains what changed in which environment, in plain words', async () => {
    const { path, then, id } = await aChangedRollout(await aProject(db));
    await put(path, { description: 'New' });

    const { body } = await get(`${path}/diff?from=${then}`);

    expect(body.changes).toMatchObject([
      { environment: null, sentences: ['Description changed from none to "New"'] },
      {
        environment: 'production',
        action: 'updateStrategy',
        before: { id, parameters: { rollout: '25' } },
        after: { id, parameters: { rollout: '50' } },
        sentences: ['Rollout of flexibleRollout in production changed from 25% to 50%'],
      },
    ]);
  });
});

describe('POST /api/admin/projects/:projectId/features/:featureName/restore', () => {
  test('in a protected environment creates a change request and changes nothing', async () => {
    const project = await aProject(db);
    const { path, then, name } = await aChangedRollout(project);
    await put(path, { description: 'New' });
    await aProtection(db, { project, environment: 'production' });
    const user = await aUser(db, { rootRole: 'Editor' });
    await aGrant(db, { project, role: 'Owner', userId: user.id });
    const before = await newestVersion(name);

    const preview = await post(`${path}/restore`, { to: then, dryRun: true }, user);
    expect(textOf(await newestVersion(name))).toBe(textOf(before));
    const environments = ['production'];
    const { body } = await post(`${path}/restore`, { to: then, environments }, user);

    expect(preview.body.applied).toMatchObject([{ action: 'updateFeature' }]);
    expect(preview.body.changeRequests).toMatchObject([{ id: null, environment: 'production' }]);
    expect(body).toMatchObject({
      applied: [],
      changeRequests: [
        {
          id: expect.any(Number),
          environment: 'production',
          changes: [{ action: 'updateStrategy' }],
        },
      ],
    });
    expect(textOf(await newestVersion(name))).toBe(textOf(before));
  });

  test('with propose creates one also of a caller who may skip it, as undo does', async () => {
    const project = await aProject(db);
    const { path, then, name } = await aChangedRollout(project);
    await aProtection(db, { project, environment: 'production' });
    const admin = await aUser(db, { rootRole: 'Admin' });
    const before = await newestVersion(name);
    const proposed = { applied: [], changeRequests: [{ environment: 'production' }] };

    const restored = await post(`${path}/restore`, { to: then, propose: true }, admin);
    const undo = `${path}/versions/${before?.event}/undo`;
    const undone = await post(undo, { propose: true, dryRun: true }, admin);

    expect(restored.body).toMatchObject(proposed);
    expect(undone.body).toMatchObject(proposed);
    expect(textOf(await newestVersion(name))).toBe(textOf(before));
    expect((await post(undo, {}, admin)).body.changeRequests).toEqual([]);
  });

  test('records the usual events, and none if nothing differs', async () => {
    const { path, then } = await aChangedRollout(await aProject(db));
    const start = await lastEventId(db);

    await post(`${path}/restore`, { to: then });
    const recorded = await changesSince(db, start);
    const repeated = await post(`${path}/restore`, { to: then });

    expect(recorded.map(({ type }) => type)).toEqual(['feature-strategy-update']);
    expect(repeated.body).toMatchObject({ applied: [], changeRequests: [] });
  });

  test('needs the permission of each change', async () => {
    const { path, then } = await aChangedRollout(await aProject(db));

    const { status, body } = await post(`${path}/restore`, { to: then }, await aUser(db));

    expect(status).toBe(403);
    expect(body.message).toContain('UPDATE_FEATURE_STRATEGY');
  });

  test('to a version with a segment that was deleted since is 409', async () => {
    const project = await aProject(db);
    const { path, strategies } = await aChangedRollout(project);
    const segment = (await post('/api/admin/segments', { name: unique('s'), constraints: [] }))
      .body;
    const added = (await post(strategies, { name: 'default', segments: [segment.id] })).body;
    const then = await lastEventId(db);
    await del(`${strategies}/${added.id}`);
    await del(`/api/admin/segments/${segment.id}`);

    const { status, body } = await post(`${path}/restore`, { to: then });

    expect(status).toBe(409);
    expect(body.message).toContain(`has no segment ${segment.id}`);
  });

  test('to a version with a parent that was archived since is 409', async () => {
    const project = await aProject(db);
    const { path } = await aChangedRollout(project);
    const parent = await aFlag(db, { project });
    await post(`${path}/dependencies`, { feature: parent });
    const then = await lastEventId(db);
    await del(`${path}/dependencies`);
    await del(pathOf(project, parent));

    const { status, body } = await post(`${path}/restore`, { to: then });

    expect(status).toBe(409);
    expect(body.message).toContain(`Project "${project}" has no active flag "${parent}".`);
  });

  test.each([
    [{ to: 'soon' }, '/body/to'],
    [{ to: 1, environments: ['nowhere'] }, '/body/environments/0'],
  ])('%j is 400', async (input, path) => {
    const changed = await aChangedRollout(await aProject(db));
    const body = input.to === 1 ? { ...input, to: changed.then } : input;

    const response = await post(`${changed.path}/restore`, body);

    expect(response).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });
});

describe('POST /api/admin/projects/:projectId/features/:featureName/versions/:eventId/undo', () => {
  test('leaves later changes, and refuses if they changed the same', async () => {
    const { path, name, strategies, rollout, id } = await aChangedRollout(await aProject(db));
    const event = await lastEventId(db);
    await put(path, { description: 'Later' });

    const undone = await post(`${path}/versions/${event}/undo`, {});
    expect(undone.status).toBe(200);
    const { body } = await get(path);
    expect(body.description).toBe('Later');
    expect(body.environments[1].strategies[0].parameters.rollout).toBe('25');

    await put(`${strategies}/${id}`, rollout('75'));
    const refused = await post(`${path}/versions/${event}/undo`, {});
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('strategies in production');
    expect((await newestVersion(name))?.event).toBe(await lastEventId(db));
  });

  test('names a request of the caller that is in conflict, unless nothing is proposed', async () => {
    const project = await aProject(db);
    const { path, id, name, strategies, rollout } = await aChangedRollout(project);
    await aProtection(db, { project, environment: 'production' });
    const admin = await aUser(db, { rootRole: 'Admin' });
    const draft = await post(
      `/api/admin/projects/${project}/environments/production/change-requests`,
      { feature: name, action: 'updateStrategy', payload: { id, ...rollout('99') } },
      admin,
    );
    await put(`${strategies}/${id}`, rollout('75'));
    const undo = (options: object) => post(`${path}/versions/${changed}/undo`, options, admin);
    const changed = await lastEventId(db);

    const proposed = await undo({ propose: true, dryRun: true });
    const direct = await undo({});

    expect(proposed.status).toBe(409);
    expect(proposed.body.message).toBe(
      `Change request ${draft.body.id} already changes ${name}, and its change can no longer be applied. Edit or discard that one first.`,
    );
    expect(direct.body).toMatchObject({ applied: [{ action: 'updateStrategy' }] });
  });

  test('a deleted strategy comes back with its id', async () => {
    const { path, strategies, id, name } = await aChangedRollout(await aProject(db));
    const before = await newestVersion(name);
    await del(`${strategies}/${id}`);

    const { status } = await post(`${path}/versions/${await lastEventId(db)}/undo`);

    expect(status).toBe(200);
    expect(textOf(await newestVersion(name))).toBe(textOf(before));
  });

  test('of the event that created the flag is 409, also of one of the same name before', async () => {
    const project = await aProject(db);
    const { path, name } = await aChangedRollout(project);
    await del(path);
    await del(`/api/admin/archive/${name}`);
    const deletion = await lastEventId(db);
    await post(`/api/admin/projects/${project}/features`, { name });
    const creation = await lastEventId(db);
    const undo = (event: number) => post(`${path}/versions/${event}/undo`);

    const refused = [await undo(creation), await undo(deletion)];

    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    expect(refused.map(({ body }) => body.message)).toEqual([
      `Event ${creation} cannot be undone: there is no version before it.`,
      `Event ${deletion} cannot be undone: it deleted the flag.`,
    ]);
  });

  test('of an event of another flag is 404', async () => {
    const { path } = await aChangedRollout(await aProject(db));
    await post('/api/admin/projects/default/features', { name: unique('flag') });

    const { status } = await post(`${path}/versions/${await lastEventId(db)}/undo`, {});

    expect(status).toBe(404);
  });
});
