import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../platform/caller.ts';
import { testsIn } from '../platform/query-language/criteria.ts';
import type { TimeBound } from '../platform/query-language/times.ts';
import type { Criterion, SettingTest, Test as UnresolvedTest } from './criteria.ts';
import { isCounted } from './settings.ts';

type Condition = RawBuilder<unknown>;

/** A test with the names of segments and users resolved to ids; `unknown` if a name has none. */
type Test =
  | Exclude<UnresolvedTest, { on: 'creator' | 'segment' }>
  | { on: 'creator'; ids: readonly number[] }
  | { on: 'segment'; all: boolean; ids: readonly number[]; unknown: boolean };

export type ResolvedTest = Test;

/** What a flag must match, for one caller. */
export type ResolvedFilter = {
  hiddenProjects: readonly string[];
  criteria: readonly Criterion<Test>[];
};

/** For a statement over `flag_search` joined with `flag_types`. */
export const conditionsOf = (caller: Caller, filter: ResolvedFilter): Condition =>
  sql`${indexedConditions(caller, filter)} and ${residualConditions(caller, filter)}`;

/** On columns that `flag_counts` also has. */
const isIndexed = (criterion: Criterion<Test>) =>
  testsIn(criterion).every(({ on }) =>
    ['archived', 'project', 'type', 'stage', 'switch'].includes(on),
  );

/** The conditions on columns that `flag_counts` also has. */
export function indexedConditions(
  caller: Caller,
  { hiddenProjects, criteria }: ResolvedFilter,
): Condition {
  return allOf([
    ...criteria.filter(isIndexed).map((criterion) => matches(caller, criterion)),
    hiddenProjects.length > 0 && sql`flag_search.project <> all (${hiddenProjects}::text[])`,
  ]);
}

/** The conditions on other columns of the flag. */
export const residualConditions = (caller: Caller, { criteria }: ResolvedFilter): Condition =>
  allOf(residualOf(criteria).map((criterion) => matches(caller, criterion)));

const residualOf = (criteria: ResolvedFilter['criteria']) =>
  criteria.filter((criterion) => !isIndexed(criterion));

const allOf = (conditions: readonly (Condition | false)[]): Condition =>
  sql.join([...conditions.filter((condition) => condition), sql`true`], sql` and `);

const anyOf = (conditions: readonly Condition[]): Condition =>
  sql`(${sql.join(conditions.length === 0 ? [sql`false`] : conditions, sql` or `)})`;

function matches(caller: Caller, criterion: Criterion<Test>): Condition {
  if ('on' in criterion) return testOf(caller, criterion);
  if ('not' in criterion) return sql`not (${matches(caller, criterion.not)})`;
  if ('some' in criterion) return anyOf(criterion.some.map((part) => matches(caller, part)));
  return sql`(${allOf(criterion.every.map((part) => matches(caller, part)))})`;
}

function testOf(caller: Caller, test: Test): Condition {
  switch (test.on) {
    case 'text':
      return contains(test.values);
    case 'name':
      return hasName(test);
    case 'archived':
      return sql`flag_search.archived = ${test.value}`;
    case 'project':
      return isIn(sql`flag_search.project`, test.values);
    case 'type':
      return isIn(sql`flag_search.type`, test.values);
    case 'stage':
      return isIn(sql`flag_search.stage`, test.values);
    case 'switch':
      return sql`flag_search.switches && ${test.values}::text[]`;
    case 'creator':
      return isCreatedBy(test.ids);
    case 'state':
      return anyOf(test.values.map((value) => stateTests[value] ?? sql`false`));
    case 'tag':
      return hasLabels('tags', sql`${test.values}::text[]`, test.all);
    case 'segment':
      return hasSegments(test);
    case 'setting':
      return hasSetting(test);
    case 'favorite':
      return sql`${isFavoriteOf(caller)} = ${test.value}`;
    case 'created':
      return within(sql`flag_search.created_at`, test.bounds);
    case 'seen':
      return wasSeen(test.bounds);
  }
}

/**
 * Whether so many flags match that it is faster to count the others, which an index finds: those
 * with an excluded label, or created in the shorter part of the time range.
 */
export function fewDoNotMatch({ criteria }: ResolvedFilter): Condition {
  const residual = residualOf(criteria);
  const bounds = residual.flatMap((it) => ('on' in it && it.on === 'created' ? it.bounds : []));
  const [bound] = bounds;
  const countable = bounds.length <= 1 && residual.every((it) => isCreation(it) || isExclusion(it));
  if (!countable || !bound) return sql`${countable}::boolean`;
  const middle = sql`(min(created_at) + (max(created_at) - min(created_at)) / 2)`;
  return sql`(
    select ${bound.time}::timestamptz ${bound.before ? sql`>` : sql`<`} ${middle}
    from flag_search where archived = false)`;
}

/** Undefined unless `setting_counts` has the total. */
export function countedSetting(caller: Caller, filter: ResolvedFilter): CountedSetting | undefined {
  const [only, ...others] = residualOf(filter.criteria);
  if (only === undefined || others.length > 0) return undefined;
  const excluded = 'not' in only;
  const test = excluded ? only.not : only;
  if (!('on' in test) || test.on !== 'setting' || !isCounted(test)) return undefined;
  const restOf = filter.criteria.filter((criterion) => criterion !== only);
  const countedToo = restOf.flatMap((criterion) => testsIn(criterion)).every(isOfSettingCounts);
  if (!countedToo) return undefined;
  const condition = sql`flag_search.setting = any (${hashesOf(test)})`;
  return { excluded, condition: sql`${condition} and ${indexedConditions(caller, filter)}` };
}

type CountedSetting = { excluded: boolean; condition: Condition };

const isOfSettingCounts = ({ on }: Test) => on === 'archived' || on === 'project';

const isCreation = (it: Criterion<Test>) => 'on' in it && it.on === 'created';
const isExclusion = (it: Criterion<Test>) =>
  'not' in it && 'on' in it.not && ['creator', 'segment', 'setting', 'tag'].includes(it.not.on);

const tests = ({ criteria }: ResolvedFilter) => criteria.flatMap((it) => testsIn(it));

/** Whether the match can change without a new flag version: with time, favourites or usage. */
export const changesWithoutVersion = (filter: ResolvedFilter) =>
  tests(filter).some(({ on }) => on === 'state' || on === 'favorite' || on === 'seen');

/** Whether the statement must join `flag_types`. */
export const needsTypes = (filter: ResolvedFilter) =>
  tests(filter).some(({ on }) => on === 'state');

/** Marked or past its lifetime; for `flag_search` joined with `flag_types`. */
export const isStale = sql<boolean>`(
  flag_search.marked_stale or is_past_lifetime(flag_search.created_at, flag_types.lifetime_days))`;

export const isFavoriteOf = (
  caller: Caller,
  flag: Condition = sql`flag_search.name`,
) => sql<boolean>`exists (
  select from flag_favorites
  where flag_favorites.user_id = ${caller.id} and flag_favorites.flag = ${flag})`;

/** A single value is compared with `=`, so that an index scan returns rows in order. */
function isIn(column: Condition, values: readonly string[]): Condition {
  const [only] = values;
  return values.length === 1 ? sql`${column} = ${only}` : sql`${column} = any (${values}::text[])`;
}

const hasName = ({ value, prefix }: { value: string; prefix: boolean }) =>
  prefix
    ? sql`flag_search.name collate "C" like ${`${escaped(value)}%`}`
    : sql`flag_search.name = ${value}`;

/** Without the special characters of LIKE. */
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** Separates the name of a flag from its tags in `search_text`. */
const separator = '\u001f';

function contains(terms: readonly string[]): Condition {
  const tests = terms
    .filter((term) => !term.includes(separator))
    .map((term) => `%${escaped(term)}%`)
    .map((pattern) => sql`flag_search.search_text like lower(${pattern}::text)`);
  return anyOf(tests);
}

/** False, not null, for a flag without a creator, so that it matches every exclusion. */
const isCreatedBy = (ids: readonly number[]) => sql`(
  flag_search.created_by is not null and flag_search.created_by = any (${ids}::integer[]))`;

const stateTests: Record<string, Condition> = {
  active: sql`not ${isStale}`,
  stale: isStale,
  'potentially-stale': sql`${isStale} and not flag_search.marked_stale`,
};

const hasLabels = (column: 'tags' | 'segments', labels: Condition, all: boolean) =>
  sql`flag_search.${sql.ref(column)} ${all ? sql`@>` : sql`&&`} ${labels}`;

function hasSegments({ all, ids, unknown }: Extract<Test, { on: 'segment' }>): Condition {
  if (ids.length === 0 || (all && unknown)) return sql`false`;
  return hasLabels('segments', sql`${ids}::integer[]`, all);
}

const hasSetting = (test: SettingTest) => sql`flag_search.settings && ${hashesOf(test)}`;

const hashesOf = ({ environment = '', settings }: SettingTest) =>
  sql`array[${sql.join(
    settings.map(({ kind, value }) => sql`flag_setting(${environment}, ${kind}, ${value})`),
  )}]::bigint[]`;

const within = (column: Condition, bounds: readonly TimeBound[]): Condition =>
  sql.join(
    bounds.map(
      ({ before, time }) => sql`${column} ${before ? sql`<` : sql`>=`} ${time}::timestamptz`,
    ),
    sql` and `,
  );

/** In one environment. */
const wasSeen = (bounds: readonly TimeBound[]) => sql`exists (
  select from flag_usage
  where flag_usage.flag = flag_search.name and ${within(sql`flag_usage.last_seen_at`, bounds)})`;
