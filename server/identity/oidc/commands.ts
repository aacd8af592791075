import { recordEvent } from '../../events/record.ts';
import { type Caller, systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { Encryption } from '../../platform/encryption/encryption.ts';
import { badData, found, unavailable } from '../../platform/errors.ts';
import { followMappings } from '../groups/commands.ts';
import { lockMappedGroups } from '../groups/queries.ts';
import { isInvited } from '../invitations/queries.ts';
import { deleteAllTokens } from '../personal-tokens/commands.ts';
import { deleteSecondFactor } from '../second-factors/queries.ts';
import { startSession } from '../sessions/commands.ts';
import { type Device, deleteSessionsOfUser } from '../sessions/queries.ts';
import { resolveRootRole } from '../users/checks.ts';
import { createUser, updateUser } from '../users/commands.ts';
import { findUserByEmail, lockNames, lockUser, replacePasswordHash } from '../users/queries.ts';
import { displayNameOf, userData } from '../users/rules.ts';
import {
  type Account,
  findAccountOf,
  findUserIdByAccount,
  lockOidcSettings,
  type StoredSettings,
  saveAccount,
  saveOidcSettings,
} from './queries.ts';
import { LoginRefused } from './refusal.ts';
import { isAllowedEmail, type Person, type Provider, planSettings } from './rules.ts';
import type { OidcSettingsInput, OidcValues } from './schema.ts';

export type Login = { account: Account; person: Person; provider: Provider };

/** Creates the session, after the user, its name and its groups follow the provider. */
export async function logIn(
  tx: Tx,
  { account, person, provider }: Login,
  session: { hours: number; device: Device },
) {
  if (!isAllowedEmail(person.email, provider.allowedDomains)) {
    throw new LoginRefused('domain', 'the domain of the e-mail is not allowed');
  }
  // Before the user: the order in which all transactions take both locks.
  const groups = person.groups ? await lockMappedGroups(tx) : [];
  const userId =
    (await findUserIdByAccount(tx, account)) ?? (await linkUser(tx, { account, person, provider }));
  const user = await lockUser(tx, userId, 'User');
  if (!user || user.deactivatedAt) throw new LoginRefused('deactivated', 'the user is deactivated');
  if (person.name !== undefined && person.name !== user.name) {
    await updateUser(tx, systemCaller, userId, { name: person.name });
  }
  if (person.groups) {
    const member = { userId, username: displayNameOf(user), groups };
    await followMappings(tx, systemCaller, member, person.groups);
  }
  return startSession(tx, { ...session, userId, oidc: true });
}

/** Finds the user by e-mail, or creates it; later logins find it by its account. */
async function linkUser(tx: Tx, { account, person, provider }: Login): Promise<number> {
  const { email, name } = person;
  if (email === undefined) {
    throw new LoginRefused('unverified-email', 'the provider has not verified the e-mail');
  }
  // Serializes concurrent first logins.
  await lockNames(tx);
  const known = (await findUserIdByAccount(tx, account)) ?? (await findUserByEmail(tx, email))?.id;
  if (known !== undefined) {
    const linked = await findAccountOf(tx, known);
    assertNotAnother(linked, account);
    if (!linked && (await isInvited(tx, known))) await endFormerAccess(tx, known);
    await saveAccount(tx, known, account);
    return known;
  }
  if (!provider.autoCreate) throw new LoginRefused('no-account', 'the user does not exist');
  const user = await createUser(tx, systemCaller, {
    email,
    rootRole: provider.defaultRole,
    ...(name !== undefined && { name }),
  });
  await saveAccount(tx, user.id, account);
  return user.id;
}

/** Who joined by an invitation may have entered the e-mail of another person, and waited for them. */
async function endFormerAccess(tx: Tx, userId: number): Promise<void> {
  const user = found(await lockUser(tx, userId, 'User'), 'User');
  await replacePasswordHash(tx, userId, null);
  await deleteSecondFactor(tx, userId);
  await deleteAllTokens(tx, systemCaller, userId);
  const sessionsEnded = await deleteSessionsOfUser(tx, userId);
  recordEvent(tx, systemCaller, {
    type: 'user-updated',
    data: { ...userData(user), passwordRemoved: true, sessionsEnded },
    preData: userData(user),
  });
}

/** An e-mail that was reassigned to another person must not give access to the user. */
function assertNotAnother(linked: Account | undefined, account: Account): void {
  if (linked?.issuer !== account.issuer || linked.clientId !== account.clientId) return;
  if (linked.subject === account.subject) return;
  throw new LoginRefused('other-account', 'the user belongs to another account of the provider');
}

const settingId = 'auth.oidc';

/** The event records only whether the secret changed. */
export async function saveSettings(
  tx: Tx,
  caller: Caller,
  input: OidcSettingsInput,
  encryption: Encryption | undefined,
): Promise<StoredSettings> {
  const values = planSettings(input);
  const before = await lockOidcSettings(tx);
  await resolveRootRole(tx, values.defaultRootRoleId ?? values.defaultRootRole ?? 'Viewer');
  const encryptedSecret = nextSecret(before, values, input.secret, encryption);
  const after = { values, encryptedSecret };
  const secretChanged = encryptedSecret !== before.encryptedSecret;
  if (!secretChanged && same(before.values, values)) return before;
  await saveOidcSettings(tx, after);
  recordEvent(tx, caller, {
    type: 'setting-updated',
    data: { id: settingId, ...values, ...(secretChanged && { secretChanged }) },
    preData: { id: settingId, ...before.values },
  });
  return after;
}

/** A secret is only sent to the provider it was entered for. */
function nextSecret(
  before: StoredSettings,
  values: OidcValues,
  secret: string | null | undefined,
  encryption: Encryption | undefined,
): string | null {
  if (secret) {
    if (!encryption) throw unavailable('Set ENCRYPTION_KEY, so that the secret can be stored.');
    if (before.encryptedSecret && encryption.decrypt(before.encryptedSecret) === secret) {
      return before.encryptedSecret;
    }
    return encryption.encrypt(secret);
  }
  if (secret === null || !before.encryptedSecret) return null;
  if (before.values?.discoverUrl === values.discoverUrl) return before.encryptedSecret;
  throw badData('Enter "secret" again, because "discoverUrl" has changed.', '/body/secret');
}

/** The database does not retain the order of members. */
const same = (one: OidcValues | null, other: OidcValues) =>
  one !== null &&
  Object.entries(other).every(([name, value]) => one[name as keyof OidcValues] === value);
