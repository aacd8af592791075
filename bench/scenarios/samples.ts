import type { Cluster } from '../cluster.ts';

/** Names from the seeded data, so that the queries have matches. */
export type Samples = {
  flags: number;
  events: number;
  project: string;
  creator: number;
  tag: string;
  otherTag: string;
  segment: string;
  /** The flag with the most events. */
  flag: string;
  /** A text in few events. */
  rareText: string;
  /** At most 50 of each, for searches with random parameters. */
  projects: string[];
  creators: number[];
  tags: string[];
  segments: string[];
  /** Flags for writes: each is on in development with a strategy. */
  writableFlags: { flag: string; project: string; strategy: string }[];
};

const samplesQuery = `
  select
    (select count(*)::int from flags where archived_at is null) as flags,
    (select count(*)::int from events) as events,
    (select project from flags group by project order by count(*) desc, project limit 1) as project,
    (select created_by_user_id from flags where created_by_user_id is not null
      group by 1 order by count(*) desc, 1 limit 1) as creator,
    (select type || ':' || value from flag_tags where value !~ '[,:]'
      group by 1 order by count(*) desc, 1 limit 1) as tag,
    (select type || ':' || value from flag_tags where value !~ '[,:]'
      group by 1 order by count(*) desc, 1 offset 1 limit 1) as "otherTag",
    (select name from segments order by id limit 1) as segment,
    (select feature_name from events where feature_name is not null
      group by 1 order by count(*) desc, 1 limit 1) as flag,
    (select id::text from strategies order by id limit 1) as "rareText",
    array(select distinct project from flags order by 1 limit 50) as projects,
    array(select distinct created_by_user_id from flags where created_by_user_id is not null
      order by 1 limit 50) as creators,
    array(select distinct type || ':' || value from flag_tags where value !~ '[,:]'
      order by 1 limit 50) as tags,
    array(select name from segments where name !~ ',' order by id limit 50) as segments,
    (select json_agg(row_to_json(candidates)) from (
      select distinct on (flag) flag, project, strategies.id as strategy
      from strategies
      join flags on flags.name = flag
      join flag_environments using (flag, environment)
      where environment = 'development' and enabled and strategies.name = 'flexibleRollout'
        and archived_at is null and not disabled
      order by flag, strategies.id limit 200
    ) as candidates) as "writableFlags"`;

export async function findSamples(cluster: Cluster, database: string): Promise<Samples> {
  const [row] = await cluster.query(database, samplesQuery);
  return row as Samples;
}
