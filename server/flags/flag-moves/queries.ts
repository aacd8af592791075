import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/open.ts';

/** Copies only the variants: the clone is off. */
export async function copyVariants(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    update flag_environments set variants = source.variants
    from flag_environments as source
    where flag_environments.flag = ${to} and source.flag = ${from}
      and source.environment = flag_environments.environment`.execute(tx);
}

/** Ordered by name, so that two projects can be compared. */
export async function listEnvironmentsOfProject(db: Db, project: string): Promise<string[]> {
  const links = await db
    .selectFrom('project_environments')
    .select('environment')
    .where('project', '=', project)
    .orderBy('environment')
    .execute();
  return links.map(({ environment }) => environment);
}

/**
 * The segments in the flag's strategies that belong to a project. Global segments are locked too,
 * so that none is assigned to a project until the transaction ends.
 */
export async function lockProjectSegmentsOf(tx: Tx, flag: string): Promise<string[]> {
  const used = await tx
    .selectFrom('segments')
    .select(['name', 'project'])
    .where('id', 'in', (query) =>
      query
        .selectFrom('strategy_segments')
        .innerJoin('strategies', 'strategies.id', 'strategy_segments.strategy_id')
        .select('strategy_segments.segment_id')
        .where('strategies.flag', '=', flag),
    )
    .orderBy('id')
    .forShare()
    .execute();
  return used.flatMap(({ name, project }) => (project === null ? [] : [name])).sort();
}
