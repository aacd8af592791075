import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import { storableJson } from '../../platform/db/records.ts';
import type { ImportRun } from './schema.ts';

export type NewRun = Pick<ImportRun, 'id' | 'kind' | 'url' | 'startedBy'> & {
  /** Whether one that seems to be dead is replaced. */
  replacesLost: boolean;
};

/** Without a heartbeat since then, the process that ran it is considered dead. */
const oldestHeartbeat = sql<string>`clock_timestamp() - interval '60 seconds'`;

/** Undefined if another one is running, in any process. */
export async function insertRun(
  tx: Tx,
  { id, kind, url, startedBy, replacesLost }: NewRun,
): Promise<ImportRun | undefined> {
  const { rows } = await sql<ImportRun>`
    insert into import_runs as stored (id, kind, url, started_by)
    values (${id}, ${kind}, ${url}, ${startedBy})
    on conflict (only_row) do update set id = excluded.id, kind = excluded.kind,
      state = 'running', url = excluded.url, started_by = excluded.started_by,
      started_at = clock_timestamp(), alive_at = clock_timestamp(), ended_at = null,
      cancel_requested = false, progress = null, error = null, summary = null
    where stored.state <> 'running'
      or (${replacesLost}::boolean and stored.alive_at < ${oldestHeartbeat})
    returning id, kind, state, url, started_by as "startedBy", started_at as "startedAt",
      ended_at as "endedAt", progress, error, summary`.execute(tx);
  return rows[0];
}

export type StoredRun = ImportRun & { lost: boolean };

export async function findRun(db: Db): Promise<StoredRun | undefined> {
  return (await db
    .selectFrom('import_runs')
    .select([
      ...(['id', 'kind', 'state', 'url', 'progress', 'error', 'summary'] as const),
      'started_by as startedBy',
      'started_at as startedAt',
      'ended_at as endedAt',
      sql<boolean>`alive_at < ${oldestHeartbeat}`.as('lost'),
    ])
    .executeTakeFirst()) as StoredRun | undefined;
}

/** Whether to go on; not if it was cancelled, or another one was started instead. */
export async function saveProgress(
  db: Db,
  id: string,
  progress: ImportRun['progress'],
): Promise<'continue' | 'cancelled' | 'replaced'> {
  const row = await db
    .updateTable('import_runs')
    .set({
      alive_at: sql`clock_timestamp()`,
      progress: progress === null ? null : storableJson(progress),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('cancel_requested as cancelled')
    .executeTakeFirst();
  if (!row) return 'replaced';
  return row.cancelled ? 'cancelled' : 'continue';
}

/** Undefined if none is running. */
export async function setCancelRequested(tx: Tx): Promise<string | undefined> {
  const row = await tx
    .updateTable('import_runs')
    .set({ cancel_requested: true })
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export type RunResult = Pick<ImportRun, 'state' | 'error' | 'summary'>;

export async function saveResult(
  db: Db,
  id: string,
  { state, error, summary }: RunResult,
): Promise<void> {
  await db
    .updateTable('import_runs')
    .set({
      state,
      error,
      summary: summary === null ? null : storableJson(summary),
      ended_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}
