import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import type { FlagConfiguration } from './configuration.ts';

export type StoredConfiguration = {
  name: string;
  project: string;
  configuration: FlagConfiguration;
};

/** By flag, of any project; flags that do not exist are missing. */
export async function listConfigurations(
  db: Db,
  names: readonly string[],
): Promise<Map<string, StoredConfiguration>> {
  const { rows } = await sql<StoredConfiguration>`
    select name, project, configuration from flag_configurations(${names}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
}

/** The ids among these that a strategy or a link of any flag has. */
export async function listTakenIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from strategies where id = any(${ids}::uuid[])
    union all select id from flag_links where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** That new strategies get without one of their own. */
export async function findDefaultStickiness(db: Db, project: string): Promise<string> {
  const found = await db
    .selectFrom('projects')
    .select('default_stickiness as stickiness')
    .where('id', '=', project)
    .executeTakeFirst();
  return found?.stickiness ?? 'default';
}
