import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';

/**
 * Private projects are hidden from restricted callers without a role in them. `project` is the
 * column with the project id in the enclosing statement.
 */
export function isVisible(caller: Caller, project: RawBuilder<unknown>): RawBuilder<boolean> {
  if (!caller.restricted) return sql<boolean>`true`;
  return sql<boolean>`(
    (select visible.mode from projects as visible where visible.id = ${project}) <> 'private'
    or exists (select from role_grants where role_grants.project = ${project} and ${grantedTo(caller.id)})
  )`;
}

/** Of one project, whose visibility the route has checked, or of all that the caller may see. */
export const isWithin = (
  caller: Caller,
  project: string | undefined,
  column: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  project === undefined
    ? sql<boolean>`${column} in (
        select id from projects where ${isVisible(caller, sql.ref('projects.id'))})`
    : sql<boolean>`${column} = ${project}`;

/**
 * Projects that an error may name: those the caller may see. Errors of a change request are also
 * stored and read by others, so they name only its own project and those that all users may see.
 */
export function isNameable(caller: Caller, project: RawBuilder<unknown>): RawBuilder<boolean> {
  if (caller.applying === undefined) return isVisible(caller, project);
  return sql<boolean>`(${project} = ${caller.applying.project}
    or (select named.mode from projects as named where named.id = ${project}) <> 'private')`;
}

/** Grants to the user, directly or through a group; for statements on `role_grants`. */
export function grantedTo(userId: number): RawBuilder<boolean> {
  return sql<boolean>`(
    role_grants.user_id = ${userId}
    or role_grants.group_id in (select group_id from group_members where user_id = ${userId})
  )`;
}
