import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import type { InstanceStatistics } from './schema.ts';

type Counts = Omit<InstanceStatistics, 'versionOSS' | 'SAMLenabled'>;

/** Reads indexes over the events of 90 days and all strategies, so the result must be cached. */
export async function countEverything(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select instance_id as "instanceId", now() as timestamp,
      coalesce((select (oidc ->> 'enabled')::boolean from sign_in_settings), false)
        as "OIDCenabled",
      ${number(sql`from users where account_type = 'User' and deleted_at is null`)} as users,
      ${activeUsers} as "activeUsers", ${productionChanges} as "productionChanges",
      ${usageOfYesterday} as "previousDayMetricsBucketsCount",
      (select coalesce(sum(flags), 0)::integer from flag_counts where not archived)
        as "featureToggles",
      ${number(sql`from projects where archived_at is null`)} as projects,
      ${number(sql`from context_fields`)} as "contextFields",
      ${number(sql`from roles`)} as roles, ${number(sql`from groups`)} as groups,
      ${number(sql`from environments`)} as environments,
      ${number(sql`from segments`)} as segments,
      ${number(sql`from strategy_types`)} as strategies,
      ${applications} as "clientApps", ${apiTokens} as "apiTokens",
      ${number(sql`from events where type = 'features-exported'`)} as "featureExports",
      ${number(sql`from events where type = 'features-imported'`)} as "featureImports",
      (select coalesce(max(used), 0)::integer
        from (select count(*) as used from strategies group by flag, environment) as counted
      ) as "maxEnvironmentStrategies", largest.*
    from installation_settings, ${largestConstraints} as largest`.execute(db);
  return rows[0] as Counts;
}

const number = (rows: RawBuilder<unknown>) => sql`(select count(*)::integer ${rows})`;

/** A JSON object of counts by a condition, from one scan of the rows. */
const countsBy = (conditions: Record<string, RawBuilder<unknown>>, rows: RawBuilder<unknown>) => {
  const members = Object.entries(conditions).map(
    ([name, condition]) => sql`${sql.lit(name)}, count(*) filter (where ${condition})`,
  );
  return sql`(select json_build_object(${sql.join(members)}) ${rows})`;
};

const within = (column: string, days: number) =>
  sql`${sql.ref(column)} > now() - ${sql.lit(`${days} days`)}::interval`;

const activeUsers = countsBy(
  {
    last7: within('active_at', 7),
    last30: within('active_at', 30),
    last60: within('active_at', 60),
    last90: within('active_at', 90),
  },
  sql`from (
    select greatest(users.seen_at, max(personal_tokens.seen_at)) as active_at
    from users left join personal_tokens on personal_tokens.user_id = users.id
    where account_type = 'User' and deleted_at is null
    group by users.id
  ) as people`,
);

/** The ids of the last days are one range, so that the count is an index-only scan. */
const productionChanges = sql`(
  select json_build_object(
    'last30', count(*) filter (where id >= first.day30),
    'last60', count(*) filter (where id >= first.day60), 'last90', count(*))
  from (
    select ${firstOf(30)} as day30, ${firstOf(60)} as day60, ${firstOf(90)} as day90
  ) as first
  join environments on type = 'production'
  cross join lateral (
    select id from events where environment = environments.name and id >= first.day90
  ) as changes)`;

function firstOf(days: number) {
  return sql`coalesce((
    select min(first_id) from event_days
    where day > (now() at time zone 'UTC')::date - ${sql.lit(days)}), 9223372036854775807)`;
}

const yesterday = sql`
  hour >= date_trunc('day', now() - interval '1 day', 'UTC') and hour < date_trunc('day', now(), 'UTC')`;

const usageOfYesterday = sql`json_build_object(
  'enabledCount', ${number(sql`from usage_hours where ${yesterday}`)},
  'variantCount', ${number(sql`from usage_variants where ${yesterday}`)})`;

const applications = sql`(
  select json_build_array(
    json_build_object('range', 'allTime', 'count', count(*)),
    json_build_object('range', '30d', 'count', count(*) filter (where ${within('seen_at', 30)})),
    json_build_object('range', '7d', 'count', count(*) filter (where ${within('seen_at', 7)})))
  from applications)`;

const apiTokens = countsBy(
  {
    admin: sql`type = 'admin'`,
    client: sql`type = 'client'`,
    frontend: sql`type = 'frontend'`,
  },
  sql`from api_tokens`,
);

const largestConstraints = sql`(
  select coalesce(max(jsonb_array_length(constraints)), 0) as "maxConstraints",
    coalesce(max((
      select max(jsonb_array_length(item -> 'values'))
      from jsonb_array_elements(constraints) as item
      where jsonb_typeof(item -> 'values') = 'array'
    )), 0) as "maxConstraintValues"
  from strategies)`;
