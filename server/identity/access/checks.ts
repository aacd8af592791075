import type { Caller, Scope } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { missingPermission } from '../../platform/errors.ts';
import type { Permission } from '../../platform/permissions.ts';
import { holdsAnyPermission } from './queries.ts';

/** For a scope that the path of the request does not contain, and the route cannot check. */
export async function assertHolds(
  db: Db,
  caller: Caller,
  permission: Permission,
  { project, environment }: Required<Scope>,
): Promise<void> {
  if (await holdsAnyPermission(db, caller, [permission], { project, environment })) return;
  throw missingPermission([permission], { project, environment });
}
