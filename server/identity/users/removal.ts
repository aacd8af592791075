import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { leaveAllGroups } from '../groups/commands.ts';
import { deleteAllTokens } from '../personal-tokens/commands.ts';
import { endAccessOfUser } from '../project-access/commands.ts';
import { deleteSessionsOfUser } from '../sessions/queries.ts';
import { blankUser } from './queries.ts';

/** Ends everything a user or a service account holds or can come in with, at once. */
export async function removeUser(tx: Tx, caller: Caller, userId: number): Promise<void> {
  await blankUser(tx, userId);
  await deleteSessionsOfUser(tx, userId);
  await deleteAllTokens(tx, caller, userId);
  await leaveAllGroups(tx, caller, userId);
  await endAccessOfUser(tx, caller, userId);
}
