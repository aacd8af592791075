import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../platform/caller.ts';
import type { SetFilter } from '../platform/http/set-filter.ts';
import type { FlagFilter, LabelFilter, TimeFilter } from './filters.ts';

type Condition = RawBuilder<unknown>;

/** A filter with the names of segments and users resolved to ids, for one caller. */
export type ResolvedFilter = Omit<FlagFilter, 'createdBy' | 'segment'> & {
  hiddenProjects: readonly string[];
  creators?: { exclude: boolean; ids: readonly number[] } | undefined;
  /** `unknown` if a name belongs to no segment. */
  segments?:
    | (Omit<LabelFilter, 'values'> & { ids: readonly number[]; unknown: boolean })
    | undefined;
};

/** For a statement over `flag_search` joined with `flag_types`. */
export const conditionsOf = (caller: Caller, filter: ResolvedFilter): Condition =>
  sql`${indexedConditions(filter)} and ${residualConditions(caller, filter)}`;

/** The conditions on columns that `flag_counts` also has. */
export function indexedConditions(filter: ResolvedFilter): Condition {
  const { hiddenProjects, project, type, lifecycle, status } = filter;
  return allOf([
    archivedCondition(filter),
    hiddenProjects.length > 0 && sql`flag_search.project <> all (${hiddenProjects}::text[])`,
    project && isIn(sql`flag_search.project`, project),
    type && isIn(sql`flag_search.type`, type),
    lifecycle && isIn(sql`flag_search.stage`, lifecycle),
    status && sql`flag_search.switches && ${status}::text[]`,
  ]);
}

/** The conditions on other columns of the flag. */
export function residualConditions(caller: Caller, filter: ResolvedFilter): Condition {
  const { terms, state, creators, segments, tag, favorite, createdAt, lastSeenAt } = filter;
  return allOf([
    terms.length > 0 && contains(terms),
    creators && isCreatedBy(creators),
    state && isInState(state),
    tag && unless(tag.exclude, hasLabels('tags', sql`${tag.values}::text[]`, tag.all)),
    segments && unless(segments.exclude, hasSegments(segments)),
    favorite && isFavorite(caller, favorite),
    createdAt && compare(sql`flag_search.created_at`, createdAt),
    lastSeenAt && wasSeen(lastSeenAt),
  ]);
}

const allOf = (conditions: readonly (Condition | false | undefined)[]): Condition =>
  sql.join([...conditions.filter((condition) => condition), sql`true`], sql` and `);

/**
 * Whether so many flags match that it is faster to count the others, which an index finds: those
 * with an excluded label, or created in the shorter part of the time range.
 */
export function fewDoNotMatch(filter: ResolvedFilter): Condition {
  const { terms, state, creators, segments, tag, favorite, createdAt, lastSeenAt } = filter;
  const countable =
    terms.length === 0 &&
    [state, favorite, lastSeenAt].every((it) => it === undefined) &&
    [creators, segments, tag].every((it) => it === undefined || it.exclude);
  if (!countable || !createdAt) return sql`${countable}::boolean`;
  const middle = sql`(min(created_at) + (max(created_at) - min(created_at)) / 2)`;
  return sql`(
    select ${createdAt.time}::timestamptz ${createdAt.before ? sql`>` : sql`<`} ${middle}
    from flag_search where archived = false)`;
}

/** Whether the match can change without a new flag version: with time, favourites or usage. */
export const changesWithoutVersion = ({ state, favorite, lastSeenAt }: ResolvedFilter) =>
  state !== undefined || favorite !== undefined || lastSeenAt !== undefined;

/** Marked or past its lifetime; for `flag_search` joined with `flag_types`. */
export const isStale = sql<boolean>`(
  flag_search.marked_stale or is_past_lifetime(flag_search.created_at, flag_types.lifetime_days))`;

export const isFavoriteOf = (
  caller: Caller,
  flag: Condition = sql`flag_search.name`,
) => sql<boolean>`exists (
  select from flag_favorites
  where flag_favorites.user_id = ${caller.id} and flag_favorites.flag = ${flag})`;

/** Without `archived`, only a filter that includes stages can match archived flags. */
function archivedCondition({ archived, lifecycle }: ResolvedFilter): Condition {
  if (archived === undefined && lifecycle && !lifecycle.exclude) return sql`true`;
  return sql`flag_search.archived = ${archived ?? false}`;
}

const unless = (exclude: boolean, condition: Condition): Condition =>
  exclude ? sql`not (${condition})` : condition;

/** A single value is compared with `=`, so that an index scan returns rows in order. */
function isIn(column: Condition, { exclude, values }: SetFilter): Condition {
  const [only] = values;
  return unless(
    exclude,
    values.length === 1 ? sql`${column} = ${only}` : sql`${column} = any (${values}::text[])`,
  );
}

/** Separates the name of a flag from its tags in `search_text`. */
const separator = '\u001f';

function contains(terms: readonly string[]): Condition {
  const tests = terms
    .filter((term) => !term.includes(separator))
    .map((term) => `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`)
    .map((pattern) => sql`flag_search.search_text like lower(${pattern}::text)`);
  return sql`(${sql.join([sql`false`, ...tests], sql` or `)})`;
}

/** A flag without a creator matches every exclusion. */
const isCreatedBy = ({ exclude, ids }: { exclude: boolean; ids: readonly number[] }) =>
  exclude
    ? sql`(flag_search.created_by is null
        or flag_search.created_by <> all (${ids}::integer[]))`
    : sql`flag_search.created_by = any (${ids}::integer[])`;

const stateTests: Record<string, Condition> = {
  active: sql`not ${isStale}`,
  stale: isStale,
  'potentially-stale': sql`${isStale} and not flag_search.marked_stale`,
};

const isInState = ({ exclude, values }: SetFilter) =>
  unless(
    exclude,
    sql`(${sql.join(
      values.map((value) => stateTests[value] ?? sql`false`),
      sql` or `,
    )})`,
  );

const hasLabels = (column: 'tags' | 'segments', labels: Condition, all: boolean) =>
  sql`flag_search.${sql.ref(column)} ${all ? sql`@>` : sql`&&`} ${labels}`;

function hasSegments({ all, ids, unknown }: NonNullable<ResolvedFilter['segments']>): Condition {
  if (ids.length === 0 || (all && unknown)) return sql`false`;
  return hasLabels('segments', sql`${ids}::integer[]`, all);
}

const isFavorite = (caller: Caller, values: readonly boolean[]) =>
  sql`${isFavoriteOf(caller)} = any (${values}::boolean[])`;

const compare = (column: Condition, { before, time }: TimeFilter) =>
  sql`${column} ${before ? sql`<` : sql`>=`} ${time}::timestamptz`;

const wasSeen = (filter: TimeFilter) => sql`exists (
  select from flag_usage
  where flag_usage.flag = flag_search.name and ${compare(sql`flag_usage.last_seen_at`, filter)})`;
