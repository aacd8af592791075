import type { Tx } from '../../platform/db/open.ts';
import { badData } from '../../platform/errors.ts';
import { findRootRole, findTakenNames, lockNames, lockOtherAdmin } from './queries.ts';
import { adminRoleId, type UserNames } from './rules.ts';

export async function resolveRootRole(tx: Tx, reference: number | string): Promise<number> {
  const role = await findRootRole(tx, reference);
  if (!role) throw badData(`"rootRole" must be a root role, not ${reference}.`, '/body/rootRole');
  return role.id;
}

/** Locks names, so that they are still free when the transaction writes them. */
export async function assertNamesFree(
  tx: Tx,
  names: Pick<UserNames, 'username' | 'email'>,
  ownId = 0,
): Promise<void> {
  await lockNames(tx);
  const taken = await findTakenNames(tx, names, ownId);
  if (taken.username)
    throw badData(`Username "${names.username}" already exists.`, '/body/username');
  if (taken.email) throw badData(`E-mail "${names.email}" already exists.`, '/body/email');
}

/** Refuses changes that would leave no Admin. */
export async function assertAdminRemains(
  tx: Tx,
  { id, rootRole }: { id: number; rootRole: number },
  nextRole?: number,
): Promise<void> {
  if (rootRole !== adminRoleId || nextRole === adminRoleId) return;
  if (await lockOtherAdmin(tx, id)) return;
  throw badData('The last Admin cannot be deleted or given another role.');
}
