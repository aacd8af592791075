import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';

/**
 * The one rule of who sees what: private projects are hidden from restricted callers who hold no
 * role in them. `project` is the column that names the project in the statement around it.
 */
export function isVisible(caller: Caller, project: RawBuilder<unknown>): RawBuilder<boolean> {
  if (!caller.restricted) return sql<boolean>`true`;
  return sql<boolean>`(
    (select seen.mode from projects as seen where seen.id = ${project}) <> 'private'
    or exists (select from role_grants where role_grants.project = ${project} and ${heldBy(caller.id)})
  )`;
}

/** Grants that reach the user, directly or through a group; for a statement over `role_grants`. */
export function heldBy(userId: number): RawBuilder<boolean> {
  return sql<boolean>`(
    role_grants.user_id = ${userId}
    or role_grants.group_id in (select group_id from group_members where user_id = ${userId})
  )`;
}
