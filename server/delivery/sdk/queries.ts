import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import { broadTypes, type FeedEvent, quietTypes } from './rules.ts';
import type { ClientFeature, ClientSegment } from './schema.ts';

/** The events after the given one, oldest first. */
export async function listFeedEvents(db: Db, after: number, limit: number): Promise<FeedEvent[]> {
  return db
    .selectFrom('events')
    .select(['id', 'type', 'environment', 'project', 'feature_name as featureName'])
    .select([
      sql<string | null>`case when type = 'feature-project-change'
        then data->>'oldProject' end`.as('oldProject'),
      sql<number | null>`case when type = 'segment-updated'
        then (data->>'id')::int end`.as('segmentId'),
    ])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Literals, not parameters, so that PostgreSQL can use the partial index. */
const broad = sql`type in (${sql.join(broadTypes.map((type) => sql.lit(type)))})`;

const changesClients = sql`(
  (feature_name is not null and type <> all(${quietTypes}::text[]))
  or ${broad})`;

/** The newest event that changes what SDKs of the environment receive; 0 if there is none. */
export async function findRevision(db: Db, environment: string): Promise<number> {
  const newest = (where: RawBuilder<unknown>) =>
    sql`(select max(id) from events where ${where} and ${changesClients})`;
  const { rows } = await sql<{ revision: number }>`
    select coalesce(greatest(
      ${newest(sql`environment = ${environment}`)}, ${newest(sql`environment is null`)}
    ), 0) as revision`.execute(db);
  return rows[0]?.revision ?? 0;
}

export type ServedRow =
  | { kind: 'segment'; body: ClientSegment; tags: null }
  | { kind: 'flag'; body: FeatureBody; tags: string[] };

/** A feature with null for members that SDKs must not receive. */
type FeatureBody = Omit<ClientFeature, 'strategies' | 'dependencies'> & {
  strategies: (Omit<ClientFeature['strategies'][number], 'segments'> & {
    segments: number[] | null;
  })[];
  dependencies: ClientFeature['dependencies'] | null;
};

/** What to read again of an environment. */
export type Affected = { flags: readonly string[]; segments: readonly number[] };

/**
 * Segments, and the active flags of the environment: all of them, or those affected with the
 * segments they use. One statement, so that every segment of a flag is included.
 */
export async function listServed(
  db: Db,
  environment: string,
  affected: Affected | undefined,
): Promise<ServedRow[]> {
  const among = (column: string) =>
    affected === undefined ? sql`true` : sql`${sql.ref(column)} = any(${affected.flags}::text[])`;
  const used =
    affected === undefined
      ? sql`true`
      : sql`(id = any(${affected.segments}::int[]) or id in (
          select segment_id from strategy_segments
          join strategies on strategies.id = strategy_segments.strategy_id
          where ${among('strategies.flag')}))`;
  const ofAffected =
    affected === undefined
      ? sql``
      : sql`where strategy_id in (select id from strategies where ${among('strategies.flag')})`;
  const { rows } = await sql<ServedRow>`
    select 'segment' as kind, null::text[] as tags, json_build_object(
      'id', id, 'name', name, 'constraints', constraints) as body
    from segments where ${used}
    union all
    select 'flag', coalesce(tagged.tags, '{}'), json_build_object(
      'name', flags.name, 'type', flags.type,
      'enabled', coalesce(flag_environments.enabled, false),
      'project', flags.project, 'stale', flags.stale,
      'strategies', coalesce(applied.strategies, '[]'),
      'variants', coalesce(flag_environments.variants, '[]'),
      'description', flags.description, 'impressionData', flags.impression_data,
      'dependencies', case when dependencies.child is not null then json_build_array(
        json_build_object('feature', dependencies.parent, 'enabled', dependencies.enabled,
          'variants', dependencies.variants)) end)
    from flags
    left join flag_environments on flag_environments.flag = flags.name
      and flag_environments.environment = ${environment}
    left join dependencies on dependencies.child = flags.name
    left join (
      select strategies.flag, json_agg(json_build_object(
          'name', strategies.name, 'constraints', constraints, 'parameters', parameters,
          'variants', variants, 'segments', used.segments)
          order by sort_order, added) as strategies
      from strategies
      left join (
        select strategy_id, array_agg(segment_id order by segment_id) as segments
        from strategy_segments ${ofAffected} group by strategy_id
      ) as used on used.strategy_id = strategies.id
      where environment = ${environment} and not disabled and ${among('strategies.flag')}
      group by strategies.flag
    ) as applied on applied.flag = flags.name
    left join (
      select flag, array_agg(type || ':' || value order by type, value) as tags from flag_tags
      where ${among('flag_tags.flag')} group by flag
    ) as tagged on tagged.flag = flags.name
    where flags.archived_at is null and ${among('flags.name')}`.execute(db);
  return rows;
}
