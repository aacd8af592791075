import { appendEvents } from '../../events/queries.ts';
import { systemCaller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { findDeletion } from '../proofs/queries.ts';
import {
  deletePartition,
  findOldPartition,
  findOpenPartition,
  hasMoreEvents,
  isOwner,
  type OldPartition,
  setClosed,
  setPartitioned,
  setValidated,
  tryLockPartitions,
} from './queries.ts';

export type PartitionSettings = {
  /** The log is partitioned when it has more events; 0 is never. */
  partitionsFrom: number;
  /** Undefined if events are never deleted. */
  retentionMonths: number | undefined;
};

/** What a transaction did to the partitions. */
export type Maintenance =
  | { did: 'nothing' }
  /** Another process works on the partitions, or a long read or a backup has locked the table. */
  | { did: 'postponed' }
  /** The role of the connection does not own the table. */
  | { did: 'refused' }
  | { did: 'partitioned' | 'validated' | 'closed'; partition: string }
  | { did: 'deleted'; partition: string; events: number };

/**
 * The next step: partition the log, make its open partition ready to be closed, close it after a
 * change of month, or delete the oldest one. Each step is a transaction, so that a killed process
 * leaves a state from which any process continues.
 */
export async function maintainPartitions(
  tx: Tx,
  settings: PartitionSettings,
  now: string,
): Promise<Maintenance> {
  if (!(await tryLockPartitions(tx))) return { did: 'postponed' };
  const month = now.slice(0, 7).replace('-', '_');
  const open = await findOpenPartition(tx);
  if (!open) {
    const { partitionsFrom } = settings;
    if (partitionsFrom === 0 || !(await hasMoreEvents(tx, partitionsFrom))) {
      return { did: 'nothing' };
    }
    if (!(await isOwner(tx))) return { did: 'refused' };
    await setPartitioned(tx, month);
    return { did: 'partitioned', partition: nameOf(month) };
  }
  if (!(await isOwner(tx))) return { did: 'refused' };
  if (!open.validated) {
    await setValidated(tx, open.name);
    return { did: 'validated', partition: open.name };
  }
  if (open.name < nameOf(month) && !open.empty) {
    await setClosed(tx, month, now);
    return { did: 'closed', partition: open.name };
  }
  const old = await findExpired(tx, settings, now);
  if (!old) return { did: 'nothing' };
  await deleteEvents(tx, old, { now, months: settings.retentionMonths });
  return { did: 'deleted', partition: old.name, events: old.events };
}

const nameOf = (month: string) => `events_${month}`;

async function findExpired(tx: Tx, { retentionMonths }: PartitionSettings, now: string) {
  return retentionMonths === undefined ? undefined : findOldPartition(tx, retentionMonths, now);
}

/**
 * The event has the hash from which the remaining log is verified. It is appended first: a
 * transaction that appends holds the event lock before it locks the table.
 */
async function deleteEvents(
  tx: Tx,
  { name, events, lastId, lastHash }: OldPartition,
  { now, months }: { now: string; months: number | undefined },
): Promise<void> {
  const before = await findDeletion(tx);
  await appendEvents(tx, [
    {
      type: 'events-deleted',
      createdBy: systemCaller.name,
      createdByUserId: systemCaller.id,
      createdAt: now,
      data: {
        partition: name,
        events,
        totalEvents: events + (before?.events ?? 0),
        lastId,
        lastHash,
        setting: 'EVENT_RETENTION_MONTHS',
        months,
      },
    },
  ]);
  await deletePartition(tx, name);
}
