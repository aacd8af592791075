import { sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';
import { prepared } from '../platform/db/pipeline.ts';

/** A digest of the rows of each table, to check that data is unchanged; attempts always count. */
export async function fingerprint(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> 'attempts' order by 1`.execute(db);
  const digests = tables.map(
    ({ name }) => sql`
      select ${sql.lit(name)} as name,
        concat(count(*), ' rows: ', sum(hashtextextended(t::text, 0))) as digest
      from ${sql.table(name)} as t`,
  );
  // Planned once: planning so many tables takes longer than reading them.
  const statement = sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`;
  const { rows } = await prepared(statement).execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
