import { type RawBuilder, sql } from 'kysely';
import { isVisible } from '../../identity/access/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { queryPipelined } from '../../platform/db/pipeline.ts';
import { type Columns, given, namesOf } from '../../platform/db/records.ts';
import { unknownFlagsMax, variantsPerFlagMax } from './limits.ts';
import type {
  ApplicationUsageRow,
  DropRow,
  FlagEnvironment,
  HourRow,
  LastSeenRow,
  RawHour,
  StageRow,
  UnknownRow,
  VariantRow,
} from './rules.ts';

/** The largest integer that JSON numbers represent exactly; sums stop here. */
export const countMax = Number.MAX_SAFE_INTEGER;

const usageLock = 7_366_020;

const statementTimeout = sql`select set_config('statement_timeout', '10s', true)`;
const lockTimeout = sql`select set_config('lock_timeout', '2s', true)`;

/** Until the transaction ends: a writer of usage must not wait for others for long. */
export async function limitWaiting(tx: Tx): Promise<void> {
  await queryPipelined(tx, [statementTimeout, lockTimeout]);
}

/** Writers of usage wait for each other here, so that they need no lock of a flag to be in order. */
export async function lockUsage(tx: Tx): Promise<void> {
  const lock = sql`select pg_advisory_xact_lock(${usageLock})`;
  await queryPipelined(tx, [statementTimeout, lock, lockTimeout]);
}

/**
 * The lock only prevents the deletion of these rows: a flag can be changed and switched meanwhile.
 * Rows that are being deleted are not waited for, so that usage never blocks such a transaction.
 */
export async function lockFlagEnvironments(
  tx: Tx,
  reports: readonly { flag: string; environment: string }[],
): Promise<FlagEnvironment[]> {
  const flags = [...new Set(reports.map(({ flag }) => flag))];
  const environments = [...new Set(reports.map(({ environment }) => environment))];
  const reported = sql`flag_environments.flag = any (${flags}::text[])
    and flag_environments.environment = any (${environments}::text[])`;
  const [locked, all] = await queryPipelined(tx, [
    sql<Pick<FlagEnvironment, 'flag' | 'environment'>>`
      select flag, environment from flag_environments where ${reported}
      for key share skip locked`,
    sql<Omit<FlagEnvironment, 'available'>>`
      select flags.name as flag, flag_environments.environment, flags.project,
        flag_environments.enabled, flags.archived_at is not null as archived,
        environments.type = 'production' as production,
        array(select stage from flag_stages where flag_stages.flag = flags.name) as stages
      from flag_environments
      join flags on flags.name = flag_environments.flag
      join environments on environments.name = flag_environments.environment
      where ${reported}`,
  ]);
  const keys = new Set(locked.map(({ flag, environment }) => `${flag}\n${environment}`));
  return all.map((it) => ({ ...it, available: keys.has(`${it.flag}\n${it.environment}`) }));
}

export async function addHours(tx: Tx, rows: readonly HourRow[]): Promise<void> {
  await sql`
    insert into usage_hours (${namesOf(hourColumns)})
    select ${namesOf(hourColumns)} from ${given(rows, hourColumns)}
    on conflict (flag, environment, hour, application) do update set
      yes = least(usage_hours.yes + excluded.yes, ${countMax}),
      no = least(usage_hours.no + excluded.no, ${countMax})`.execute(tx);
}

/** Returns the flag of each row that was written; the others exceed the limit of variants. */
export async function addVariants(tx: Tx, rows: readonly VariantRow[]): Promise<string[]> {
  const source = given(rows, variantColumns);
  const { rows: written } = await sql<{ flag: string }>`
    insert into usage_variants (${namesOf(variantColumns)})
    ${limitedVariants(source, { table: 'usage_variants', time: 'hour' })}
    on conflict (flag, environment, hour, application, variant) do update set
      count = least(usage_variants.count + excluded.count, ${countMax})
    returning flag`.execute(tx);
  return written.map(({ flag }) => flag);
}

type VariantTable =
  | { table: 'usage_variants'; time: 'hour' }
  | { table: 'usage_day_variants'; time: 'day' };

/** Of the rows named `given`, those whose variant is stored or for which there is room. */
export function limitedVariants(
  source: RawBuilder<unknown>,
  { table, time }: VariantTable,
): RawBuilder<unknown> {
  const [stored, at] = [sql.table(table), sql.ref(time)];
  const columns = sql`flag, environment, ${at}, application, variant, count`;
  const isSame = (name: string) =>
    sql.join(
      ['flag', 'environment', time, 'application'].map(
        (column) => sql`${sql.ref(`${name}.${column}`)} = ${sql.ref(`given.${column}`)}`,
      ),
      sql` and `,
    );
  return sql`
    select ${columns} from (
      select given.*, known.variant is not null as known,
        (select count(*) from ${stored} as stored where ${isSame('stored')}) + row_number() over (
          partition by given.flag, given.environment, given.${at}, given.application,
            known.variant is null
          order by given.count desc, given.variant
        ) as position
      from ${source}
      left join ${stored} as known on ${isSame('known')} and known.variant = given.variant
    ) as candidates
    where known or position <= ${variantsPerFlagMax}`;
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

/**
 * Each stage is entered once, and none by an archived flag. Returns the rows of flags that another
 * transaction has locked: they are not waited for.
 */
export async function enterStages(tx: Tx, rows: readonly StageRow[]): Promise<StageRow[]> {
  const [locked, missing] = await queryPipelined(tx, [
    sql<{ name: string }>`
      select name from flags
      where name = any (${rows.map(({ flag }) => flag)}::text[]) and archived_at is null
      order by name for no key update skip locked`,
    sql<StageRow>`
      select given.flag, given.stage, given."enteredAt" from ${given(rows, stageColumns)}
      join flags on flags.name = given.flag and archived_at is null
      where not exists (select from flag_stages
        where flag_stages.flag = given.flag and flag_stages.stage = given.stage)`,
  ]);
  const names = new Set(locked.map(({ name }) => name));
  const entered = missing.filter(({ flag }) => names.has(flag));
  if (entered.length > 0) {
    await sql`
      insert into flag_stages (flag, stage, entered_at)
      select given.flag, given.stage, given."enteredAt"
      from ${given(entered, stageColumns)}`.execute(tx);
  }
  return missing.filter(({ flag }) => !names.has(flag));
}

/** Returns how many rows were not written. Names of a deleted environment are ignored. */
export async function saveUnknownFlags(tx: Tx, rows: readonly UnknownRow[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into unknown_flags (name, application, environment, seen_at)
    select name, application, environment, "seenAt" from (
      select given.*, known.name is not null as known,
        row_number() over (partition by known.name is null order by given.name) as position
      from ${given(rows, unknownColumns)}
      join environments on environments.name = given.environment
      left join unknown_flags as known on known.name = given.name
        and known.application = given.application and known.environment = given.environment
    ) as candidates
    where known or position + (select count(*) from unknown_flags) <= ${unknownFlagsMax}
    on conflict (name, application, environment) do update set
      seen_at = greatest(unknown_flags.seen_at, excluded.seen_at)`.execute(tx);
  return rows.length - Number(numAffectedRows ?? 0);
}

/** Updated once an hour, so that most reports write nothing here. Skips unknown applications. */
export async function saveApplicationUsage(
  tx: Tx,
  rows: readonly ApplicationUsageRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into application_usage (application, environment, project, seen_at)
    select given.application, given.environment, given.project, "seenAt"
    from ${given(rows, applicationUsageColumns)}
    join applications on applications.name = given.application
    on conflict (application, environment, project) do update set seen_at = excluded.seen_at
    where application_usage.seen_at < excluded.seen_at - interval '1 hour'`.execute(tx);
}

/** Adds to what was dropped before, for the notes in the health of projects. */
export async function addDrops(tx: Tx, rows: readonly DropRow[]): Promise<void> {
  await sql`
    insert into dropped_usage (project, reason, dropped, since, last_at)
    select given.project, given.reason, given.dropped, given.at, given.at
    from ${given(rows, dropColumns)}
    on conflict (project, reason) do update set
      dropped = least(dropped_usage.dropped + excluded.dropped, ${countMax}),
      last_at = greatest(dropped_usage.last_at, excluded.last_at)`.execute(tx);
}

const unknownMax = 1000;

/** Newest first, without names of flags that were created since. */
export async function listUnknownFlags(db: Db, caller: Caller) {
  const { rows } = await sql<UnknownFlag>`
    select name, application as "appName", environment, seen_at as "seenAt"
    from unknown_flags
    where ${isUnknownTo(caller)}
    order by seen_at desc, name collate "C", application collate "C", environment collate "C"
    limit ${unknownMax}`.execute(db);
  return rows;
}

/** A condition of rows of unknown_flags: no flag of the name was created since, and none is hidden. */
export const isUnknownTo = (caller: Caller) => sql<boolean>`not exists (
  select from flags where flags.name = unknown_flags.name
    and (not ${isVisible(caller, sql.ref('flags.project'))}
      or flags.created_at > unknown_flags.seen_at))`;

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

/** Applications in the usage of a flag. */
const applicationsListedMax = 100;

/** Every hour since the given time, of the applications with the most evaluations. */
export async function listHours(db: Db, flag: string, since: string): Promise<RawHour[]> {
  const { rows } = await sql<RawHour>`
    with hours as materialized (
      select * from usage_hours where flag = ${flag} and hour > ${since}::timestamptz
    )
    select flag as "featureName", application as "appName", environment, hour as timestamp, yes, no,
      (select coalesce(json_object_agg(variant, count), '{}') from usage_variants as variants
        where variants.flag = hours.flag and variants.environment = hours.environment
          and variants.hour = hours.hour and variants.application = hours.application
      ) as variants
    from hours
    where application in (${mostActive(sql`hours`)})
    order by hour, environment collate "C", application collate "C"`.execute(db);
  return rows;
}

const mostActive = (counts: RawBuilder<unknown>) => sql`
  select application from ${counts} group by application
  order by sum(yes + no) desc, application collate "C"
  limit ${applicationsListedMax}`;

/**
 * Every day (UTC) from the given one with usage, of the applications with the most evaluations. An
 * hour is in one of the tables: it moves from the hours to the days. The time is the end of the day.
 */
export async function listDays(db: Db, flag: string, from: string): Promise<RawHour[]> {
  const inDays = sql`flag = ${flag} and day >= ${from}::date`;
  const inHours = sql`flag = ${flag} and hour >= ${from}::timestamp at time zone 'UTC'`;
  const day = sql`(hour at time zone 'UTC')::date`;
  const sum = (column: RawBuilder<unknown>) => sql`least(sum(${column}), ${countMax})::bigint`;
  const { rows } = await sql<RawHour>`
    with days as materialized (
      select environment, application, day, ${sum(sql`yes`)} as yes, ${sum(sql`no`)} as no
      from (
        select environment, application, day, yes, no from usage_days where ${inDays}
        union all
        select environment, application, ${day}, yes, no from usage_hours where ${inHours}
      ) as counts
      group by environment, application, day
    ),
    variants as (
      select environment, application, day, json_object_agg(variant, count) as counts
      from (
        select environment, application, day, variant, ${sum(sql`count`)} as count
        from (
          select environment, application, day, variant, count
          from usage_day_variants where ${inDays}
          union all
          select environment, application, ${day}, variant, count
          from usage_variants where ${inHours}
        ) as counts
        group by environment, application, day, variant
      ) as summed
      group by environment, application, day
    )
    select ${flag}::text as "featureName", application as "appName", environment,
      (day + 1)::timestamp at time zone 'UTC' - interval '1 millisecond' as timestamp, yes, no,
      coalesce(variants.counts, '{}') as variants
    from days left join variants using (environment, application, day)
    where application in (${mostActive(sql`days`)})
    order by day, environment collate "C", application collate "C"`.execute(db);
  return rows;
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

const dropColumns: Columns<DropRow> = {
  project: 'text',
  reason: 'text',
  dropped: 'bigint',
  at: 'timestamptz',
};

const applicationUsageColumns: Columns<ApplicationUsageRow> = {
  application: 'text',
  environment: 'text',
  project: 'text',
  seenAt: 'timestamptz',
};
