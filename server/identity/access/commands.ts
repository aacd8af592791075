import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { alreadyExists, badData, notFound } from '../../platform/errors.ts';
import {
  countRoleUses,
  deleteRoleRow,
  findRole,
  findRoleIdByName,
  insertRole,
  listRolesBoundTo,
  listUnknownEnvironments,
  lockRole,
  saveRole,
} from './queries.ts';
import {
  assertCustom,
  assertUnused,
  planRole,
  planRoleName,
  type RolePermission,
  replaceRole,
  roleData,
  type StoredRole,
} from './rules.ts';
import type { NewRole, RoleReplacement, RoleToValidate } from './schema.ts';

export async function createRole(tx: Tx, caller: Caller, input: NewRole): Promise<StoredRole> {
  const plan = planRole(input);
  await assertEnvironmentsExist(tx, plan.permissions);
  const id = await insertRole(tx, plan);
  if (id === undefined) throw nameTaken(plan.name);
  const role = { id, ...plan };
  recordEvent(tx, caller, { type: 'role-created', data: roleData(role) });
  return role;
}

export async function updateRole(
  tx: Tx,
  caller: Caller,
  id: number,
  input: RoleReplacement,
): Promise<StoredRole> {
  const before = await lockExistingRole(tx, id);
  const after = replaceRole(before, input);
  const [data, preData] = [roleData(after), roleData(before)];
  if (JSON.stringify(data) === JSON.stringify(preData)) return before;

  await assertEnvironmentsExist(tx, after.permissions);
  await assertNameFree(tx, after.name, id);
  await saveRole(tx, after);
  recordEvent(tx, caller, { type: 'role-updated', data, preData });
  return after;
}

export async function deleteRole(tx: Tx, caller: Caller, id: number): Promise<void> {
  const role = await lockExistingRole(tx, id);
  assertCustom(role);
  assertUnused(role, await countRoleUses(tx, id));
  await deleteRoleRow(tx, id);
  recordEvent(tx, caller, { type: 'role-deleted', preData: roleData(role) });
}

/** For an environment that is being deleted: each changed role is recorded. */
export async function dropPermissionsIn(tx: Tx, caller: Caller, environment: string) {
  for (const id of await listRolesBoundTo(tx, environment)) {
    const before = await lockExistingRole(tx, id);
    const permissions = before.permissions.filter((it) => it.environment !== environment);
    const after = { ...before, permissions };
    await saveRole(tx, after);
    recordEvent(tx, caller, {
      type: 'role-updated',
      data: roleData(after),
      preData: roleData(before),
    });
  }
}

/** Checks whether a role can be created with this name. */
export async function validateRole(db: Db, { name }: RoleToValidate): Promise<void> {
  await assertNameFree(db, planRoleName(name));
}

/** Locks first: rows joined by the locking statement may be older than the lock. */
async function lockExistingRole(tx: Tx, id: number): Promise<StoredRole> {
  await lockRole(tx, id);
  const role = await findRole(tx, id);
  if (!role) throw notFound('Role', id);
  return role;
}

async function assertNameFree(db: Db, name: string, except?: number): Promise<void> {
  const id = await findRoleIdByName(db, name);
  if (id !== undefined && id !== except) throw nameTaken(name);
}

const nameTaken = (name: string) => alreadyExists('Role', name);

async function assertEnvironmentsExist(tx: Tx, permissions: readonly RolePermission[]) {
  const named = permissions.flatMap(({ environment }) => environment ?? []);
  const [unknown] = await listUnknownEnvironments(tx, [...new Set(named)]);
  if (unknown === undefined) return;
  throw badData(`Environment "${unknown}" does not exist.`, '/body/permissions');
}
