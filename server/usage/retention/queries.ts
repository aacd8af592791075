import { sql } from 'kysely';
import type { Tx } from '../../platform/db/open.ts';
import { type Columns, given } from '../../platform/db/records.ts';
import { countMax, limitedVariants } from '../metrics/queries.ts';

type FlagEnvironment = { flag: string; environment: string };

/** The oldest rows from before a time. */
type Old = { before: string; limit: number };

/**
 * Where the oldest hours are. The lock only prevents the deletion of these rows; those that are being
 * deleted are not waited for, and their hours are deleted with them.
 */
export async function lockOldFlagEnvironments(
  tx: Tx,
  { before, limit }: Old,
): Promise<FlagEnvironment[]> {
  const { rows } = await sql<FlagEnvironment>`
    select flag, environment from flag_environments
    where (flag, environment) in (
      select flag, environment from (
        select flag, environment from usage_hours where hour < ${before}::timestamptz
        order by hour limit ${limit}
      ) as oldest)
    for key share skip locked`.execute(tx);
  return rows;
}

/**
 * Adds the oldest hours to the counts of their days (UTC) and deletes them, so that each is counted in
 * one of the tables. The writers of usage must be locked out. Returns the number of hours.
 */
export async function moveHours(
  tx: Tx,
  flagEnvironments: readonly FlagEnvironment[],
  { before, limit }: Old,
): Promise<number> {
  if (flagEnvironments.length === 0) return 0;
  const variants = sql`(
    select usage_variants.flag, usage_variants.environment, day, usage_variants.application, variant,
      least(sum(count), ${countMax})::bigint as count
    from moved join usage_variants using (flag, environment, hour, application)
    group by usage_variants.flag, usage_variants.environment, day, usage_variants.application, variant
  ) as given`;
  const { rows } = await sql<{ hours: number }>`
    with moved as (
      delete from usage_hours where ctid = any (array(
        select usage_hours.ctid from usage_hours
        join ${given(flagEnvironments, keyColumns)} using (flag, environment)
        where hour < ${before}::timestamptz
        order by hour limit ${limit}))
      returning flag, environment, hour, application, yes, no,
        (hour at time zone 'UTC')::date as day
    ),
    days as (
      insert into usage_days (flag, environment, day, application, yes, no)
      select flag, environment, day, application,
        least(sum(yes), ${countMax}), least(sum(no), ${countMax})
      from moved group by flag, environment, day, application
      on conflict (flag, environment, day, application) do update set
        yes = least(usage_days.yes + excluded.yes, ${countMax}),
        no = least(usage_days.no + excluded.no, ${countMax})
    ),
    day_variants as (
      insert into usage_day_variants (flag, environment, day, application, variant, count)
      ${limitedVariants(variants, { table: 'usage_day_variants', time: 'day' })}
      on conflict (flag, environment, day, application, variant) do update set
        count = least(usage_day_variants.count + excluded.count, ${countMax})
    )
    select count(*)::integer as hours from moved`.execute(tx);
  return rows[0]?.hours ?? 0;
}

const keyColumns: Columns<FlagEnvironment> = { flag: 'text', environment: 'text' };

/** Returns the number of days. */
export async function deleteOldDays(tx: Tx, { before, limit }: Old): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from usage_days where ctid = any (array(
      select ctid from usage_days where day < (${before}::timestamptz at time zone 'UTC')::date
      order by day limit ${limit} for update skip locked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Names of unknown flags, and what is retained as long as hours. Returns the number of names. */
export async function deleteOldNames(tx: Tx, { before, limit }: Old): Promise<number> {
  const names = await sql`
    delete from unknown_flags where ctid = any (array(
      select ctid from unknown_flags where seen_at < ${before}::timestamptz
      order by seen_at limit ${limit} for update skip locked))`.execute(tx);
  await sql`delete from application_usage where seen_at < ${before}::timestamptz`.execute(tx);
  await sql`delete from dropped_usage where last_at < ${before}::timestamptz`.execute(tx);
  return Number(names.numAffectedRows ?? 0);
}
