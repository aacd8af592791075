import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { conflict } from '../../platform/errors.ts';
import { deleteUser } from '../users/commands.ts';
import { listInactiveUsers, lockUsers } from './queries.ts';

/** Deletes all of them or, if one is not inactive or may not be deleted, none. */
export async function deleteInactiveUsers(
  tx: Tx,
  caller: Caller,
  { ids, days }: { ids: readonly number[]; days: number },
): Promise<void> {
  const wanted = [...new Set(ids)].sort((one, other) => one - other);
  await lockUsers(tx, wanted);
  const inactive = new Set((await listInactiveUsers(tx, days)).map(({ id }) => id));
  const others = wanted.filter((id) => !inactive.has(id));
  if (others.length > 0) {
    throw conflict(
      `No user was deleted, because these are not inactive: ${others.slice(0, 10).join(', ')}. ` +
        'List the inactive users again.',
    );
  }
  for (const id of wanted) await deleteUser(tx, caller, id);
}
