import { sql } from 'kysely';
import type { Job } from '../jobs/runner.ts';
import type { Db } from './open.ts';

/** Four segments; writing the changed pages of that much takes a fraction of a second. */
const walBytesMax = 64 * 1024 * 1024;

/** The embedded database has no checkpointer process: its WAL would grow until it is closed. */
export const checkpointJob = (db: Db): Job => ({
  name: 'checkpoint',
  everyMs: 5000,
  run: async () => {
    if ((await walBytes(db)) > walBytesMax) await sql`checkpoint`.execute(db);
    return 'done';
  },
});

/** The size of the WAL that a crash recovery would replay. */
async function walBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_current_wal_insert_lsn() - redo_lsn as bytes from pg_control_checkpoint()`.execute(
    db,
  );
  return Number(rows[0]?.bytes);
}
