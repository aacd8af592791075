import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';
import { aFlag, aUser, type TestUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import {
  aProtectedProject,
  aReviewer,
  isEnabled,
  requestCalls,
} from '../../testing/change-requests.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

const { db, get, post, put, del, admin } = await testApp();

let project: string;
let flag: string;
let author: TestUser;
let reviewer: TestUser;

beforeEach(async () => {
  project = await aProtectedProject(db);
  flag = await aFlag(db, { project });
  // May change shared segments directly, where they are not used.
  author = await aUser(db, { rootRole: 'Editor' });
  reviewer = await aReviewer(db, project);
});

const requests = () => `/api/admin/projects/${project}/change-requests`;
const employees = [
  {
    contextName: 'userId',
    operator: 'IN',
    values: ['1', '2'],
    caseInsensitive: false,
    inverted: false,
  },
];
const switchOn = () => ({ feature: flag, action: 'updateEnabled', payload: { enabled: true } });
const addStrategy = (payload: object) => ({
  feature: flag,
  action: 'addStrategy',
  payload: { name: 'flexibleRollout', parameters: { stickiness: 'userId' }, ...payload },
});

async function propose(...changes: object[]): Promise<number> {
  const path = `/api/admin/projects/${project}/environments/development/change-requests`;
  const { status, body } = await post(path, changes, { token: author.token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

const { changeState, read, ...calls } = requestCalls({ get, put }, () => project);
const approve = (id: number) => calls.approve(id, { author, reviewer });
const apply = (id: number) => changeState(id, 'Applied', reviewer);

const changeSegment = (id: number, input: object, as: TestUser = author) =>
  put(
    `/api/admin/segments/${id}`,
    { name: unique('s'), constraints: [], ...input },
    { token: as.token },
  );

const setDefaultStrategy = (input: object) =>
  post(`/api/admin/projects/${project}/environments/development/default-strategy`, {
    name: 'flexibleRollout',
    ...input,
  });

async function countStrategies(): Promise<number> {
  const rows = await db.selectFrom('strategies').select('id').where('flag', '=', flag).execute();
  return rows.length;
}

describe('what an approved request refers to', () => {
  test('a segment that it adds to a strategy: emptied by the author, nothing is applied', async () => {
    const segment = await aSegment(db, { constraints: employees });
    const request = await propose(addStrategy({ segments: [segment] }), switchOn());
    await approve(request);

    expect((await changeSegment(segment, { name: 'Everybody' })).status).toBe(204);
    const [{ conflict }] = (await read(request)).features[0].changes;
    const refused = await apply(request);
    const scheduled = await put(`${requests()}/${request}/state`, {
      state: 'Scheduled',
      scheduledAt: '2100-01-01T00:00:00.000Z',
    });
    const { body: preview } = await post(`${requests()}/${request}/dry-run`);

    expect(conflict).toMatch(
      new RegExp(`^segment Everybody was changed by ${author.username} at \\d{4}-.*Z$`),
    );
    expect(refused).toMatchObject({ status: 409, body: { name: 'ConflictError' } });
    expect(refused.body.message).toContain(conflict);
    expect(scheduled.status).toBe(409);
    expect(preview).toMatchObject({ applicable: false, conflicts: [{ conflict }] });
    expect([await isEnabled(db, flag), await countStrategies()]).toEqual([false, 0]);
  });

  test('sending the change again takes the current version, and voids the approvals', async () => {
    const segment = await aSegment(db, { constraints: employees });
    const change = addStrategy({ segments: [segment] });
    const request = await propose(change);
    await approve(request);
    await changeSegment(segment, {});
    const [{ id }] = (await read(request)).features[0].changes;

    const { body } = await put(`${requests()}/${request}/changes/${id}`, change);

    expect(body).toMatchObject({ state: 'In review', approvals: [] });
    expect(JSON.stringify(body)).not.toContain('"conflict"');
    await changeState(request, 'Approved', reviewer);
    expect((await apply(request)).status).toBe(200);
  });

  test('a new name of a segment is no conflict, nor a change that was taken back', async () => {
    const segment = await aSegment(db, { constraints: employees });
    const request = await propose(addStrategy({ segments: [segment] }));
    await approve(request);
    await changeSegment(segment, { constraints: [] });

    await changeSegment(segment, { constraints: employees });

    expect(JSON.stringify(await read(request))).not.toContain('"conflict"');
    expect((await apply(request)).status).toBe(200);
  });

  test('a segment that the same request changes: only the changes of others conflict', async () => {
    const segment = await aSegment(db, { constraints: employees });
    const update = { action: 'updateSegment', payload: { id: segment, name: unique('s') } };
    const changed = { ...update, payload: { ...update.payload, constraints: [] } };
    const renamed = { ...update, payload: { ...update.payload, constraints: employees } };
    const request = await propose(changed, addStrategy({ segments: [segment] }));
    expect(JSON.stringify(await read(request))).not.toContain('"conflict"');
    const [{ id }] = (await read(request)).segments;
    await put(`${requests()}/${request}/changes/${id}`, renamed);

    await changeSegment(segment, {});

    const { features, segments } = await read(request);
    expect(features[0].changes[0].conflict).toContain('was changed by');
    expect(segments[0]).not.toHaveProperty('conflicts.1');
  });

  test('a segment that the strategy already uses takes effect anyway, and is not compared', async () => {
    const segment = await aSegment(db, { constraints: employees });
    const id = await aStrategy(db, { flag, segments: [segment] });
    const payload = { id, title: 'Staff', segments: [segment] };
    const request = await propose({ feature: flag, action: 'updateStrategy', payload });
    await approve(request);

    await changeSegment(segment, {}, admin);

    expect((await apply(request)).status).toBe(200);
  });

  test('the default strategy, and its segments, where switching on adds it', async () => {
    const segment = await aSegment(db, { constraints: employees });
    await setDefaultStrategy({ parameters: { rollout: '1' }, segments: [segment] });
    const request = await propose(switchOn());
    await approve(request);

    await changeSegment(segment, { name: 'All' });
    const [{ conflict: ofSegment }] = (await read(request)).features[0].changes;
    await changeSegment(segment, { constraints: employees });
    await setDefaultStrategy({ parameters: { rollout: '100' } });
    const [{ conflict: ofStrategy }] = (await read(request)).features[0].changes;

    expect(ofSegment).toContain(`segment All was changed by ${author.username} at `);
    expect(ofStrategy).toMatch(
      /^the default strategy of environment development was changed by .* at \d{4}-.*Z$/,
    );
    expect((await apply(request)).status).toBe(409);
    expect(await isEnabled(db, flag)).toBe(false);
  });

  test('the default strategy is not compared where it is not added', async () => {
    const request = await propose(addStrategy({}), switchOn());
    await approve(request);

    await setDefaultStrategy({ parameters: { rollout: '1' } });

    expect((await apply(request)).status).toBe(200);
    expect(await countStrategies()).toBe(1);
  });

  test('the default strategy is compared once another change made it necessary', async () => {
    const id = await aStrategy(db, { flag });
    const request = await propose(switchOn());
    await approve(request);
    await setDefaultStrategy({ parameters: { rollout: '1' } });
    expect(JSON.stringify(await read(request))).not.toContain('"conflict"');

    await del(
      `/api/admin/projects/${project}/features/${flag}/environments/development/strategies/${id}`,
    );

    expect(JSON.stringify(await read(request))).toContain('the default strategy of environment');
    expect((await apply(request)).status).toBe(409);
  });

  test('the default stickiness of the project, where a rollout has none', async () => {
    const request = await propose(addStrategy({ parameters: { rollout: '50' } }), addStrategy({}));
    await approve(request);

    await put(`/api/admin/projects/${project}/settings`, {
      mode: 'open',
      defaultStickiness: 'sessionId',
    });

    const [without, having] = (await read(request)).features[0].changes;
    expect(without.conflict).toContain('the default stickiness of the project was changed by');
    expect(having).not.toHaveProperty('conflict');
    expect((await apply(request)).status).toBe(409);
  });

  test('requests from before the upgrade get the versions at the upgrade', async () => {
    const segment = await aSegment(db, { constraints: employees });
    await setDefaultStrategy({ segments: [segment] });
    const request = await propose(switchOn(), addStrategy({ segments: [segment], parameters: {} }));
    const other = await aSegment(db, { constraints: employees });
    const rest = addStrategy({ segments: [other] });
    await propose(rest);
    await sql`alter table change_request_changes drop column depends_on`.execute(db);
    await sql`delete from migrations where name like '0008%'`.execute(db);

    expect(await migrate(db)).toEqual(['0008_change_request_dependencies.sql']);

    expect(JSON.stringify(await read(request))).not.toContain('"conflict"');
    await changeSegment(other, {});
    const conflicts = (await read(request)).features[0].changes.map(
      (change: { conflict?: string }) => change.conflict,
    );
    expect(conflicts).toEqual([undefined, undefined, expect.stringContaining('was changed by')]);
  });
});

type Step = { action: 'add' | 'delete' | 'update' | 'switch'; on: boolean; which: number };

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom('add', 'delete', 'update', 'switch', 'switch'),
  on: fc.boolean(),
  which: fc.nat(2),
});

/** A deleted strategy is not activated with the others. */
const deletedAndActivated: [{ enabled: boolean; disabled: boolean[] }, Step[]] = [
  { enabled: false, disabled: [true] },
  [
    { action: 'delete', on: false, which: 0 },
    { action: 'switch', on: true, which: 0 },
  ],
];

test('defaultChange is what applying the request adds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ enabled: fc.boolean(), disabled: fc.array(fc.boolean(), { maxLength: 2 }) }),
      fc.array(step, { minLength: 1, maxLength: 5 }),
      async ({ enabled, disabled }, steps) => {
        author = await aUser(db);
        flag = await aFlag(db, { project });
        const ids: string[] = [];
        for (const each of disabled) ids.push(await aStrategy(db, { flag, disabled: each }));
        if (enabled) await post(`${pathOfFlag()}/on`);
        const changes = changesOf(steps, ids);
        if (changes.length === 0) return;
        const request = await propose(...changes);
        const before = await read(request);
        await approve(request);
        const added = changes.filter(({ action }) => action === 'addStrategy').length;
        const removed = changes.filter(({ action }) => action === 'deleteStrategy').length;
        const stored = await countStrategies();

        expect((await apply(request)).status).toBe(200);

        const defaults = (await countStrategies()) - stored - added + removed;
        const { action } = before.features[0].defaultChange ?? {};
        expect(defaults, JSON.stringify({ enabled, disabled, changes })).toBe(
          action === 'addStrategy' ? 1 : 0,
        );
        if (action === 'updateEnabled') expect(await isEnabled(db, flag)).toBe(false);
      },
    ),
    { numRuns: 15, endOnFailure: true, examples: [deletedAndActivated] },
  );
}, 120_000);

const pathOfFlag = () => `/api/admin/projects/${project}/features/${flag}/environments/development`;

type Change = { feature: string; action: string; payload: object };

/** Each strategy is deleted at most once, and not changed afterwards. */
function changesOf(steps: readonly Step[], ids: readonly string[]): Change[] {
  const deleted = new Set<string>();
  return steps.flatMap(({ action, on, which }): Change[] => {
    const id = ids[which];
    if (action === 'add') return [addStrategy({ disabled: on })];
    if (action === 'switch') {
      const payload = { enabled: on, shouldActivateDisabledStrategies: which === 0 };
      return [{ feature: flag, action: 'updateEnabled', payload }];
    }
    if (id === undefined || deleted.has(id)) return [];
    if (action === 'delete') deleted.add(id);
    return action === 'delete'
      ? [{ feature: flag, action: 'deleteStrategy', payload: { id } }]
      : [{ feature: flag, action: 'updateStrategy', payload: { id, disabled: on } }];
  });
}
