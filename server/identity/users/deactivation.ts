import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { deleteClientLoginsOf } from '../client-logins/queries.ts';
import { deleteAllTokens } from '../personal-tokens/commands.ts';
import { deleteSessionsOfUser } from '../sessions/queries.ts';
import { assertAdminRemains } from './checks.ts';
import { saveActive } from './queries.ts';
import { type UserRow, userData } from './rules.ts';

/**
 * A deactivated user loses sessions and personal tokens, effective on the next request to any process.
 * The transaction must have locked the user.
 */
export async function setActive(
  tx: Tx,
  caller: Caller,
  user: UserRow,
  active: boolean,
): Promise<void> {
  if (!active) await assertAdminRemains(tx, user);
  await saveActive(tx, user.id, active);
  if (!active) {
    await deleteSessionsOfUser(tx, user.id);
    await deleteAllTokens(tx, caller, user.id);
    await deleteClientLoginsOf(tx, user.id);
  }
  recordEvent(tx, caller, {
    type: 'user-updated',
    data: { ...userData(user), active },
    preData: { ...userData(user), active: !active },
  });
}
