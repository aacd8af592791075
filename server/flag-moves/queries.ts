import { sql } from 'kysely';
import type { Db, Tx } from '../db/open.ts';

/** Only the variants: whoever copies a flag does not mean to switch the copy on. */
export async function copyVariants(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    update flag_environments set variants = source.variants
    from flag_environments as source
    where flag_environments.flag = ${to} and source.flag = ${from}
      and source.environment = flag_environments.environment`.execute(tx);
}

/** By name, so that two projects can be compared. */
export async function listEnvironmentsOfProject(db: Db, project: string): Promise<string[]> {
  const links = await db
    .selectFrom('project_environments')
    .select('environment')
    .where('project', '=', project)
    .orderBy('environment')
    .execute();
  return links.map(({ environment }) => environment);
}

/** The segments in the flag's strategies that belong to one project and cannot leave it. */
export async function listBoundSegments(db: Db, flag: string): Promise<string[]> {
  const segments = await db
    .selectFrom('segments')
    .innerJoin('strategy_segments', 'strategy_segments.segment_id', 'segments.id')
    .innerJoin('strategies', 'strategies.id', 'strategy_segments.strategy_id')
    .select('segments.name')
    .distinct()
    .where('strategies.flag', '=', flag)
    .where('segments.project', 'is not', null)
    .orderBy('segments.name')
    .execute();
  return segments.map(({ name }) => name);
}
