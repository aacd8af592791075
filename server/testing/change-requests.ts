import { sql } from 'kysely';
import { expect } from 'vitest';
import { listPendingOfFlag } from '../approvals/change-requests/queries.ts';
import { renderRequests } from '../approvals/change-requests/rendering.ts';
import type { ChangeRequest, State } from '../approvals/change-requests/schema.ts';
import { findCurrentState } from '../approvals/previews/current-state.ts';
import { versionsOf } from '../approvals/previews/dependencies.ts';
import type { Db } from '../platform/db/open.ts';
import { aFlag, aGrant, aProject, aRole, aUser, type TestUser } from './a.ts';
import type { TestApp } from './app.ts';

/** Builders for change requests; the default environment is `development`. */

/** The change request settings of an environment of a project. */
export async function aProtection(
  db: Db,
  input: {
    project: string;
    environment?: string;
    approvals?: number | null;
    authorMayApprove?: boolean;
  },
): Promise<void> {
  await db
    .updateTable('project_environments')
    .set({
      required_approvals: input.approvals === undefined ? 1 : input.approvals,
      author_may_approve: input.authorMayApprove ?? false,
    })
    .where('project', '=', input.project)
    .where('environment', '=', input.environment ?? 'development')
    .execute();
}

/** A project that requires change requests in `development`. */
export async function aProtectedProject(
  db: Db,
  input: { approvals?: number; mode?: 'open' | 'protected' | 'private' } = {},
): Promise<string> {
  const project = await aProject(db, input.mode === undefined ? {} : { mode: input.mode });
  await aProtection(db, { project, approvals: input.approvals ?? 1 });
  return project;
}

/** A private project with the same role assignments that requires change requests. */
export async function aProtectedCopy(db: Db, project: string): Promise<string> {
  const copy = await aProtectedProject(db, { mode: 'private' });
  await sql`
    insert into role_grants (project, role_id, user_id, group_id)
    select ${copy}, role_id, user_id, group_id from role_grants
    where project = ${project}`.execute(db);
  return copy;
}

/** A user with exactly these permissions in the project. */
export async function aUserWithPermissions(
  db: Db,
  project: string,
  permissions: readonly string[],
  environment?: string,
): Promise<TestUser> {
  const user = await aUser(db);
  const role = await aRole(db, {
    permissions: permissions.map((permission) =>
      environment === undefined ? { permission } : { permission, environment },
    ),
  });
  await aGrant(db, { project, role, userId: user.id });
  return user;
}

/** A user who may approve and apply. */
export const aReviewer = (db: Db, project: string) =>
  aUserWithPermissions(db, project, ['APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST']);

/** Calls about the requests of the project. */
export function requestCalls({ get, put }: Pick<TestApp, 'get' | 'put'>, project: () => string) {
  const pathOf = (id: number) => `/api/admin/projects/${project()}/change-requests/${id}`;
  const changeState = (id: number, state: string, { token }: Pick<TestUser, 'token'>) =>
    put(`${pathOf(id)}/state`, { state }, { token });
  return {
    changeState,
    read: async (id: number) => (await get(pathOf(id))).body,
    approve: async (id: number, { author, reviewer }: { author: TestUser; reviewer: TestUser }) => {
      await changeState(id, 'In review', author);
      expect((await changeState(id, 'Approved', reviewer)).body).toEqual({ state: 'Approved' });
    },
  };
}

/** A request in any state that enables a flag; an approved or scheduled one is approved by Admins. */
export async function aChangeRequest(
  db: Db,
  input: {
    project: string;
    author: number;
    state?: State;
    environment?: string;
    flag?: string;
    title?: string;
    minApprovals?: number;
    scheduledAt?: string;
    scheduledBy?: number;
  },
): Promise<number> {
  const { project, author, state = 'Draft', environment = 'development' } = input;
  const { id } = await db
    .insertInto('change_requests')
    .values({
      project,
      environment,
      state,
      title: input.title ?? null,
      created_by: author,
      min_approvals: state === 'Draft' ? null : (input.minApprovals ?? 1),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const flag = input.flag ?? (await aFlag(db, { project }));
  const payload = { enabled: true };
  const change = { flag, segmentId: null, action: 'updateEnabled', payload } as const;
  const scope = { project, environment };
  const current = await findCurrentState(db, [{ ...scope, changes: [change] }]);
  await db
    .insertInto('change_request_changes')
    .values({
      change_request_id: id,
      flag,
      segment_id: null,
      action: change.action,
      payload: JSON.stringify(payload),
      base: JSON.stringify({ enabled: false }),
      proposed: JSON.stringify({ enabled: true }),
      depends_on: JSON.stringify(versionsOf(current, scope, change)),
      created_by: author,
    })
    .execute();
  if (state === 'Approved' || state === 'Scheduled') {
    for (let count = 0; count < (input.minApprovals ?? 1); count++) await anApproval(db, id);
  }
  if (state === 'Scheduled') {
    await db
      .insertInto('change_request_schedules')
      .values({
        change_request_id: id,
        scheduled_at: input.scheduledAt ?? '2100-01-01T00:00:00.000Z',
        scheduled_by: input.scheduledBy ?? author,
        reason: null,
      })
      .execute();
  }
  return id;
}

async function anApproval(db: Db, requestId: number): Promise<void> {
  const { id } = await aUser(db, { rootRole: 'Admin' });
  await db
    .insertInto('change_request_approvals')
    .values({ change_request_id: requestId, user_id: id })
    .execute();
}

export async function stateOfRequest(db: Db, id: number): Promise<State | undefined> {
  const found = await db
    .selectFrom('change_requests')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.state;
}

export async function isEnabled(db: Db, flag: string, environment = 'development') {
  const found = await db
    .selectFrom('flag_environments')
    .select('enabled')
    .where('flag', '=', flag)
    .where('environment', '=', environment)
    .executeTakeFirst();
  return found?.enabled;
}

/** The parts of a strategy that requests of these tests change. */
export async function strategyRow(db: Db, id: string) {
  const { rows } = await sql<{ title: string | null; rollout: string; disabled: boolean }>`
    select title, parameters ->> 'rollout' as rollout, disabled from strategies
    where id = ${id}`.execute(db);
  return rows[0];
}

/** The pending requests of a flag as the server returns them; undefined if there is no such flag. */
export async function listPending(
  { get }: Pick<TestApp, 'get'>,
  project: string,
  flag: string,
): Promise<ChangeRequest[] | undefined> {
  const path = `/api/admin/projects/${project}/change-requests/pending/${flag}`;
  const { status, body } = await get(path);
  return status === 404 ? undefined : body;
}

/** Some flags of the project, one of them new, in a new request. */
export async function flagsWithRequest(db: Db, project: string): Promise<string[]> {
  await aFlag(db, { project });
  const flags = await db
    .selectFrom('flags')
    .select('name')
    .where('project', '=', project)
    .limit(5)
    .execute();
  const names = flags.map(({ name }) => name);
  await aRequestAbout(db, project, names);
  return names;
}

/** One request in review with a change of each flag. */
export async function aRequestAbout(
  db: Db,
  project: string,
  flags: readonly string[],
): Promise<void> {
  const { id: author } = await aUser(db);
  const [flag = '', ...others] = flags;
  const id = await aChangeRequest(db, { project, flag, author, state: 'In review' });
  for (const other of others) {
    await db
      .insertInto('change_request_changes')
      .columns(['change_request_id', 'flag', 'action', 'payload', 'base', 'proposed', 'created_by'])
      .expression((query) =>
        query
          .selectFrom('change_request_changes')
          .select(['change_request_id', query.val(other).as('flag'), 'action', 'payload', 'base'])
          .select(['proposed', 'created_by'])
          .where('change_request_id', '=', id)
          .limit(1),
      )
      .execute();
  }
}

/** The pending requests of a flag, computed without a cache. */
export async function pendingAsStored(db: Db, project: string, flag: string): Promise<unknown> {
  const found = await listPendingOfFlag(db, { project, flag });
  return found && JSON.parse(JSON.stringify(await renderRequests(db, found)));
}
