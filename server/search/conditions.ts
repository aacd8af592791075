import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../platform/caller.ts';
import type { SetFilter } from '../platform/http/set-filter.ts';
import type { FlagFilter, LabelFilter, MomentFilter } from './filters.ts';

type Condition = RawBuilder<unknown>;

/** A filter in which names of segments and people became ids, as this caller may see them. */
export type ResolvedFilter = Omit<FlagFilter, 'createdBy' | 'segment'> & {
  hiddenProjects: readonly string[];
  creators?: { exclude: boolean; ids: readonly number[] } | undefined;
  /** Without an id for names that no segment has. */
  segments?:
    | (Omit<LabelFilter, 'values'> & { ids: readonly number[]; unknown: boolean })
    | undefined;
};

/** Which flags match; for a statement over `flag_search` joined with `flag_types`. */
export const conditionsOf = (caller: Caller, filter: ResolvedFilter): Condition =>
  sql`${kindOf(filter)} and ${particularsOf(caller, filter)}`;

/** The conditions on columns that flag_counts has, too. */
export function kindOf(filter: ResolvedFilter): Condition {
  const { hiddenProjects, project, type, lifecycle, status } = filter;
  return allOf([
    liveOrArchived(filter),
    hiddenProjects.length > 0 && sql`flag_search.project <> all (${hiddenProjects}::text[])`,
    project && isIn(sql`flag_search.project`, project),
    type && isIn(sql`flag_search.type`, type),
    lifecycle && isIn(sql`flag_search.stage`, lifecycle),
    status && sql`flag_search.switches && ${status}::text[]`,
  ]);
}

/** Those that need the flag itself. */
export function particularsOf(caller: Caller, filter: ResolvedFilter): Condition {
  const { words, state, creators, segments, tag, favorite, createdAt, lastSeenAt } = filter;
  return allOf([
    words.length > 0 && contains(words),
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
 * Whether so many flags of the kind match that it is quicker to count the others, which an index
 * finds: those that have an excluded label, or were made in the shorter part of all time.
 */
export function fewDoNotMatch(filter: ResolvedFilter): Condition {
  const { words, state, creators, segments, tag, favorite, createdAt, lastSeenAt } = filter;
  const countable =
    words.length === 0 &&
    [state, favorite, lastSeenAt].every((asked) => asked === undefined) &&
    [creators, segments, tag].every((asked) => asked === undefined || asked.exclude);
  if (!countable || !createdAt) return sql`${countable}::boolean`;
  const middle = sql`(min(created_at) + (max(created_at) - min(created_at)) / 2)`;
  return sql`(
    select ${createdAt.moment}::timestamptz ${createdAt.before ? sql`>` : sql`<`} ${middle}
    from flag_search where archived = false)`;
}

/** Whether time alone, or something that does not count as a change of the flag, alters the match. */
export const changesUnnoticed = ({ state, favorite, lastSeenAt }: ResolvedFilter) =>
  state !== undefined || favorite !== undefined || lastSeenAt !== undefined;

/** Of the flag, or of its age: in `flag_search` joined with `flag_types`. */
export const isStale = sql<boolean>`(
  flag_search.marked_stale or is_past_lifetime(flag_search.created_at, flag_types.lifetime_days))`;

export const isFavoriteOf = (caller: Caller) => sql<boolean>`exists (
  select from flag_favorites
  where flag_favorites.user_id = ${caller.id} and flag_favorites.flag = flag_search.name)`;

/** Who asks for a stage that only archived flags have gets those; else they must be asked for. */
function liveOrArchived({ archived, lifecycle }: ResolvedFilter): Condition {
  if (archived === undefined && lifecycle && !lifecycle.exclude) return sql`true`;
  return sql`flag_search.archived = ${archived ?? false}`;
}

const unless = (exclude: boolean, condition: Condition): Condition =>
  exclude ? sql`not (${condition})` : condition;

/** One value is compared by itself, for then an index keeps its order. */
function isIn(column: Condition, { exclude, values }: SetFilter): Condition {
  const [only] = values;
  return unless(
    exclude,
    values.length === 1 ? sql`${column} = ${only}` : sql`${column} = any (${values}::text[])`,
  );
}

/** In the text that is searched, this character separates the name of a flag from its tags. */
const between = '\u001f';

function contains(words: readonly string[]): Condition {
  const tests = words
    .filter((word) => !word.includes(between))
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
    .map((pattern) => sql`flag_search.search_text like lower(${pattern}::text)`);
  return sql`(${sql.join([sql`false`, ...tests], sql` or `)})`;
}

/** A flag whose creator is unknown is nobody's. */
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

const isFavorite = (caller: Caller, wanted: readonly boolean[]) =>
  sql`${isFavoriteOf(caller)} = any (${wanted}::boolean[])`;

const compare = (column: Condition, { before, moment }: MomentFilter) =>
  sql`${column} ${before ? sql`<` : sql`>=`} ${moment}::timestamptz`;

const wasSeen = (filter: MomentFilter) => sql`exists (
  select from flag_usage
  where flag_usage.flag = flag_search.name and ${compare(sql`flag_usage.last_seen_at`, filter)})`;
