import { randomUUID } from 'node:crypto';
import type { InTransaction } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import { describeDatabaseFailure } from '../../platform/db/failures.ts';
import type { Db } from '../../platform/db/open.ts';
import { conflict, RequestError } from '../../platform/errors.ts';
import { startJobs } from '../../platform/jobs/runner.ts';
import { summaryOf } from '../import/report.ts';
import { importUnleash, needsMerge, recordImport } from '../import/run.ts';
import { openApiSource } from '../source/api.ts';
import type { Fetch } from '../source/requests.ts';
import { type Progress, type Source, SourceError } from '../source/source.ts';
import {
  insertRun,
  type RunResult,
  saveProgress,
  saveResult,
  setCancelRequested,
} from './queries.ts';
import { planAddress } from './rules.ts';
import type { ImportRun, NewImportRun } from './schema.ts';

type Parts = {
  db: Db;
  inTransaction: InTransaction;
  fetch: Fetch;
  log: { error: (fields: object, message: string) => void };
};

type Run = NewImportRun & { id: string; caller: Caller; stop: AbortController };

/** Why a run is stopped. */
class Stopped extends Error {
  readonly state: 'cancelled' | 'failed';

  constructor(state: 'cancelled' | 'failed', message: string) {
    super(message);
    this.state = state;
  }
}

const progressEveryMs = 2000;
const durationMaxHours = 6;

/** Imports in the background of this process; one at a time among all processes. */
export function createRunner(parts: Parts) {
  const { inTransaction } = parts;
  let current: { id: string; stop: AbortController; ended: Promise<void> } | undefined;
  return {
    start: async (caller: Caller, input: NewImportRun): Promise<ImportRun> => {
      const url = planAddress(input.url);
      const [id, stop] = [randomUUID(), new AbortController()];
      // One of this process is alive, even if it could not save its progress for long.
      const replacesLost = current === undefined;
      const wanted = { id, kind: input.kind, url, startedBy: caller.name, replacesLost };
      const run = await inTransaction((tx) => insertRun(tx, wanted));
      if (!run) throw conflict('An import is running. Wait until it has ended, or cancel it.');
      const ended = execute(parts, { ...input, id, url, caller, stop }).finally(() => {
        if (current?.id === id) current = undefined;
      });
      current = { id, stop, ended };
      return run;
    },
    cancel: async (): Promise<void> => {
      const id = await inTransaction(setCancelRequested);
      if (id === undefined) throw conflict('No import is running.');
      // Other processes find the request when they save their progress.
      if (current?.id === id) current.stop.abort(new Stopped('cancelled', 'It was cancelled.'));
    },
    isRunning: (id: string): boolean => current?.id === id,
    close: async (): Promise<void> => {
      const message = 'The server process was stopped. Start it again to import the rest.';
      current?.stop.abort(new Stopped('failed', message));
      await current?.ended;
    },
  };
}

async function execute(parts: Parts, run: Run): Promise<void> {
  const { db, log } = parts;
  const { id, stop } = run;
  let progress: Progress | null = null;
  const tooLong = new Stopped('failed', `It took more than ${durationMaxHours} hours.`);
  const limit = setTimeout(() => stop.abort(tooLong), durationMaxHours * 3_600_000);
  const job = { name: 'progress of the import', everyMs: progressEveryMs };
  const save = async () => {
    const next = await saveProgress(db, id, progress);
    if (next === 'cancelled') stop.abort(new Stopped('cancelled', 'It was cancelled.'));
    if (next === 'replaced') stop.abort(new Stopped('failed', 'Another import was started.'));
    return 'done' as const;
  };
  const stopSaving = startJobs([{ ...job, run: save }], log);
  const result = await runImport(parts, run, (current) => {
    progress = current;
  }).catch((error: unknown) => failureOf(error, run, log));
  clearTimeout(limit);
  await stopSaving();
  await saveResult(db, id, result).catch((err: unknown) =>
    log.error({ err }, 'the result of the import could not be saved'),
  );
}

async function runImport(
  { db, inTransaction, fetch }: Parts,
  { kind, url, token, merge = false, caller, stop }: Run,
  progress: (progress: Progress) => void,
): Promise<RunResult> {
  const { signal } = stop;
  const source = await openApiSource({ url, token, fetch, signal });
  const mergeNeeded = await needsMerge(db, source.id);
  if (kind === 'import' && mergeNeeded && !merge) {
    throw new SourceError(
      'This server has projects, flags, groups or users already. Confirm that what exists in ' +
        'both becomes as it is in Unleash.',
    );
  }
  const options = { merge: true, trial: kind === 'preview', progress, signal, caller };
  try {
    const report = await importUnleash(db, inTransaction, source, options);
    const summary = { ...summaryOf(report), needsMerge: mergeNeeded };
    return { state: 'complete', error: null, summary };
  } catch (error) {
    if (kind === 'import') await recordPart(inTransaction, caller, source);
    throw error;
  }
}

/** Caches and SDKs must see what was written before a failure. */
async function recordPart(
  inTransaction: InTransaction,
  caller: Caller,
  { id }: Source,
): Promise<void> {
  await inTransaction((tx) => recordImport(tx, caller, id, {})).catch(() => {
    // The first error is reported; the next run records what is missing.
  });
}

function failureOf(error: unknown, { id, stop }: Run, log: Parts['log']): RunResult {
  const { reason } = stop.signal as { reason: unknown };
  if (reason instanceof Stopped) {
    const { state, message } = reason;
    return { state, error: state === 'failed' ? message : null, summary: null };
  }
  return { state: 'failed', error: sentenceOf(error, id, log), summary: null };
}

function sentenceOf(error: unknown, id: string, log: Parts['log']): string {
  if (error instanceof SourceError || error instanceof RequestError) return error.message;
  log.error({ err: error, run: id }, 'the import failed');
  return describeDatabaseFailure(error)
    ? 'The database of this server failed. Start it again to import the rest.'
    : `An unexpected error occurred. The log of this server has it under ${id}.`;
}
