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
import { holdEventOrder, meeting } from './testing/locks.ts';
import { aSegment, aStrategyType } from './testing/targeting.ts';
import { inTransaction } from './transactions.ts';

const { db, post, put, del } = await testApp();

/** The first call stops at what is held, with what it has locked by then; the second meets that. */
describe('nobody waits for somebody who waits for them:', () => {
  test('whoever deletes a tag, and whoever tags a flag that has it', async () => {
    const { flag, type, value, hold } = await aTaggedFlag();

    const answers = await meeting(db, hold, [
      () => del(`/api/admin/tags/${type}/${value}`),
      () =>
        put(`/api/admin/features/${flag}/tags`, {
          addedTags: [{ type, value: 'other' }],
          removedTags: [{ type, value }],
        }),
    ]);

    expect(statusesOf(answers)).toEqual([200, 200]);
  });

  test('whoever deletes a type of tags, and whoever takes one off a flag', async () => {
    const { flag, type, value, hold } = await aTaggedFlag();

    const answers = await meeting(db, hold, [
      () => del(`/api/admin/tag-types/${type}`),
      () => del(`/api/admin/features/${flag}/tags/${type}/${value}`),
    ]);

    expect(statusesOf(answers)).toEqual([200, 200]);
  });

  test('whoever takes an environment from a project, and whoever switches a flag there', async () => {
    const { project, environment, flag, holdPlace } = await aPlace();

    const answers = await meeting(db, holdPlace, [
      () => del(`/api/admin/projects/${project}/environments/${environment}`),
      () => post(`${pathOf(project, flag)}/environments/${environment}/on`),
    ]);

    expect(statusesOf(answers)).toEqual([200, 404]);
  });

  test('whoever deletes an environment, and whoever gives a flag variants there', async () => {
    const { project, environment, flag, holdPlace } = await aPlace();

    const answers = await meeting(db, holdPlace, [
      () => del(`/api/admin/environments/${environment}`),
      () =>
        put(`${pathOf(project, flag)}/environments/${environment}/variants`, [
          { name: 'only', weight: 1 },
        ]),
    ]);

    expect(statusesOf(answers)).toEqual([200, 404]);
  });

  test('whoever marks flags, and whoever gives their project an environment', async () => {
    const project = await aProject(db);
    const environment = await anEnvironment(db);
    const last = await aFlag(db, { project, name: unique('z') });
    const first = await aFlag(db, { project, name: unique('a') });

    const answers = await meeting(db, holdFlag(first), [
      () => post(`/api/admin/projects/${project}/stale`, { features: [first, last], stale: true }),
      () => post(`/api/admin/projects/${project}/environments`, { environment }),
    ]);

    expect(statusesOf(answers)).toEqual([202, 200]);
  });

  test('two who create flags in a project that begins to count them', async () => {
    const project = await aProject(db);
    const create = () => post(`/api/admin/projects/${project}/features`, { name: unique('flag') });

    const [changed, ...created] = await meeting(db, holdEventOrder, [
      () => put(`/api/admin/projects/${project}/settings`, { mode: 'open', featureLimit: 1 }),
      create,
      create,
    ]);

    expect(changed?.status).toBe(200);
    expect(statusesOf(created).sort()).toEqual([201, 403]);
  });

  test('whoever clones a flag, and whoever marks it and its parent', async () => {
    const project = await aProject(db);
    const parent = await aFlag(db, { project, name: unique('a') });
    const child = await aFlag(db, { project, name: unique('b') });
    await aDependency(db, { child, parent });
    const { type } = await aTagging(db, { flag: child, type: await aTagType(db) });
    const holdType = (tx: Tx) =>
      sql`select from tag_types where name = ${type} for update`.execute(tx);

    const answers = await meeting(db, holdType, [
      () => post(`${pathOf(project, child)}/clone`, { name: unique('c') }),
      () =>
        post(`/api/admin/projects/${project}/stale`, { features: [parent, child], stale: true }),
    ]);

    expect(statusesOf(answers)).toEqual([201, 202]);
  });

  test('whoever proposes changes of two flags, and whoever marks them', async () => {
    const project = await aProtectedProject(db);
    const { token } = await aUser(db);
    const first = await aFlag(db, { project, name: unique('a') });
    const last = await aFlag(db, { project, name: unique('b') });
    const { name, hold } = await aHeldStrategyType();

    const answers = await meeting(db, hold, [
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

    expect(statusesOf(answers)).toEqual([200, 202]);
  });

  test('whatever is applied at its time, and whoever changes the same flag by hand', async () => {
    const project = await aProtectedProject(db);
    const { id: author } = await aUser(db);
    const { id: scheduledBy } = await aReviewer(db, project);
    const first = await aFlag(db, { project, name: unique('a') });
    const last = await aFlag(db, { project, name: unique('b') });
    const when = { state: 'Scheduled', scheduledAt: '2020-01-01T00:00:00.000Z' } as const;
    const request = { project, author, scheduledBy, ...when };
    const id = await aChangeRequest(db, { ...request, flag: first });
    await alsoAbout(id, last);

    const answers = await meeting<unknown>(db, holdFlag(first), [
      () => inTransaction(db, applyNextDue),
      () => post(`${pathOf(project, last)}/environments/development/on`),
    ]);

    expect(answers).toEqual(['applied', expect.objectContaining({ status: 200 })]);
  });

  test('whoever gives a group a role in a project, and whoever deletes the group', async () => {
    const project = await aProject(db);
    const [group, { id: user }, role] = [await aGroup(db), await aUser(db), await aRole(db)];
    await aGrant(db, { project, groupId: group });
    const holdUser = (tx: Tx) => sql`select from users where id = ${user} for update`.execute(tx);

    const answers = await meeting(db, holdUser, [
      () =>
        post(`/api/admin/projects/${project}/access`, {
          roles: [role],
          groups: [group],
          users: [user],
        }),
      () => del(`/api/admin/groups/${group}`),
    ]);

    expect(statusesOf(answers)).toEqual([200, 200]);
  });

  test('whoever sets a default strategy, and whoever makes its segment the project’s own', async () => {
    const project = await aProject(db);
    const segment = await aSegment(db);
    const hold = (tx: Tx) =>
      sql`select from strategy_types where name = 'flexibleRollout' for update`.execute(tx);

    const answers = await meeting(db, hold, [
      () =>
        post(`/api/admin/projects/${project}/environments/development/default-strategy`, {
          name: 'flexibleRollout',
          segments: [segment],
        }),
      () => put(`/api/admin/segments/${segment}`, { name: unique('s'), project, constraints: [] }),
    ]);

    expect(statusesOf(answers)).toEqual([200, 204]);
  });
});

const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);

const pathOf = (project: string, flag: string) => `/api/admin/projects/${project}/features/${flag}`;

const holdFlag = (name: string) => (tx: Tx) =>
  sql`select from flags where name = ${name} for update`.execute(tx);

async function aTaggedFlag() {
  const flag = await aFlag(db);
  const { type, value } = await aTagging(db, { flag, type: await aTagType(db) });
  const hold = (tx: Tx) => sql`select from tags where type = ${type} for share`.execute(tx);
  return { flag, type, value, hold };
}

async function aPlace() {
  const environment = await anEnvironment(db);
  const project = await aProject(db, { environments: ['development', environment] });
  const flag = await aFlag(db, { project });
  const holdPlace = (tx: Tx) =>
    sql`select from flag_environments where environment = ${environment} for share`.execute(tx);
  return { project, environment, flag, holdPlace };
}

async function aHeldStrategyType() {
  const name = await aStrategyType(db);
  const hold = (tx: Tx) =>
    sql`select from strategy_types where name = ${name} for update`.execute(tx);
  return { name, hold };
}

async function alsoAbout(change_request_id: number, flag: string): Promise<void> {
  await sql`
    insert into change_request_changes
      (change_request_id, flag, action, payload, base, proposed, created_by)
    select change_request_id, ${flag}, action, payload, base, proposed, created_by
    from change_request_changes where change_request_id = ${change_request_id}`.execute(db);
}
