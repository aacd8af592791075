import { beforeEach, describe, expect, test } from 'vitest';
import {
  aFlag,
  aUser,
  changesSince,
  eventsSince,
  lastEventId,
  type TestUser,
  unique,
} from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import {
  aChangeRequest,
  aProtectedProject,
  aProtection,
  aReviewer,
  isEnabled,
  strategyRow,
} from '../../testing/change-requests.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';
import { inTransaction } from '../../transactions.ts';
import { applyNextDue } from './commands.ts';

const { db, get, post, put, del, admin } = await testApp();

let project: string;
let flag: string;
let reviewer: TestUser;

beforeEach(async () => {
  project = await aProtectedProject(db);
  flag = await aFlag(db, { project });
  reviewer = await aReviewer(db, project);
});

const later = '2100-01-01T00:00:00.000Z';
const requests = () => `/api/admin/projects/${project}/change-requests`;
const flagPath = () => `/api/admin/projects/${project}/features/${flag}/environments/development`;

const run = () => inTransaction(db, applyNextDue);

async function makeDue(id: number, scheduledAt = '2020-01-01T00:00:00.000Z'): Promise<void> {
  await db
    .updateTable('change_request_schedules')
    .set({ scheduled_at: scheduledAt })
    .where('change_request_id', '=', id)
    .execute();
}

/** Proposed by an author, then approved and scheduled by the reviewer. */
async function schedule(action: string, payload?: unknown, scheduledAt = later): Promise<number> {
  const author = await aUser(db);
  const feature = action.endsWith('Segment') ? null : flag;
  const { body, status } = await post(
    `/api/admin/projects/${project}/environments/development/change-requests`,
    { feature, action, payload },
    { token: author.token },
  );
  expect(status, JSON.stringify(body)).toBe(200);
  await put(`${requests()}/${body.id}/state`, { state: 'In review' }, { token: author.token });
  for (const input of [{ state: 'Approved' }, { state: 'Scheduled', scheduledAt }]) {
    const response = await put(`${requests()}/${body.id}/state`, input, { token: reviewer.token });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
  }
  return body.id;
}

const read = async (id: number) => (await get(`${requests()}/${id}`)).body;

describe('a scheduled change request', () => {
  test('is applied when it is due, as the user who scheduled it', async () => {
    const id = await schedule('updateEnabled', { enabled: true });
    expect(await read(id)).toMatchObject({
      state: 'Scheduled',
      schedule: { status: 'pending', scheduledAt: later },
    });
    expect(await run()).toBe('none');
    await makeDue(id);
    const before = await lastEventId(db);

    expect(await run()).toBe('applied');
    expect(await run()).toBe('none');

    const recorded = await eventsSince(db, before);
    expect(recorded.map(({ type, createdByUserId }) => [type, createdByUserId])).toEqual([
      ['feature-strategy-add', reviewer.id],
      ['feature-environment-enabled', reviewer.id],
      ['change-request-scheduled-application-success', reviewer.id],
    ]);
    expect(await isEnabled(db, flag)).toBe(true);
    const applied = await read(id);
    expect(applied.state).toBe('Applied');
    expect(applied).not.toHaveProperty('schedule');
  });

  test('is applied even if change requests were disabled meanwhile', async () => {
    const id = await schedule('updateEnabled', { enabled: true });
    await aProtection(db, { project, approvals: null });
    await makeDue(id);

    expect(await run()).toBe('applied');
  });

  test('that cannot be applied is failed, with a reason, and can be scheduled again', async () => {
    const id = await schedule('addStrategy', { name: 'default' });
    const added: string[] = [];
    for (let count = 0; count < 30; count++) added.push(await aStrategy(db, { flag }));
    await makeDue(id);
    const before = await lastEventId(db);

    expect(await run()).toMatchObject({ changeRequestId: id });
    expect(await run()).toBe('none');

    const { state, schedule: failed } = await read(id);
    const reason = expect.stringContaining('addStrategy');
    expect(state).toBe('Scheduled');
    expect(failed).toEqual({
      status: 'failed',
      scheduledAt: '2020-01-01T00:00:00.000Z',
      reason,
      failureReason: reason,
    });
    expect(failed.reason).toContain('A flag has at most 30 strategies');
    expect(await changesSince(db, before)).toMatchObject([
      {
        type: 'change-request-scheduled-application-failure',
        project,
        environment: 'development',
        data: { changeRequestId: id, reason },
      },
    ]);
    await db
      .deleteFrom('strategies')
      .where('id', '=', added[0] ?? '')
      .execute();
    const input = { state: 'Scheduled', scheduledAt: later };
    expect(await put(`${requests()}/${id}/state`, input, { token: reviewer.token })).toMatchObject({
      status: 200,
    });
    expect((await read(id)).schedule).toEqual({ status: 'pending', scheduledAt: later });
  });

  test('fails if the user who scheduled it may no longer apply it', async () => {
    const id = await schedule('updateEnabled', { enabled: true });
    await db.deleteFrom('role_grants').where('user_id', '=', reviewer.id).execute();
    await makeDue(id);

    await run();

    expect((await read(id)).schedule.reason).toContain('may no longer apply');
    expect(await isEnabled(db, flag)).toBe(false);
  });

  test('requests of one project are applied in the order of their times', async () => {
    const [second, first] = [
      await schedule('updateEnabled', { enabled: false }),
      await schedule('updateEnabled', { enabled: true }),
    ];
    await makeDue(first, '2020-01-01T00:00:00.000Z');
    await makeDue(second, '2020-01-02T00:00:00.000Z');
    const before = await lastEventId(db);

    await run();
    await run();

    const switches = (await changesSince(db, before)).map(({ type }) => type);
    expect(switches.filter((type) => type.startsWith('feature-environment'))).toEqual([
      'feature-environment-enabled',
      'feature-environment-disabled',
    ]);
  });
});

describe('a schedule is suspended', () => {
  async function expectSuspended(id: number, reason: string | RegExp, before: number) {
    const { state, schedule: suspended } = await read(id);
    expect(state).toBe('Scheduled');
    expect(suspended).toEqual({
      status: 'suspended',
      scheduledAt: later,
      reason: expect.stringMatching(reason),
    });
    const recorded = (await changesSince(db, before)).at(-1);
    expect(recorded).toMatchObject({
      type: 'change-request-schedule-suspended',
      project,
      environment: 'development',
      data: { changeRequestId: id, reason: suspended.reason },
    });
    await makeDue(id);
    expect(await run()).toBe('none');
  }

  test('when the strategy it changes is changed or removed', async () => {
    const strategy = await aStrategy(db, { flag, title: 'Beta' });
    const [update, removal] = [
      await schedule('updateStrategy', { id: strategy, disabled: true }),
      await schedule('deleteStrategy', { id: strategy }),
    ];
    const before = await lastEventId(db);

    await put(`${flagPath()}/strategies/${strategy}`, { title: 'Gamma' });

    expect((await read(update)).schedule.status).toBe('suspended');
    await expectSuspended(
      removal,
      `strategy Gamma of flag ${flag} was changed by ${admin.username}`,
      before,
    );
  });

  test('when a flag in it is archived', async () => {
    const id = await schedule('addStrategy', { name: 'default' });
    const before = await lastEventId(db);

    await del(`/api/admin/projects/${project}/features/${flag}`);

    await expectSuspended(id, `flag ${flag} was archived by ${admin.username}`, before);
  });

  test('when its variants or its segment are changed', async () => {
    const segment = await aSegment(db, { project });
    const ids = [
      await schedule('patchVariant', { variants: [{ name: 'a', weight: 1000 }] }),
      await schedule('updateSegment', { id: segment, name: unique('s'), constraints: [] }),
    ];

    await put(`${flagPath()}/variants`, [{ name: 'b', weight: 1000 }]);
    await put(`/api/admin/segments/${segment}`, { name: unique('t'), constraints: [] });

    const reasons = await Promise.all(ids.map(async (id) => (await read(id)).schedule.reason));
    expect(reasons).toEqual([
      `the list of variants of flag ${flag} was changed by ${admin.username}`,
      expect.stringMatching(/^segment .* was changed by/),
    ]);
  });

  test('when the user who scheduled it is deleted', async () => {
    const id = await schedule('updateEnabled', { enabled: true });
    const before = await lastEventId(db);

    await del(`/api/admin/user-admin/${reviewer.id}`);

    await expectSuspended(
      id,
      `user ${reviewer.username}, who scheduled it, was deleted by ${admin.username}`,
      before,
    );
  });

  test('not by changes of other subjects, or in other environments', async () => {
    const strategy = await aStrategy(db, { flag });
    const other = await aStrategy(db, { flag, environment: 'production' });
    const ids = [
      await schedule('updateStrategy', { id: strategy, title: 'x' }),
      await schedule('patchVariant', { variants: [{ name: 'a', weight: 1000 }] }),
    ];

    await put(`${flagPath().replace('development', 'production')}/strategies/${other}`, {
      title: 'y',
    });
    await put(`${flagPath().replace('development', 'production')}/variants`, [
      { name: 'c', weight: 1000 },
    ]);
    await post(`${flagPath()}/strategies`, { name: 'default' });

    for (const id of ids) expect((await read(id)).schedule.status).toBe('pending');
  });

  test('and can be applied immediately, or rejected', async () => {
    const strategy = await aStrategy(db, { flag });
    const [one, other] = [
      await schedule('updateStrategy', { id: strategy, disabled: true }),
      await schedule('updateStrategy', { id: strategy, disabled: true }),
    ];
    await put(`${flagPath()}/strategies/${strategy}`, { title: 'y' });

    const applied = await put(
      `${requests()}/${one}/state`,
      { state: 'Applied' },
      { token: reviewer.token },
    );
    const rejected = await put(`${requests()}/${other}/state`, { state: 'Rejected' });

    expect([applied.status, rejected.status]).toEqual([200, 200]);
    expect(await strategyRow(db, strategy)).toMatchObject({ title: 'y', disabled: true });
  });
});

describe('a schedule that follows another', () => {
  test('is not suspended by it, has no conflict with it, and overrides the same members', async () => {
    const strategy = await aStrategy(db, {
      flag,
      name: 'flexibleRollout',
      parameters: { rollout: '10', stickiness: 'default', groupId: 'g' },
    });
    const rollout = (share: string) => ({
      id: strategy,
      parameters: { rollout: share, stickiness: 'default', groupId: 'g' },
    });
    const first = await schedule('updateStrategy', { ...rollout('50'), title: 'Half' });
    const second = await schedule('updateStrategy', rollout('100'), '2100-01-02T00:00:00.000Z');
    await makeDue(first);
    expect(await run()).toBe('applied');
    expect(await strategyRow(db, strategy)).toMatchObject({ title: 'Half', rollout: '50' });
    expect(await read(second)).toMatchObject({ schedule: { status: 'pending' } });
    expect(JSON.stringify(await read(second))).not.toContain('"conflict"');
    await makeDue(second);

    expect(await run()).toBe('applied');

    expect(await strategyRow(db, strategy)).toMatchObject({ title: 'Half', rollout: '100' });
  });

  test('suspends it when applied first', async () => {
    const strategy = await aStrategy(db, { flag });
    const first = await schedule('updateStrategy', { id: strategy, title: 'One' });
    const second = await schedule(
      'updateStrategy',
      { id: strategy, title: 'Two' },
      '2100-01-02T00:00:00.000Z',
    );

    await put(`${requests()}/${second}/state`, { state: 'Applied' }, { token: reviewer.token });

    expect((await read(first)).schedule.status).toBe('suspended');
  });
});

describe('GET /api/admin/projects/:projectId/change-requests/scheduled', () => {
  test('returns all of the project, or those that match any of the parameters', async () => {
    const strategy = await aStrategy(db, { flag });
    const [byStrategy, byVariants] = [
      await schedule('updateStrategy', { id: strategy, title: 'x' }),
      await schedule('patchVariant', { variants: [{ name: 'a', weight: 1000 }] }),
    ];
    const elsewhere = await aFlag(db, { project });
    const byFlag = await aChangeRequest(db, {
      project,
      author: reviewer.id,
      state: 'Scheduled',
      flag: elsewhere,
      title: 'Elsewhere',
    });
    const scheduledIds = async (query: string) =>
      (await get(`${requests()}/scheduled${query}`)).body.map((it: { id: number }) => it.id);

    expect(await scheduledIds('')).toEqual([byStrategy, byVariants, byFlag]);
    expect(await scheduledIds(`?strategyId=${strategy.toUpperCase()}`)).toEqual([byStrategy]);
    expect(await scheduledIds(`?variantForFlag=${flag}&feature=${elsewhere}`)).toEqual([
      byVariants,
      byFlag,
    ]);
    expect(await scheduledIds(`?feature=${flag}&feature=${elsewhere}`)).toEqual([
      byStrategy,
      byVariants,
      byFlag,
    ]);
    expect((await get(`${requests()}/scheduled?feature=${elsewhere}`)).body).toEqual([
      { id: byFlag, title: 'Elsewhere', environment: 'development' },
    ]);
    expect((await get(`${requests()}/scheduled?strategyId=x`)).status).toBe(400);
  });
});
