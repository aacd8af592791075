import { sql } from 'kysely';
import type { Db } from './open.ts';

/** False on a standby server, on a read-only primary, and if the embedded database lacks space. */
export async function isWritable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ writable: boolean }>`
    select current_setting('transaction_read_only') = 'off' as writable`.execute(db);
  return rows[0]?.writable === true;
}
