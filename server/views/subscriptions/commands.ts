import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { conflict, found } from '../../platform/errors.ts';
import { watchedCriteria } from '../parsing.ts';
import { findView, lockView } from '../queries.ts';
import { assertHasViews } from '../rules.ts';
import { storeMembers } from './evaluation.ts';
import {
  countSubscriptions,
  countUnseen,
  deleteAbandoned,
  deleteSubscription,
  type EntryPage,
  findWatched,
  insertSubscription,
  insertWatch,
  listEntries,
  lockReading,
  setSeen,
} from './queries.ts';
import { subscriptionsMax } from './rules.ts';
import type { ViewEntries } from './schema.ts';

/** The flags that are in the view already are stored, and are no entries. */
export async function subscribe(tx: Tx, caller: Caller, id: string): Promise<void> {
  assertHasViews(caller);
  const view = found(await lockView(tx, caller, id), 'View', id);
  watchedCriteria(view);
  await lockReading(tx);
  const isNew = await insertWatch(tx, id, view.query);
  const watched = found(await findWatched(tx, id), 'View', id);
  if (isNew || !watched.evaluated) await storeMembers(tx, watched);
  await insertSubscription(tx, id, caller.id);
  if ((await countSubscriptions(tx, caller.id)) > subscriptionsMax) {
    throw conflict(`You have ${subscriptionsMax} subscriptions already, which is the maximum.`);
  }
}

/** Also of a view that the caller may no longer see. */
export async function unsubscribe(tx: Tx, caller: Caller, id: string): Promise<void> {
  await lockReading(tx);
  if (await deleteSubscription(tx, id, caller.id)) await deleteAbandoned(tx);
  else found(await findView(tx, caller, id), 'View', id);
}

export async function readEntries(
  db: Db,
  caller: Caller,
  { before, limit }: EntryPage,
): Promise<ViewEntries> {
  const rows = await listEntries(db, caller, { before, limit: limit + 1 });
  const entries = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? String(entries.at(-1)?.id) : null;
  return { entries, unseen: await countUnseen(db, caller), nextCursor };
}

export async function markSeen(tx: Tx, caller: Caller, upTo: number): Promise<void> {
  await setSeen(tx, caller.id, upTo);
}
