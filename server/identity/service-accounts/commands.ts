import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { badData, notFound } from '../../platform/errors.ts';
import { createTokenFor, deleteTokenOf } from '../personal-tokens/commands.ts';
import { listPersonalTokens } from '../personal-tokens/queries.ts';
import type { NewServiceAccountToken } from '../personal-tokens/schema.ts';
import { assertAdminRemains, assertNamesFree, resolveRootRole } from '../users/checks.ts';
import { findUser, insertUser, listRootRoles, lockUser, saveUser } from '../users/queries.ts';
import { removeUser } from '../users/removal.ts';
import { userData } from '../users/rules.ts';
import { listServiceAccounts, listServiceAccountTokens } from './queries.ts';
import { requiredText, viewServiceAccount } from './rules.ts';
import type { NewServiceAccount, ServiceAccountPatch } from './schema.ts';

export async function showServiceAccounts(db: Db) {
  const accounts = await listServiceAccounts(db);
  const tokens = await listServiceAccountTokens(db);
  return {
    serviceAccounts: accounts.map((row) => viewServiceAccount(row, tokens.get(row.id))),
    rootRoles: await listRootRoles(db),
  };
}

export async function createServiceAccount(tx: Tx, caller: Caller, input: NewServiceAccount) {
  const names = {
    name: requiredText(input.name, 'name'),
    username: requiredText(input.username, 'username'),
    email: null,
  };
  const rootRole = await resolveRootRole(tx, input.rootRole);
  await assertNamesFree(tx, names);
  const account = await insertUser(tx, {
    ...names,
    accountType: 'Service Account',
    rootRole,
    passwordHash: null,
    mustChangePassword: false,
  });
  recordEvent(tx, caller, { type: 'service-account-created', data: userData(account) });
  return viewServiceAccount(account);
}

export async function updateServiceAccount(
  tx: Tx,
  caller: Caller,
  id: number,
  { name, rootRole }: ServiceAccountPatch,
) {
  const before = await lockAccount(tx, id);
  const after = {
    ...before,
    name: name === undefined ? before.name : requiredText(name, 'name'),
    rootRole: rootRole === undefined ? before.rootRole : await resolveRootRole(tx, rootRole),
  };
  const tokens = await listPersonalTokens(tx, id);
  if (after.name !== before.name || after.rootRole !== before.rootRole) {
    await assertAdminRemains(tx, before, after.rootRole);
    await saveUser(tx, after);
    recordEvent(tx, caller, {
      type: 'service-account-updated',
      data: userData(after),
      preData: userData(before),
    });
  }
  return viewServiceAccount(after, tokens);
}

/** Its tokens are refused from the next request on. */
export async function deleteServiceAccount(tx: Tx, caller: Caller, id: number): Promise<void> {
  if (caller.id === id) throw badData('A service account cannot delete itself.');
  const account = await lockAccount(tx, id);
  await assertAdminRemains(tx, account);
  await removeUser(tx, caller, id);
  recordEvent(tx, caller, { type: 'service-account-deleted', preData: userData(account) });
}

export async function listAccountTokens(db: Db, id: number) {
  if (!(await findUser(db, id, 'Service Account'))) throw notFound('Service account', id);
  return listPersonalTokens(db, id);
}

export async function createAccountToken(
  tx: Tx,
  caller: Caller,
  id: number,
  input: NewServiceAccountToken,
) {
  await lockAccount(tx, id);
  return createTokenFor(tx, caller, id, input);
}

export async function deleteAccountToken(
  tx: Tx,
  caller: Caller,
  { id, tokenId }: { id: number; tokenId: number },
): Promise<void> {
  await lockAccount(tx, id);
  await deleteTokenOf(tx, caller, id, tokenId);
}

async function lockAccount(tx: Tx, id: number) {
  const account = await lockUser(tx, id, 'Service Account');
  if (!account) throw notFound('Service account', id);
  return account;
}
