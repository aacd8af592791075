import { beforeEach, describe, expect, test } from 'vitest';
import { aFlag, aUser, type TestUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aProtectedProject, aProtection } from '../../testing/change-requests.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, get, post, put, admin } = await testApp();

type Scene = { flag: string; one: string; other: string; segment: number };

let project: string;
let scene: Scene;

beforeEach(async () => {
  project = await aProtectedProject(db);
  await aProtection(db, { project, environment: 'production' });
  const flag = await aFlag(db, { project });
  const [one, other] = [await aStrategy(db, { flag }), await aStrategy(db, { flag, sortOrder: 1 })];
  scene = { flag, one, other, segment: await aSegment(db, { project }) };
});

type Change = (scene: Scene) => object;

const title =
  (which: 'one' | 'other'): Change =>
  (it) => ({
    feature: it.flag,
    action: 'updateStrategy',
    payload: { id: it[which], title: unique('title') },
  });
const remove: Change = (it) => ({
  feature: it.flag,
  action: 'deleteStrategy',
  payload: { id: it.one },
});
const add: Change = (it) => ({
  feature: it.flag,
  action: 'addStrategy',
  payload: { name: 'default' },
});
const order: Change = (it) => ({
  feature: it.flag,
  action: 'reorderStrategy',
  payload: [
    { id: it.one, sortOrder: 2 },
    { id: it.other, sortOrder: 1 },
  ],
});
const switchOn: Change = (it) => ({
  feature: it.flag,
  action: 'updateEnabled',
  payload: { enabled: true },
});
const variants: Change = (it) => ({
  feature: it.flag,
  action: 'patchVariant',
  payload: { variants: [{ name: unique('v'), weight: 1000, weightType: 'variable' }] },
});
const archive: Change = (it) => ({ feature: it.flag, action: 'archiveFeature' });
const segment: Change = (it) => ({
  action: 'updateSegment',
  payload: { id: it.segment, name: unique('s'), constraints: [] },
});

const useSegment: Change = (it) => ({
  feature: it.flag,
  action: 'addStrategy',
  payload: { name: 'default', segments: [it.segment] },
});
const setConstraints: Change = (it) => ({
  action: 'updateSegment',
  payload: { id: it.segment, name: unique('s'), constraints },
});

async function propose(change: object, environment = 'development') {
  const author = await aUser(db);
  const { body, status } = await post(
    `/api/admin/projects/${project}/environments/${environment}/change-requests`,
    change,
    { token: author.token },
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return { id: body.id as number, author };
}

const path = (id: number) => `/api/admin/projects/${project}/change-requests/${id}`;

async function approve({ id, author }: { id: number; author: TestUser }): Promise<void> {
  await put(`${path(id)}/state`, { state: 'In review' }, { token: author.token });
  expect(await put(`${path(id)}/state`, { state: 'Approved' })).toMatchObject({ status: 200 });
}

async function schedule(change: object): Promise<number> {
  const request = await propose(change);
  await approve(request);
  const input = { state: 'Scheduled', scheduledAt: '2100-01-01T00:00:00.000Z' };
  expect(await put(`${path(request.id)}/state`, input)).toMatchObject({ status: 200 });
  return request.id;
}

async function conflictsOf(id: number) {
  const { features, segments } = (await get(path(id))).body;
  const [change] = [
    ...features.flatMap((group: { changes: unknown }) => group.changes),
    ...segments,
  ];
  return change.scheduleConflicts;
}

const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1'] }];

describe('a schedule whose request depends on', () => {
  const changeSegment = (id: number, input: object) =>
    put(`/api/admin/segments/${id}`, { name: unique('s'), constraints: [], ...input });
  const scheduleOf = async (id: number) => (await get(path(id))).body.schedule;

  test('a segment is suspended when its constraints change, not with its name', async () => {
    const shared = await aSegment(db, { name: unique('Beta') });
    const payload = { name: 'default', segments: [shared] };
    const id = await schedule({ feature: scene.flag, action: 'addStrategy', payload });
    await changeSegment(shared, { name: 'Beta testers' });
    expect(await scheduleOf(id)).toMatchObject({ status: 'pending' });

    await changeSegment(shared, { name: 'Beta testers', constraints });

    expect(await scheduleOf(id)).toEqual({
      status: 'suspended',
      scheduledAt: '2100-01-01T00:00:00.000Z',
      reason: `segment Beta testers was changed by ${admin.username}`,
    });
    const again = { state: 'Scheduled', scheduledAt: '2100-01-01T00:00:00.000Z' };
    expect((await put(`${path(id)}/state`, again)).status).toBe(409);
  });

  test('the default strategy or stickiness is suspended when they change', async () => {
    const flag = await aFlag(db, { project });
    const enabling = await schedule(switchOn({ ...scene, flag }));
    const adding = await schedule({
      feature: flag,
      action: 'addStrategy',
      payload: { name: 'flexibleRollout' },
    });
    const unaffected = await schedule(switchOn(scene));

    await post(`/api/admin/projects/${project}/environments/development/default-strategy`, {
      name: 'flexibleRollout',
      parameters: { rollout: '1' },
    });
    await put(`/api/admin/projects/${project}/settings`, {
      mode: 'open',
      defaultStickiness: 'sessionId',
    });

    expect((await scheduleOf(enabling)).reason).toBe(
      `the default strategy of environment development was changed by ${admin.username}`,
    );
    expect((await scheduleOf(adding)).reason).toBe(
      `the default stickiness of the project was changed by ${admin.username}`,
    );
    expect(await scheduleOf(unaffected)).toMatchObject({ status: 'pending' });
  });
});

describe('scheduleConflicts of a change', () => {
  test.each<[string, Change, Change, string, boolean]>([
    ['the same strategy', title('one'), title('one'), 'development', true],
    ['a deleted strategy', title('one'), remove, 'development', true],
    ['another strategy', title('one'), title('other'), 'development', false],
    ['a new strategy', title('one'), add, 'development', false],
    ['the order', order, order, 'development', true],
    ['the switch', switchOn, switchOn, 'development', true],
    ['the switch in another environment', switchOn, switchOn, 'production', false],
    ['the variants', variants, variants, 'development', true],
    ['the switch and the variants', switchOn, variants, 'development', false],
    ['an archived flag', variants, archive, 'production', true],
    ['a segment', segment, segment, 'production', true],
    ['a segment that it uses', useSegment, setConstraints, 'production', true],
    ['the name of a segment that it uses', useSegment, segment, 'production', false],
  ])(
    '%s: lists the requests that applying it suspends',
    async (_, planned, wanted, environment, breaks) => {
      const scheduled = await schedule(planned(scene));
      const request = await propose(wanted(scene), environment);

      const conflicts = await conflictsOf(request.id);

      const named = { changeRequests: [{ id: scheduled, title: `Change request #${scheduled}` }] };
      expect(conflicts).toEqual(breaks ? named : undefined);
      await approve(request);
      expect(await put(`${path(request.id)}/state`, { state: 'Applied' })).toMatchObject({
        status: 200,
      });
      const { status } = (await get(path(scheduled))).body.schedule;
      expect(status).toBe(breaks ? 'suspended' : 'pending');
    },
  );

  test('a scheduled request has none, and does not conflict with itself', async () => {
    const first = await schedule(variants(scene));
    const second = await schedule(variants(scene));

    expect([await conflictsOf(first), await conflictsOf(second)]).toEqual([undefined, undefined]);
  });
});
