import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aFlag, aUser, type TestUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aProtectedProject, aReviewer, pendingAsStored } from '../../testing/change-requests.ts';

/** Random users make random calls to each other's requests; the invariants hold. */
const { db, get, post, put, del } = await testApp();

type Step =
  | { kind: 'propose'; who: number }
  | { kind: 'edit' | 'discard'; who: number; request: number; change: number }
  | { kind: 'transition'; who: number; request: number; state: string };

const who = fc.nat(3);
const request = fc.nat(4);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('propose' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('edit' as const, 'discard' as const),
      who,
      request,
      change: fc.nat(2),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('transition' as const),
      who,
      request,
      state: fc.constantFrom(
        'In review',
        'In review',
        'Approved',
        'Approved',
        'Approved',
        'Applied',
        'Applied',
        'Scheduled',
        'Rejected',
        'Cancelled',
      ),
    }),
  },
);

type Scene = { project: string; flag: string; people: TestUser[] };

test('the invariants of change requests hold after any sequence of calls', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      const project = await aProtectedProject(db, { approvals: 2 });
      const people = [
        await aUser(db),
        await aReviewer(db, project),
        await aReviewer(db, project),
        await aReviewer(db, project),
      ];
      const scene = { project, people, flag: await aFlag(db, { project }) };
      for (const each of steps) {
        await runStep(scene, each);
        await assertInvariants(scene);
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 600_000);

async function runStep({ project, flag, people }: Scene, each: Step): Promise<void> {
  const { token } = people[each.who] as TestUser;
  const change = () => ({
    feature: flag,
    action: 'addStrategy',
    payload: { name: 'default', title: unique('title') },
  });
  const base = `/api/admin/projects/${project}`;
  if (each.kind === 'propose') {
    const { status } = await post(`${base}/environments/development/change-requests`, change(), {
      token,
    });
    expect([200, 400]).toContain(status);
    return;
  }
  const ids = await db
    .selectFrom('change_requests')
    .select('id')
    .where('project', '=', project)
    .orderBy('id')
    .execute();
  const id = ids[each.request % Math.max(1, ids.length)]?.id;
  if (id === undefined) return;
  const path = `${base}/change-requests/${id}`;
  if (each.kind === 'transition') {
    const scheduledAt = '2100-01-01T00:00:00.000Z';
    const body = { state: each.state, ...(each.state === 'Scheduled' ? { scheduledAt } : {}) };
    const { status } = await put(`${path}/state`, body, { token });
    expect([200, 403, 409]).toContain(status);
    return;
  }
  const { body } = await get(path);
  const { changes } = body.features[0];
  const changePath = `${path}/changes/${changes[each.change % changes.length].id}`;
  const { status } =
    each.kind === 'edit'
      ? await put(changePath, change(), { token })
      : await del(changePath, { token });
  expect([200, 403, 409]).toContain(status);
}

const lastEvents: Record<string, readonly string[]> = {
  Draft: ['change-request-created'],
  'In review': ['change-request-sent-to-review', 'edited'],
  Approved: ['change-request-approved'],
  Applied: ['change-request-applied'],
  Scheduled: ['change-request-scheduled'],
  Rejected: ['change-request-rejected'],
  Cancelled: ['change-request-cancelled'],
};

async function assertInvariants({ project, flag }: Scene): Promise<void> {
  const { body: pending } = await get(
    `/api/admin/projects/${project}/change-requests/pending/${flag}`,
  );
  expect(pending, 'the response equals the stored state').toEqual(
    await pendingAsStored(db, project, flag),
  );

  const { rows: crowded } = await sql`
    select created_by from change_requests
    where project = ${project} and state in ('Draft', 'In review', 'Approved')
    group by created_by, environment having count(*) > 1`.execute(db);
  expect(crowded, 'one pending request per user').toEqual([]);

  const { rows: titles } = await sql<{ state: string; title: string; times: number }>`
    select requests.state, change.payload ->> 'title' as title,
      (select count(*) from strategies
        where strategies.flag = ${flag} and strategies.title = change.payload ->> 'title') as times
    from change_requests as requests
    join change_request_changes as change on change.change_request_id = requests.id
    where requests.project = ${project}`.execute(db);
  for (const { state, title, times } of titles) {
    expect({ state, title, times }).toEqual({ state, title, times: state === 'Applied' ? 1 : 0 });
  }

  for (const { id, state, recorded } of await histories(project)) {
    const edits = ['change-added', 'change-edited', 'change-discarded'];
    const lastEdit = recorded.findLastIndex(({ type }) => edits.includes(type));
    const since = recorded.slice(lastEdit + 1);
    const approvers = new Set(since.filter(({ type }) => /approv/.test(type)).map(({ by }) => by));
    if (['Approved', 'Applied', 'Scheduled'].includes(state)) {
      expect(approvers.size, `approvals of ${id} after its last edit`).toBeGreaterThanOrEqual(2);
    }
    const last = recorded.findLastIndex(
      ({ type }) => type.startsWith('change-request-') && !type.endsWith('approval-added'),
    );
    const type = recorded[last]?.type;
    const edited = type === 'change-request-approved' && lastEdit > last ? 'edited' : type;
    expect(lastEvents[state], `${id} is ${state} after ${type}`).toContain(edited);
  }
}

type History = { id: number; state: string; recorded: { type: string; by: number }[] };

async function histories(project: string): Promise<History[]> {
  const { rows } = await sql<History>`
    select requests.id, requests.state, (
      select json_agg(json_build_object('type', type, 'by', created_by_user_id) order by events.id)
      from events
      where events.project = ${project} and (events.data ->> 'changeRequestId')::integer = requests.id
    ) as recorded
    from change_requests as requests where requests.project = ${project}
    order by requests.id`.execute(db);
  return rows;
}
