import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDb } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { migrate } from './migrate.ts';
import type { Db } from './open.ts';

async function isWaitedFor(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where not granted and relation = ${table}::regclass`.execute(db);
  return rows.length > 0;
}

test('a migration is repeated if a transaction uses its tables in another order', async () => {
  const { db } = await openTestDb();
  const name = 'repeatable/change_requests.sql';
  await db.updateTable('migrations').set({ checksum: '' }).where('name', '=', name).execute();

  const { migrating } = await db.transaction().execute(async (tx) => {
    await sql`select from change_request_reviewers`.execute(tx);
    const started = migrate(db);
    await eventually(async () => {
      expect(await isWaitedFor(db, 'change_request_reviewers')).toBe(true);
    });
    // The migration has this table.
    await sql`select from change_request_comments`.execute(tx);
    return { migrating: started };
  });

  expect(await migrating).toEqual([name]);
});
