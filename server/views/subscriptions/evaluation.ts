import { attempt, recordEvent } from '../../events/record.ts';
import { findCaller } from '../../identity/access/queries.ts';
import { type Caller, systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { conflict, RequestError } from '../../platform/errors.ts';
import { listMatching, resolveFilter } from '../../search/queries.ts';
import { watchedCriteria } from '../parsing.ts';
import {
  type ChangedFlags,
  deleteAbandoned,
  deleteMembers,
  findWholeDue,
  insertEntries,
  insertMembers,
  listChangedFlags,
  listEvaluated,
  listMembers,
  saveEvaluated,
  savePosition,
  tryLockReading,
} from './queries.ts';
import { isRecorded, membersMax, tooManyMembers, type WatchedView } from './rules.ts';

/** Events, and flags that enter a view, per transaction. */
const batchSize = 500;

/**
 * Evaluates views with subscriptions for the flags of the next events, and one view for all flags, if
 * it is due. Members, entries, events and the position are saved together, by one process.
 */
export async function evaluateViews(tx: Tx): Promise<'more' | 'done'> {
  const position = await tryLockReading(tx);
  if (position === undefined) return 'done';
  const range = { after: position, upTo: position + batchSize };
  const { flags, newest } = await listChangedFlags(tx, range);
  const views = flags.length > 0 ? await listEvaluated(tx) : [];
  for (const view of views) await orPark(tx, view, () => evaluateChanged(tx, view, flags));
  const end = Math.max(position, Math.min(newest, range.upTo));
  if (end > position) await savePosition(tx, end);
  const due = await findWholeDue(tx);
  if (due) await orPark(tx, due, () => evaluateWhole(tx, due));
  else await deleteAbandoned(tx);
  return due || end < newest ? 'more' : 'done';
}

/** A view that cannot be evaluated must not stop the others. */
async function orPark(tx: Tx, view: WatchedView, work: () => Promise<void>): Promise<void> {
  const error = await attempt(tx, work);
  if (!error) return;
  const reason = error instanceof RequestError ? error.message : 'The query failed.';
  await deleteMembers(tx, view.id);
  await saveEvaluated(tx, view, reason);
}

async function evaluateChanged(
  tx: Tx,
  view: WatchedView,
  changed: ChangedFlags['flags'],
): Promise<void> {
  const names = changed.map(({ name }) => name);
  const { entering, leaving } = await compare(tx, view, names);
  await deleteMembers(tx, view.id, leaving);
  const eventOf = new Map(changed.map(({ name, eventId }) => [name, eventId]));
  await enter(tx, view, { flags: entering, eventOf });
}

/** What enters by a change of the view itself is no entry. */
async function evaluateWhole(tx: Tx, view: WatchedView): Promise<void> {
  if (!view.evaluated) return storeMembers(tx, view);
  const { entering, leaving } = await compare(tx, view);
  await deleteMembers(tx, view.id, leaving);
  await enter(tx, view, { flags: entering.slice(0, batchSize), eventOf: new Map() });
  if (entering.length <= batchSize) await saveEvaluated(tx, view, null);
}

/** Replaces the members by the current matches, without entries. */
export async function storeMembers(tx: Tx, view: WatchedView): Promise<void> {
  const matching = await findMatching(tx, view);
  await deleteMembers(tx, view.id);
  await insertMembers(
    tx,
    view.id,
    matching.map(({ name }) => name),
  );
  await saveEvaluated(tx, view, null);
}

type Match = { name: string; project: string };

async function compare(tx: Tx, view: WatchedView, names?: readonly string[]) {
  const matching = await findMatching(tx, view, names);
  const members = new Set(await listMembers(tx, view.id, names));
  const matches = new Set(matching.map(({ name }) => name));
  return {
    entering: matching.filter(({ name }) => !members.has(name)),
    leaving: [...members].filter((name) => !matches.has(name)),
  };
}

/**
 * With the rights of the owner; a shared view as a user who may see its project and no other private
 * one, so that all subscribers may see every match.
 */
async function findMatching(
  tx: Tx,
  view: WatchedView,
  names?: readonly string[],
): Promise<Match[]> {
  const { ownerId, hiddenProjects } = view;
  const reader = ownerId === null ? systemCaller : await findCaller(tx, ownerId);
  if (!reader) throw conflict('The owner of the view is deactivated.');
  const filter = await filterOf(tx, reader, view);
  const hidden = { hiddenProjects: [...filter.hiddenProjects, ...hiddenProjects] };
  const limit = membersMax + 1;
  const matching = await listMatching(tx, reader, { ...filter, ...hidden }, { names, limit });
  if (matching.length > membersMax) throw tooManyMembers();
  return matching;
}

const filterOf = (tx: Tx, reader: Caller, view: WatchedView) =>
  resolveFilter(tx, reader, watchedCriteria(view));

type Entering = { flags: readonly Match[]; eventOf: ReadonlyMap<string, number> };

async function enter(tx: Tx, view: WatchedView, { flags, eventOf }: Entering): Promise<void> {
  const stored = new Set(
    await insertMembers(
      tx,
      view.id,
      flags.map(({ name }) => name),
    ),
  );
  const entered = flags
    .filter(({ name }) => stored.has(name))
    .toSorted((a, b) => (eventOf.get(a.name) ?? 0) - (eventOf.get(b.name) ?? 0));
  if (entered.length === 0) return;
  const entries = entered.map(({ name }) => ({ flag: name, eventId: eventOf.get(name) ?? null }));
  await insertEntries(tx, view.id, entries);
  const data = { id: view.id, name: view.name };
  for (const { name: featureName, project } of entered.filter((it) => isRecorded(view, it))) {
    recordEvent(tx, systemCaller, { type: 'view-entered', project, featureName, data });
  }
}
