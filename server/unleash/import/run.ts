import { appendEvents } from '../../events/queries.ts';
import { dryRun, type InTransaction, recordEvent } from '../../events/record.ts';
import { isEmpty } from '../../installation/contents/queries.ts';
import { systemCaller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { badData } from '../../platform/errors.ts';
import type { Batch, Source, Totals } from '../source/source.ts';
import { type IdentifiedTable, identifications, layouts } from './layout.ts';
import { findImport, listIds, lockImport, setLastEvent, setRecorded } from './queries.ts';
import { addBatch, addEvents, emptyReport, type Report, totalsOf } from './report.ts';
import { type BatchOutcome, writeBatch } from './write.ts';

export type ImportOptions = {
  /** Whether to write into a database that has data already. */
  merge: boolean;
  /** Whether to roll everything back. */
  trial: boolean;
  progress: (progress: Progress) => void;
};

/** How many rows of a phase are written; the totals of large phases are known. */
export type Progress = { phase: string; rows: number; total?: number };

/** Runs work in a transaction of its own, or in the one of a dry run. */
type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

type Run = {
  source: Source;
  ids: Record<IdentifiedTable, Map<string, number>>;
  report: Report;
  totals: Totals;
  write: Write;
  progress: ImportOptions['progress'];
};

/**
 * Brings what the source has and Pennon has not. Every batch is a transaction that can be repeated,
 * so that a run which was interrupted is continued by the next one.
 */
export async function importUnleash(
  db: Db,
  inTransaction: InTransaction,
  source: Source,
  { merge, trial, progress }: ImportOptions,
): Promise<Report> {
  const before = await findImport(db, source.id);
  if (!before && !merge && !(await isEmpty(db))) {
    throw badData(
      'This Pennon has projects, flags, groups or users already. ' +
        'Add --merge to import into it; what exists in both becomes as it is in Unleash.',
    );
  }
  const ids = idsOf(await listIds(db, source.id));
  const report = emptyReport();
  const lastEventId = before?.lastEventId ?? 0;
  const totals = await source.count(lastEventId);
  const run = { source, ids, report, totals, progress };
  if (trial) {
    await inTransaction((tx) =>
      dryRun(tx, async () => {
        await lockImport(tx, source.id);
        await writeAll({ ...run, write: (work) => work(tx) }, source.batches());
      }),
    );
    report.pending = totals;
  } else {
    await inTransaction((tx) => lockImport(tx, source.id));
    const complete = { ...run, write: inTransaction };
    await writeAll(complete, source.batches());
    await writeAll(complete, source.usage(), 'usage');
    await writeEvents(complete, lastEventId);
    const { events } = await source.count(0);
    await inTransaction((tx) => recordImport(tx, source, totalsOf(report, events)));
  }
  report.omissions = await source.omissions();
  return report;
}

function idsOf(stored: readonly { kind: string; sourceId: string; id: number }[]): Run['ids'] {
  const tables = Object.keys(identifications) as IdentifiedTable[];
  const entries = tables.map((table) => [
    table,
    new Map(stored.filter(({ kind }) => kind === table).map((it) => [it.sourceId, it.id])),
  ]);
  return Object.fromEntries(entries) as Run['ids'];
}

/** A phase is named after the first table of its batches, or as given. */
async function writeAll(run: Run, batches: AsyncIterable<Batch>, name?: string): Promise<void> {
  const { source, ids, report, write } = run;
  const rows = new Map<string, number>();
  for await (const batch of batches) {
    const outcome = await write(async (tx) => {
      const written = await writeBatch(tx, source.id, ids, batch);
      if (changesAnything(written)) await setRecorded(tx, source.id, false);
      return written;
    });
    for (const { table, ids: assigned } of outcome.newIds) {
      for (const { source_id, id } of assigned) ids[table].set(source_id, id);
    }
    addBatch(report, outcome.tables);
    const [first] = outcome.tables;
    if (first === undefined) continue;
    const phase = name ?? layouts[first.table]?.label ?? first.table;
    rows.set(phase, (rows.get(phase) ?? 0) + first.read);
    reportProgress(run, phase, rows.get(phase) ?? 0);
  }
}

function reportProgress({ totals, progress }: Run, phase: string, rows: number): void {
  const total = (totals as Record<string, number>)[phase];
  progress({ phase, rows, ...(total === undefined ? {} : { total }) });
}

const changesAnything = ({ tables }: BatchOutcome) =>
  tables.some(({ created, changed, removed }) => created + changed.length + removed > 0);

async function writeEvents(run: Run, start: number): Promise<void> {
  const { source, ids, report, write } = run;
  let before = start;
  for await (const page of source.events(start)) {
    const after = page.at(-1)?.id ?? before;
    const position = { before, after };
    const events = page.map((event) => ({
      ...event,
      createdByUserId: authorOf(ids.users, event.createdByUserId),
    }));
    await write(async (tx) => {
      if (!(await setLastEvent(tx, source.id, position))) {
        throw badData('Another import of the same source is running; wait until it has ended.');
      }
      await appendEvents(tx, events);
      await setRecorded(tx, source.id, false);
    });
    before = after;
    addEvents(report, page.length);
    reportProgress(run, 'events', report.events);
  }
}

/** Users that do not exist have negative ids in Unleash: the system, API tokens. */
const authorOf = (users: ReadonlyMap<string, number>, id: number | null) =>
  id === null || id < 0 ? id : (users.get(String(id)) ?? null);

/** One event, so that SDKs reload everything; none if nothing changed. */
async function recordImport(
  tx: Tx,
  source: Source,
  sourceTotals: Record<string, number>,
): Promise<void> {
  await lockImport(tx, source.id);
  if ((await findImport(tx, source.id))?.recorded !== false) return;
  await setRecorded(tx, source.id, true);
  recordEvent(tx, systemCaller, {
    type: 'unleash-imported',
    data: { source: source.id, totals: sourceTotals },
  });
}
