import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { applyNextDue } from './approvals/schedules/commands.ts';
import type { Tx } from './platform/db/open.ts';
import {
  aDependency,
  aFlag,
  aGrant,
  aGroup,
  anEnvironment,
  aProject,
  aRole,
  aTagging,
  aTagType,
  aUser,
  unique,
} from './testing/a.ts';
import { testApp } from './testing/app.ts';
import { aChangeRequest, aProtectedProject, aReviewer } from './testing/change-requests.ts';
import { lockEventLog, runConcurrently } from './testing/locks.ts';
import { aSegment, aStrategy, aStrategyType } from './testing/targeting.ts';
import { inTransaction } from './transactions.ts';

const { db, post, put, del } = await testApp();

/** The first call waits for the given lock and holds its own locks; the second call needs those. */
describe('concurrent calls do not deadlock:', () => {
  test('deleting a tag, and changing the tags of a flag that has it', async () => {
    const { flag, type, value, lock } = await aTaggedFlag();

    const responses = await runConcurrently(db, lock, [
      () => del(`/api/admin/tags/${type}/${value}`),
      () =>
        put(`/api/admin/features/${flag}/tags`, {
          addedTags: [{ type, value: 'other' }],
          removedTags: [{ type, value }],
        }),
    ]);

    expect(statusesOf(responses)).toEqual([200, 200]);
  });

  test('deleting a tag type, and removing a tag of it from a flag', async () => {
    const { flag, type, value, lock } = await aTaggedFlag();

    const responses = await runConcurrently(db, lock, [
      () => del(`/api/admin/tag-types/${type}`),
      () => del(`/api/admin/features/${flag}/tags/${type}/${value}`),
    ]);

    expect(statusesOf(responses)).toEqual([200, 200]);
  });

  test('removing an environment from a project, and enabling a flag in it', async () => {
    const { project, environment, flag, lockFlagEnvironments } = await aFlagInEnvironment();

    const responses = await runConcurrently(db, lockFlagEnvironments, [
      () => del(`/api/admin/projects/${project}/environments/${environment}`),
      () => post(`${pathOf(project, flag)}/environments/${environment}/on`),
    ]);

    expect(statusesOf(responses)).toEqual([200, 404]);
  });

  test('deleting an environment, and setting variants of a flag in it', async () => {
    const { project, environment, flag, lockFlagEnvironments } = await aFlagInEnvironment();

    const responses = await runConcurrently(db, lockFlagEnvironments, [
      () => del(`/api/admin/environments/${environment}`),
      () =>
        put(`${pathOf(project, flag)}/environments/${environment}/variants`, [
          { name: 'only', weight: 1 },
        ]),
    ]);

    expect(statusesOf(responses)).toEqual([200, 404]);
  });

  test('marking flags as stale, and adding an environment to their project', async () => {
    const project = await aProject(db);
    const environment = await anEnvironment(db);
    const last = await aFlag(db, { project, name: unique('z') });
    const first = await aFlag(db, { project, name: unique('a') });

    const responses = await runConcurrently(db, lockFlag(first), [
      () => post(`/api/admin/projects/${project}/stale`, { features: [first, last], stale: true }),
      () => post(`/api/admin/projects/${project}/environments`, { environment }),
    ]);

    expect(statusesOf(responses)).toEqual([202, 200]);
  });

  test('creating two flags in a project while its flag limit is set', async () => {
    const project = await aProject(db);
    const create = () => post(`/api/admin/projects/${project}/features`, { name: unique('flag') });

    const [changed, ...created] = await runConcurrently(db, lockEventLog, [
      () => put(`/api/admin/projects/${project}/settings`, { mode: 'open', featureLimit: 1 }),
      create,
      create,
    ]);

    expect(changed?.status).toBe(200);
    expect(statusesOf(created).sort()).toEqual([201, 403]);
  });

  test('cloning a flag, and marking it and its parent as stale', async () => {
    const project = await aProject(db);
    const parent = await aFlag(db, { project, name: unique('a') });
    const child = await aFlag(db, { project, name: unique('b') });
    await aDependency(db, { child, parent });
    const { type } = await aTagging(db, { flag: child, type: await aTagType(db) });
    const lockType = (tx: Tx) =>
      sql`select from tag_types where name = ${type} for update`.execute(tx);

    const responses = await runConcurrently(db, lockType, [
      () => post(`${pathOf(project, child)}/clone`, { name: unique('c') }),
      () =>
        post(`/api/admin/projects/${project}/stale`, { features: [parent, child], stale: true }),
    ]);

    expect(statusesOf(responses)).toEqual([201, 202]);
  });

  test('proposing changes of two flags, and marking them as stale', async () => {
    const project = await aProtectedProject(db);
    const { token } = await aUser(db);
    const first = await aFlag(db, { project, name: unique('a') });
    const last = await aFlag(db, { project, name: unique('b') });
    const { name, lock } = await aLockedStrategyType();

    const responses = await runConcurrently(db, lock, [
      () =>
        post(
          `/api/admin/projects/${project}/environments/development/change-requests`,
          [
            { feature: last, action: 'addStrategy', payload: { name } },
            { feature: last, action: 'addDependency', payload: { feature: first } },
          ],
          { token },
        ),
      () => post(`/api/admin/projects/${project}/stale`, { features: [first, last], stale: true }),
    ]);

    expect(statusesOf(responses)).toEqual([200, 202]);
  });

  test('applying a scheduled request, and changing one of its flags directly', async () => {
    const project = await aProtectedProject(db);
    const { id: author } = await aUser(db);
    const { id: scheduledBy } = await aReviewer(db, project);
    const first = await aFlag(db, { project, name: unique('a') });
    const last = await aFlag(db, { project, name: unique('b') });
    const when = { state: 'Scheduled', scheduledAt: '2020-01-01T00:00:00.000Z' } as const;
    const request = { project, author, scheduledBy, ...when };
    const id = await aChangeRequest(db, { ...request, flag: first });
    await addFlagToRequest(id, last);

    const responses = await runConcurrently<unknown>(db, lockFlag(first), [
      () => inTransaction(db, applyNextDue),
      () => post(`${pathOf(project, last)}/environments/development/on`),
    ]);

    expect(responses).toEqual(['applied', expect.objectContaining({ status: 200 })]);
  });

  test('granting a role to a group, and deleting the group', async () => {
    const project = await aProject(db);
    const [group, { id: user }, role] = [await aGroup(db), await aUser(db), await aRole(db)];
    await aGrant(db, { project, groupId: group });
    const lockUser = (tx: Tx) => sql`select from users where id = ${user} for update`.execute(tx);

    const responses = await runConcurrently(db, lockUser, [
      () =>
        post(`/api/admin/projects/${project}/access`, {
          roles: [role],
          groups: [group],
          users: [user],
        }),
      () => del(`/api/admin/groups/${group}`),
    ]);

    expect(statusesOf(responses)).toEqual([200, 200]);
  });

  test('deleting a segment, and deleting the project of an archived flag that uses it', async () => {
    const project = await aProject(db);
    const segment = await aSegment(db, { project });
    const flag = await aFlag(db, { project, archivedAt: '2020-01-01T00:00:00.000Z' });
    await aStrategy(db, { flag, segments: [segment] });
    const lock = (tx: Tx) => sql`select from segments where id = ${segment} for share`.execute(tx);

    const responses = await runConcurrently(db, lock, [
      () => del(`/api/admin/segments/${segment}`),
      () => del(`/api/admin/projects/${project}`),
    ]);

    expect(statusesOf(responses)).toEqual([204, 200]);
  });

  test('setting a default strategy, and moving its segment to the project', async () => {
    const project = await aProject(db);
    const segment = await aSegment(db);
    const lock = (tx: Tx) =>
      sql`select from strategy_types where name = 'flexibleRollout' for update`.execute(tx);

    const responses = await runConcurrently(db, lock, [
      () =>
        post(`/api/admin/projects/${project}/environments/development/default-strategy`, {
          name: 'flexibleRollout',
          segments: [segment],
        }),
      () => put(`/api/admin/segments/${segment}`, { name: unique('s'), project, constraints: [] }),
    ]);

    expect(statusesOf(responses)).toEqual([200, 204]);
  });
});

const statusesOf = (responses: readonly { status: number }[]) =>
  responses.map(({ status }) => status);

const pathOf = (project: string, flag: string) => `/api/admin/projects/${project}/features/${flag}`;

const lockFlag = (name: string) => (tx: Tx) =>
  sql`select from flags where name = ${name} for update`.execute(tx);

async function aTaggedFlag() {
  const flag = await aFlag(db);
  const { type, value } = await aTagging(db, { flag, type: await aTagType(db) });
  const lock = (tx: Tx) => sql`select from tags where type = ${type} for share`.execute(tx);
  return { flag, type, value, lock };
}

async function aFlagInEnvironment() {
  const environment = await anEnvironment(db);
  const project = await aProject(db, { environments: ['development', environment] });
  const flag = await aFlag(db, { project });
  const lockFlagEnvironments = (tx: Tx) =>
    sql`select from flag_environments where environment = ${environment} for share`.execute(tx);
  return { project, environment, flag, lockFlagEnvironments };
}

async function aLockedStrategyType() {
  const name = await aStrategyType(db);
  const lock = (tx: Tx) =>
    sql`select from strategy_types where name = ${name} for update`.execute(tx);
  return { name, lock };
}

async function addFlagToRequest(change_request_id: number, flag: string): Promise<void> {
  await sql`
    insert into change_request_changes
      (change_request_id, flag, action, payload, base, proposed, depends_on, created_by)
    select change_request_id, ${flag}, action, payload, base, proposed, depends_on, created_by
    from change_request_changes where change_request_id = ${change_request_id}`.execute(db);
}
