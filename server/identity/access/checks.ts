import type { Caller, Scope } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { missingPermission } from '../../platform/errors.ts';
import type { Permission } from '../../platform/permissions.ts';
import { holdsAnyPermission } from './queries.ts';

/** For a scope that is not in the path of the request, so that the route cannot check it. */
export async function assertHolds(
  db: Db,
  caller: Caller,
  permission: Permission,
  { project, environment }: Required<Scope>,
): Promise<void> {
  if (await holdsAnyPermission(db, caller, [permission], { project, environment })) return;
  throw missingPermission([permission], { project, environment });
}
