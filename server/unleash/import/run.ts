import { appendEvents } from '../../events/queries.ts';
import { dryRun, type InTransaction, recordEvent } from '../../events/record.ts';
import { isEmpty } from '../../installation/contents/queries.ts';
import { findSettings } from '../../installation/settings/queries.ts';
import { type Caller, systemCaller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { badData } from '../../platform/errors.ts';
import { downloadSource } from '../source/download.ts';
import type { Batch, Progress, Source, Totals } from '../source/source.ts';
import { type IdentifiedTable, identifications, layouts } from './layout.ts';
import {
  findImport,
  insertImportedEvents,
  listIds,
  lockImport,
  setLastEvent,
  setRecorded,
} from './queries.ts';
import { addBatch, addEvents, emptyReport, type Report, totalsOf } from './report.ts';
import { type BatchOutcome, writeBatch } from './write.ts';

export type ImportOptions = {
  /** Whether to write into a database that has data already. */
  merge: boolean;
  /** Whether to roll everything back. */
  trial: boolean;
  progress: (progress: Progress) => void;
  /** Ends the run between two batches. */
  signal?: AbortSignal;
  /** Recorded as the author of the import. */
  caller?: Caller;
};

/** Runs work in a transaction of its own, or in the one of a dry run. */
type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

type Run = {
  source: Source;
  ids: Record<IdentifiedTable, Map<string, number>>;
  report: Report;
  totals: Totals;
  write: Write;
  progress: ImportOptions['progress'];
  signal: AbortSignal | undefined;
};

/**
 * Brings what the source has and Pennon has not. Every batch is a transaction that can be repeated,
 * so that a run which was interrupted is continued by the next one.
 */
export async function importUnleash(
  db: Db,
  inTransaction: InTransaction,
  source: Source,
  options: ImportOptions,
): Promise<Report> {
  if (!options.merge && (await needsMerge(db, source.id))) {
    throw badData(
      'This Pennon has projects, flags, groups or users already. ' +
        'Add --merge to import into it; what exists in both becomes as it is in Unleash.',
    );
  }
  if ((await findSettings(db)).instanceId === source.id) {
    throw badData('The source is this Pennon itself.');
  }
  const lastEventId = (await findImport(db, source.id))?.lastEventId ?? 0;
  if (!source.remote) return importFrom(db, inTransaction, { source, lastEventId, ...options });
  const { progress } = options;
  const downloaded = await downloadSource(source, { after: lastEventId, progress });
  const given = { source: downloaded, lastEventId, ...options };
  return importFrom(db, inTransaction, given).finally(downloaded.close);
}

type Input = Omit<ImportOptions, 'merge'> & { source: Source; lastEventId: number };

async function importFrom(db: Db, inTransaction: InTransaction, input: Input): Promise<Report> {
  const { source, lastEventId, trial, progress, signal, caller = systemCaller } = input;
  const totals = await source.count(lastEventId);
  const stored = await listIds(db, source.id);
  const start = (write: Write): Run => ({
    source,
    totals,
    write,
    progress,
    signal,
    ids: idsOf(stored),
    report: emptyReport(),
  });
  const report = trial
    ? await inTransaction((tx) =>
        dryRun(tx, () =>
          tryAll(
            tx,
            start((work) => work(tx)),
          ),
        ),
      )
    : await writeEverything(start(inTransaction), lastEventId, caller);
  report.omissions = await source.omissions();
  return report;
}

/** Whether Pennon has data that did not come from the source. */
export const needsMerge = async (db: Db, source: string): Promise<boolean> =>
  !(await findImport(db, source)) && !(await isEmpty(db));

/** Usage and events are only counted. */
async function tryAll(tx: Tx, run: Run): Promise<Report> {
  const { source, report, totals } = run;
  await lockImport(tx, source.id);
  await writeAll(run, source.batches());
  report.pending = totals;
  return report;
}

async function writeEverything(run: Run, lastEventId: number, caller: Caller): Promise<Report> {
  const { source, report, write } = run;
  await write((tx) => lockImport(tx, source.id));
  await writeAll(run, source.batches());
  await writeAll(run, source.usage(), 'usage');
  await writeEvents(run, lastEventId);
  const { events } = await source.count(0);
  await write((tx) => recordImport(tx, caller, source.id, totalsOf(report, events)));
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
  const { source, ids, report, write, signal } = run;
  const rows = new Map<string, number>();
  for await (const batch of batches) {
    signal?.throwIfAborted();
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
  const { source, ids, report, write, signal } = run;
  let before = start;
  for await (const page of source.events(start)) {
    signal?.throwIfAborted();
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
      await insertImportedEvents(tx, events.length);
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

/** One event, so that SDKs reload everything; none if nothing changed since the last one. */
export async function recordImport(
  tx: Tx,
  caller: Caller,
  source: string,
  totals: Record<string, number>,
): Promise<void> {
  if (!(await findImport(tx, source))) return;
  await lockImport(tx, source);
  if ((await findImport(tx, source))?.recorded !== false) return;
  await setRecorded(tx, source, true);
  recordEvent(tx, caller, { type: 'unleash-imported', data: { source, totals } });
}
