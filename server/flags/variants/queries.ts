import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';
import type { FlagKey } from '../flags/queries.ts';
import type { Variant } from '../strategies/schema.ts';
import type { EnvironmentVariants } from './rules.ts';

/** By environment, in their order; empty for an unknown flag. */
export async function listVariants(db: Db, key: FlagKey): Promise<EnvironmentVariants[]> {
  return selectVariants(db, key).execute();
}

/** Also locks the environments of the flag, so that none is removed from it. */
export async function lockVariants(tx: Tx, key: FlagKey): Promise<EnvironmentVariants[]> {
  return selectVariants(tx, key).forNoKeyUpdate('flag_environments').execute();
}

export async function flagExists(db: Db, { project, name }: FlagKey): Promise<boolean> {
  const found = await db
    .selectFrom('flags')
    .select('name')
    .where('name', '=', name)
    .where('project', '=', project)
    .executeTakeFirst();
  return found !== undefined;
}

/** In one statement for all environments. */
export async function saveVariants(
  tx: Tx,
  flag: string,
  changes: readonly Omit<EnvironmentVariants, 'version'>[],
): Promise<void> {
  await sql`
    update flag_environments set variants = changed.variants, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as changed (environment text, variants jsonb)
    where flag_environments.flag = ${flag}
      and flag_environments.environment = changed.environment`.execute(tx);
}

const selectVariants = (db: Db, { project, name }: FlagKey) =>
  db
    .selectFrom('flag_environments')
    .innerJoin('flags', 'flags.name', 'flag_environments.flag')
    .innerJoin('environments', 'environments.name', 'flag_environments.environment')
    .select(['flag_environments.environment', 'flag_environments.version'])
    .select(sql<Variant[]>`flag_environments.variants`.as('variants'))
    .where('flags.name', '=', name)
    .where('flags.project', '=', project)
    .orderBy('environments.sort_order')
    .orderBy('environments.name');
