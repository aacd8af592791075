import type { Caller, Scope } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { noAccess } from '../../platform/errors.ts';
import type { Permission } from '../../platform/permissions.ts';
import { holdsAnyPermission } from './queries.ts';

/** For what the path of a request cannot tell: asks again for the place that is stored. */
export async function assertHolds(
  db: Db,
  caller: Caller,
  permission: Permission,
  { project, environment }: Required<Scope>,
): Promise<void> {
  if (await holdsAnyPermission(db, caller, [permission], { project, environment })) return;
  const place = `in project ${project} for environment ${environment}`;
  throw noAccess(`This needs the permission ${permission} ${place}`, [
    { message: `Missing permission ${permission} ${place}` },
  ]);
}
