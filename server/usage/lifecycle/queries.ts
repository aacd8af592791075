import { sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import type { Completion, StageCounts, Stages } from './schema.ts';

/** Undefined when the flag is not in the project. */
export async function findStages(
  db: Db,
  project: string,
  flag: string,
): Promise<Stages | undefined> {
  const { rows } = await sql<{ stages: Stages }>`
    select coalesce(json_agg(json_strip_nulls(json_build_object(
        'stage', stage, 'status', status, 'enteredStageAt', iso(entered_at)))
      order by entered_at, array_position('{initial,pre-live,live,completed,archived}', stage))
      filter (where stage is not null), '[]') as stages
    from flags left join flag_stages on flag_stages.flag = flags.name
    where flags.name = ${flag} and flags.project = ${project}
    group by flags.name`.execute(db);
  return rows[0]?.stages;
}

export async function findCompletion(tx: Tx, flag: string) {
  return tx
    .selectFrom('flag_stages')
    .select(['status', 'status_value as statusValue'])
    .where('flag', '=', flag)
    .where('stage', '=', 'completed')
    .executeTakeFirst();
}

export async function insertCompletion(
  tx: Tx,
  flag: string,
  { status, statusValue }: Completion,
): Promise<void> {
  await tx
    .insertInto('flag_stages')
    .values({ flag, stage: 'completed', status, status_value: statusValue ?? null })
    .execute();
}

export async function deleteCompletion(tx: Tx, flag: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('flag_stages')
    .where('flag', '=', flag)
    .where('stage', '=', 'completed')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Flags the caller may see, from flag_counts. */
export async function countStages(db: Db, caller: Caller): Promise<StageCounts> {
  const { rows } = await sql<StageCounts>`
    select coalesce(sum(flags) filter (where stage = 'initial'), 0) as initial,
      coalesce(sum(flags) filter (where stage = 'pre-live'), 0) as "preLive",
      coalesce(sum(flags) filter (where stage = 'live'), 0) as live,
      coalesce(sum(flags) filter (where stage = 'completed'), 0) as completed,
      coalesce(sum(flags) filter (where stage = 'archived'), 0) as archived
    from flag_counts
    where ${isVisible(caller, sql.ref('flag_counts.project'))}`.execute(db);
  return rows[0] ?? { initial: 0, preLive: 0, live: 0, completed: 0, archived: 0 };
}
