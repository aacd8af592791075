import { sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { queryPipelined } from '../../platform/db/pipeline.ts';
import { type Columns, given, namesOf } from '../../platform/db/records.ts';
import type {
  FlagEnvironment,
  HourRow,
  LastSeenRow,
  StageRow,
  UnknownRow,
  VariantRow,
} from './rules.ts';

/** The largest integer that JSON numbers represent exactly; sums stop here. */
const countMax = Number.MAX_SAFE_INTEGER;

/**
 * Locks the flags by name, the order used everywhere, so concurrent reports wait here and cannot
 * deadlock. The environments are read after that: removing an environment locks the flags too.
 */
export async function lockFlagEnvironments(
  tx: Tx,
  flags: readonly string[],
): Promise<FlagEnvironment[]> {
  const [, flagEnvironments] = await queryPipelined(tx, [
    sql`
      select from flags where name = any (${flags}::text[])
      order by name
      for no key update`,
    sql<FlagEnvironment>`
      select flags.name as flag, flag_environments.environment, flags.project,
        flag_environments.enabled, flags.archived_at is not null as archived,
        environments.type = 'production' as production
      from flags
      join flag_environments on flag_environments.flag = flags.name
      join environments on environments.name = flag_environments.environment
      where flags.name = any (${flags}::text[])`,
  ]);
  return flagEnvironments;
}

export async function addHours(tx: Tx, rows: readonly HourRow[]): Promise<void> {
  await sql`
    insert into usage_hours (${namesOf(hourColumns)})
    select ${namesOf(hourColumns)} from ${given(rows, hourColumns)}
    on conflict (flag, environment, hour, application) do update set
      yes = least(usage_hours.yes + excluded.yes, ${countMax}),
      no = least(usage_hours.no + excluded.no, ${countMax})`.execute(tx);
}

export async function addVariants(tx: Tx, rows: readonly VariantRow[]): Promise<void> {
  await sql`
    insert into usage_variants (${namesOf(variantColumns)})
    select ${namesOf(variantColumns)} from ${given(rows, variantColumns)}
    on conflict (flag, environment, hour, application, variant) do update set
      count = least(usage_variants.count + excluded.count, ${countMax})`.execute(tx);
}

/** Adds to the same hour, replaces it by a newer one and ignores an older one. */
export async function addLastSeen(tx: Tx, rows: readonly LastSeenRow[]): Promise<void> {
  await sql`
    insert into flag_usage (flag, environment, last_seen_at, hour, yes, no)
    select flag, environment, "lastSeenAt", hour, yes, no from ${given(rows, lastSeenColumns)}
    on conflict (flag, environment) do update set
      last_seen_at = greatest(flag_usage.last_seen_at, excluded.last_seen_at),
      hour = greatest(flag_usage.hour, excluded.hour),
      yes = case when excluded.hour > flag_usage.hour then excluded.yes
        when excluded.hour = flag_usage.hour
          then least(flag_usage.yes + excluded.yes, ${countMax})
        else flag_usage.yes end,
      no = case when excluded.hour > flag_usage.hour then excluded.no
        when excluded.hour = flag_usage.hour then least(flag_usage.no + excluded.no, ${countMax})
        else flag_usage.no end`.execute(tx);
}

/** Each stage is entered once. */
export async function enterStages(tx: Tx, rows: readonly StageRow[]): Promise<void> {
  await sql`
    insert into flag_stages (flag, stage, entered_at)
    select given.flag, given.stage, "enteredAt" from ${given(rows, stageColumns)}
    where not exists (
      select from flag_stages
      where flag_stages.flag = given.flag and flag_stages.stage = given.stage
    )`.execute(tx);
}

/** Names of a deleted environment are ignored. */
export async function saveUnknownFlags(tx: Tx, rows: readonly UnknownRow[]): Promise<void> {
  await sql`
    insert into unknown_flags (name, application, environment, seen_at)
    select given.name, application, environment, "seenAt" from ${given(rows, unknownColumns)}
    join environments on environments.name = given.environment
    order by given.name, application, environment
    on conflict (name, application, environment) do update set
      seen_at = greatest(unknown_flags.seen_at, excluded.seen_at)`.execute(tx);
}

const unknownMax = 1000;

/** Newest first, without names of flags that were created since. */
export async function listUnknownFlags(db: Db, caller: Caller) {
  const { rows } = await sql<UnknownFlag>`
    select name, application as "appName", environment, seen_at as "seenAt"
    from unknown_flags
    where not exists (
      select from flags where flags.name = unknown_flags.name
        and (not ${isVisible(caller, sql.ref('flags.project'))} or flags.created_at > seen_at)
    )
    order by seen_at desc, name collate "C", application collate "C", environment collate "C"
    limit ${unknownMax}`.execute(db);
  return rows;
}

type UnknownFlag = { name: string; appName: string; environment: string; seenAt: string };

/** The newest hour of each environment, if it is the current or the previous one. */
export async function listLastHour(db: Db, flag: string, now: string) {
  const { rows } = await sql<{ environment: string; timestamp: string; yes: number; no: number }>`
    select environment, hour as timestamp, yes, no from flag_usage
    where flag = ${flag}
      and hour >= date_trunc('hour', ${now}::timestamptz, 'UTC') - interval '1 hour'
    order by environment collate "C"`.execute(db);
  return rows;
}

export async function listApplicationsOf(db: Db, flag: string): Promise<string[]> {
  const { rows } = await sql<{ application: string }>`
    select distinct application collate "C" as application from usage_hours
    where flag = ${flag} order by 1`.execute(db);
  return rows.map(({ application }) => application);
}

/** Every hour of every application since the given time. */
export async function listHours(db: Db, flag: string, since: string) {
  const { rows } = await sql<RawHour>`
    select flag as "featureName", application as "appName", environment, hour as timestamp, yes, no,
      (select coalesce(json_object_agg(variant, count), '{}') from usage_variants as variants
        where variants.flag = usage_hours.flag and variants.environment = usage_hours.environment
          and variants.hour = usage_hours.hour and variants.application = usage_hours.application
      ) as variants
    from usage_hours
    where flag = ${flag} and hour > ${since}::timestamptz
    order by hour, environment collate "C", application collate "C"`.execute(db);
  return rows;
}

type RawHour = {
  featureName: string;
  appName: string;
  environment: string;
  timestamp: string;
  yes: number;
  no: number;
  variants: Record<string, number>;
};

/** Deletes at most `limit` hours and unknown names from before the given time. */
export async function deleteOldUsage(tx: Tx, before: string, limit: number): Promise<number> {
  const hours = await sql`
    delete from usage_hours where ctid = any (array(
      select ctid from usage_hours where hour < ${before}::timestamptz
      order by hour limit ${limit} for update skip locked))`.execute(tx);
  const names = await sql`
    delete from unknown_flags where ctid = any (array(
      select ctid from unknown_flags where seen_at < ${before}::timestamptz
      order by seen_at limit ${limit} for update skip locked))`.execute(tx);
  return Math.max(Number(hours.numAffectedRows ?? 0), Number(names.numAffectedRows ?? 0));
}

const keyColumns = { flag: 'text', environment: 'text', hour: 'timestamptz' } as const;

const hourColumns: Columns<HourRow> = {
  ...keyColumns,
  application: 'text',
  yes: 'bigint',
  no: 'bigint',
};

const variantColumns: Columns<VariantRow> = {
  ...keyColumns,
  application: 'text',
  variant: 'text',
  count: 'bigint',
};

const lastSeenColumns: Columns<LastSeenRow> = {
  ...keyColumns,
  lastSeenAt: 'timestamptz',
  yes: 'bigint',
  no: 'bigint',
};

const stageColumns: Columns<StageRow> = { flag: 'text', stage: 'text', enteredAt: 'timestamptz' };

const unknownColumns: Columns<UnknownRow> = {
  name: 'text',
  application: 'text',
  environment: 'text',
  seenAt: 'timestamptz',
};
