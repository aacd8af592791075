import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { deleteClientLoginsOf } from '../client-logins/queries.ts';
import { removeFromAllGroups } from '../groups/commands.ts';
import { deleteAccountOf } from '../oidc/queries.ts';
import { deleteUnusedLinks } from '../password-links/queries.ts';
import { deleteAllTokens } from '../personal-tokens/commands.ts';
import { deletePreferences } from '../preferences/queries.ts';
import { revokeAccessOfUser } from '../project-access/commands.ts';
import { deleteScimUser } from '../scim/queries.ts';
import { deleteSecondFactor } from '../second-factors/queries.ts';
import { deleteSessionsOfUser } from '../sessions/queries.ts';
import { anonymizeUser } from './queries.ts';

/** Also deletes sessions, tokens, memberships and roles of the user or service account. */
export async function removeUser(tx: Tx, caller: Caller, userId: number): Promise<void> {
  await anonymizeUser(tx, userId);
  await deleteSessionsOfUser(tx, userId);
  await deleteUnusedLinks(tx, userId);
  await deleteSecondFactor(tx, userId);
  await deleteAccountOf(tx, userId);
  await deleteScimUser(tx, userId);
  await deletePreferences(tx, userId);
  await deleteAllTokens(tx, caller, userId);
  await deleteClientLoginsOf(tx, userId);
  await removeFromAllGroups(tx, caller, userId);
  await revokeAccessOfUser(tx, caller, userId);
}
