import { type RawBuilder, sql } from 'kysely';
import { isVisible } from '../identity/access/visibility.ts';
import type { Caller } from '../platform/caller.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import { prepared } from '../platform/db/pipeline.ts';
import { mapTests, testsIn } from '../platform/query-language/criteria.ts';
import {
  conditionsOf,
  countedSetting,
  fewDoNotMatch,
  indexedConditions,
  isFavoriteOf,
  isStale,
  needsTypes,
  type ResolvedFilter,
  type ResolvedTest,
  residualConditions,
} from './conditions.ts';
import type { Criterion, Test } from './criteria.ts';
import type { FlagSearch } from './filters.ts';
import { columnOf, isAfter, keyOf, orderOf, partsOf } from './order.ts';
import type { FacetName, Facets } from './schema.ts';

/** How long a response stays valid if no data changes. */
export async function findFreshMs(db: Db): Promise<number> {
  const { rows } = await prepared(sql<{ ms: number }>`
    select 1000 * seconds_until_search_expires() as ms`).execute(db);
  return rows[0]?.ms ?? 0;
}

/** Queries the database only if the filter or the caller requires it. */
export async function resolveFilter(
  db: Db,
  caller: Caller,
  criteria: readonly Criterion[],
): Promise<ResolvedFilter> {
  const tests = criteria.flatMap((criterion) => testsIn(criterion));
  const people = tests
    .flatMap((test) => (test.on === 'creator' ? test.values : []))
    .filter((value) => !/^\d+$/.test(value));
  const segments = tests.flatMap(segmentNamesOf);
  const needed = caller.restricted || people.length > 0 || segments.length > 0;
  const found = needed ? await resolveNames(db, caller, people, segments) : nothingFound;
  return {
    hiddenProjects: found.hidden,
    criteria: criteria.map((criterion) => mapTests(criterion, (test) => resolved(test, found))),
  };
}

function segmentNamesOf(test: Test): readonly string[] {
  if (test.on === 'segment') return test.values;
  if (test.on !== 'setting') return [];
  return test.settings.filter(isSegment).map(({ value }) => value);
}

const isSegment = ({ kind }: { kind: string }) => kind === 'segment';

function resolved(test: Test, { creators, segments }: ResolvedNames): ResolvedTest {
  if (test.on === 'creator') {
    const named = test.values.flatMap((value) => ownOf(creators, value.toLowerCase()) ?? []);
    return { on: 'creator', ids: [...test.values.filter(isUserId).map(Number), ...named] };
  }
  if (test.on === 'setting') {
    const settings = test.settings.flatMap((setting) => {
      const id = isSegment(setting) ? ownOf(segments, setting.value) : undefined;
      if (isSegment(setting) && id === undefined) return [];
      return [id === undefined ? setting : { ...setting, value: String(id) }];
    });
    return { ...test, settings };
  }
  if (test.on !== 'segment') return test;
  const ids = test.values.map((name) => ownOf(segments, name));
  const known = ids.filter((id) => id !== undefined);
  return { on: 'segment', all: test.all, ids: known, unknown: ids.includes(undefined) };
}

/** Not what every object inherits, such as `constructor`. */
const ownOf = <T>(found: Readonly<Record<string, T>> | null, name: string): T | undefined =>
  found && Object.hasOwn(found, name) ? found[name] : undefined;

type ResolvedNames = {
  hidden: string[];
  /** By username and by e-mail, in lower case. */
  creators: Record<string, number[]> | null;
  segments: Record<string, number> | null;
};

const nothingFound: ResolvedNames = { hidden: [], creators: null, segments: null };

/** A larger number is out of the range of the column. */
const isUserId = (value: string) => /^\d{1,10}$/.test(value) && Number(value) <= 2_147_483_647;

async function resolveNames(
  db: Db,
  caller: Caller,
  people: readonly string[],
  segments: readonly string[],
): Promise<ResolvedNames> {
  const names = people.map((name) => name.toLowerCase());
  const { rows } = await sql<ResolvedNames>`
    select
      array(select id from projects where not ${isVisible(caller, sql`projects.id`)} order by id)
        as hidden,
      (select json_object_agg(wanted, ids) from (
        select wanted, array_agg(users.id order by users.id) as ids
        from unnest(${names}::text[]) as wanted
        join users on lower(username) = wanted or lower(email) = wanted
        group by wanted
      ) as found) as creators,
      (select json_object_agg(name, id) from segments where name = any (${segments}::text[]))
        as segments`.execute(db);
  return rows[0] ?? nothingFound;
}

/** The position of a flag in the order of a search. */
export type Position = { name: string; part: number; key: string | null };

export type PageRow = Position & {
  favorite: boolean;
  /** Of everything in the item that belongs to the flag, and of its usage. */
  version: string;
};

/**
 * The flags of one page and the flag after it. Reads only an index, so skipped flags cost little.
 */
export async function listPage(
  db: Db,
  caller: Caller,
  filter: ResolvedFilter,
  search: FlagSearch,
): Promise<PageRow[]> {
  // Subqueries, because a join would read all flags while there are few thousand.
  const { rows } = await sql<PageRow>`
    select page.name, page.part, page.key, ${isFavoriteOf(caller, sql`page.name`)} as favorite,
      (select xmin::text from flag_items where flag_items.name = page.name) || '.' ||
        (select xmin::text from flag_last_seen where flag = page.name) as version
    from (${pageOf(caller, filter, search)}) as page
    order by page.part, page.key collate "C" ${directionOf(search)} nulls last,
      page.name collate "C"`.execute(db);
  return rows;
}

const directionOf = ({ sort }: FlagSearch) => (sort.descending ? sql`desc` : sql`asc`);

/** A found flag: `item` is stored JSON text, the rest is joined for the page. */
export type FoundRow = {
  name: string;
  item: string;
  /** How long time alone does not change the item. */
  freshMs: number;
  stale: boolean;
  potentiallyStale: boolean;
  dependencyType: 'parent' | 'child' | null;
  lastSeenAt: string | null;
  segments: string[] | null;
  /** As type:value, in order. */
  tags: string[];
  usage: Record<string, [lastSeenAt: string, yes: number, no: number]> | null;
  creatorId: number | null;
  creatorName: string | null;
  username: string | null;
  email: string | null;
};

export type EnvironmentData = { name: string; type: string; sortOrder: number };

export type FoundFlags = {
  /** By sort order. */
  environments: readonly EnvironmentData[];
  /** By tag type. */
  colors: Readonly<Record<string, string | null>>;
  rows: readonly FoundRow[];
};

/** What the flags of a page share; only one row has it. */
type Shared = Pick<FoundFlags, 'environments' | 'colors'>;

/** In any order. */
export async function findItems(db: Db, names: readonly string[]): Promise<FoundFlags> {
  const { rows } = await prepared(sql<FoundRow & { shared: Shared | null }>`
    select case when wanted.position = 1 then json_build_object(
        'environments', (
          select json_agg(json_build_object('name', name, 'type', type, 'sortOrder', sort_order)
            order by sort_order, name collate "C") from environments),
        'colors', (select json_object_agg(name, color) from tag_types)
      ) end as shared,
      wanted.name, flag_items.item, flag_search.tags,
      1000 * seconds_until_item_expires(flag_search.created_at, lifetime_days) as "freshMs",
      ${isStale} as stale, ${isStale} and not marked_stale as "potentiallyStale",
      case when exists (select from dependencies where parent = wanted.name) then 'parent'
        when exists (select from dependencies where child = wanted.name) then 'child'
      end as "dependencyType",
      flag_last_seen.last_seen_at as "lastSeenAt",
      (select json_agg(segments.name order by segments.name collate "C") from segments
        where id = any (flag_search.segments)) as segments,
      ${usage} as usage,
      flag_search.created_by as "creatorId", users.name as "creatorName", users.username,
      users.email
    from unnest(${names}::text[]) with ordinality as wanted (name, position)
    join flag_search on flag_search.name = wanted.name
    join flag_items on flag_items.name = wanted.name
    join flag_last_seen on flag_last_seen.flag = wanted.name
    join flag_types on flag_types.id = flag_search.type
    left join users on users.id = flag_search.created_by`).execute(db);
  const { environments, colors } = rows.find(({ shared }) => shared !== null)?.shared ?? {};
  return { environments: environments ?? [], colors: colors ?? {}, rows };
}

/** Counts of the newest hour if it is the current or the previous one. */
const usage = sql`(
  select json_object_agg(environment, json_build_array(iso(flag_usage.last_seen_at),
    case when fresh then yes else 0 end, case when fresh then no else 0 end))
  from flag_usage
  cross join lateral (
    select hour >= date_trunc('hour', now(), 'UTC') - interval '1 hour' as fresh
  ) as newest
  where flag_usage.flag = wanted.name)`;

/** At most so many matching flags, of these or of all; in any order. */
export async function listMatching(
  db: Db,
  caller: Caller,
  filter: ResolvedFilter,
  { names, limit }: { names?: readonly string[] | undefined; limit: number },
): Promise<{ name: string; project: string }[]> {
  const { rows } = await sql<{ name: string; project: string }>`
    select flag_search.name, flag_search.project from ${sourceOf(filter)}
    where ${conditionsOf(caller, filter)}
      and ${names === undefined ? sql`true` : sql`flag_search.name = any (${names}::text[])`}
    limit ${limit}`.execute(db);
  return rows;
}

/** If few flags do not match, those are counted and subtracted from the stored counts. */
export async function countMatches(
  db: Db,
  caller: Caller,
  filter: ResolvedFilter,
): Promise<number> {
  const setting = countedSetting(caller, filter);
  if (setting) return countSetting(db, caller, filter, setting);
  const indexed = indexedConditions(caller, filter);
  const residual = residualConditions(caller, filter);
  const { rows } = await sql<{ total: number }>`
    select case when ${fewDoNotMatch(filter)}
      then (select coalesce(sum(flags), 0) from flag_counts as flag_search where ${indexed})
        - (select count(*) from ${sourceOf(filter)} where ${indexed} and not (${residual}))
      else (select count(*) from ${sourceOf(filter)} where ${indexed} and ${residual})
    end as total`.execute(db);
  return rows[0]?.total ?? 0;
}

async function countSetting(
  db: Db,
  caller: Caller,
  filter: ResolvedFilter,
  { excluded, condition }: NonNullable<ReturnType<typeof countedSetting>>,
): Promise<number> {
  const having = sql`(
    select coalesce(sum(flags), 0) from setting_counts as flag_search where ${condition})`;
  const all = sql`(select coalesce(sum(flags), 0) from flag_counts as flag_search
    where ${indexedConditions(caller, filter)})`;
  const { rows } = await sql<{ total: number }>`
    select ${excluded ? sql`${all} - ${having}` : having} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

const facetValuesMax = 1000;

/** The most frequent values of each facet over all matching flags. */
export async function countFacets(
  db: Db,
  caller: Caller,
  filter: ResolvedFilter,
  facets: readonly FacetName[],
): Promise<Facets> {
  const counts = facets.map(
    (facet) => sql`${sql.lit(facet)}, (
      select coalesce(json_agg(counted order by count desc, value), '[]') from (
        ${facetQueries[facet]} group by 1 order by 2 desc, 1 limit ${facetValuesMax}
      ) as counted)`,
  );
  const { rows } = await sql<{ facets: Facets }>`
    with matching as materialized (
      select flag_search.type, flag_search.project, tags, created_by, marked_stale,
        ${isStale} as stale
      from flag_search join flag_types on flag_types.id = flag_search.type
      where ${conditionsOf(caller, filter)}
    )
    select json_build_object(${sql.join(counts)}) as facets`.execute(db);
  return rows[0]?.facets ?? {};
}

const facetQueries: Record<FacetName, RawBuilder<unknown>> = {
  type: sql`select type as value, count(*) from matching`,
  project: sql`select project as value, count(*) from matching`,
  tag: sql`select tag as value, count(*) from matching cross join unnest(tags) as tag`,
  createdBy: sql`select coalesce(created_by, 0) as value, count(*) from matching`,
  state: sql`select state as value, count(*) from matching cross join unnest(
    case when marked_stale then array['stale'] when stale then array['stale', 'potentially-stale']
      else array['active'] end) as state`,
};

/** Each part of the order is a separate subquery, so that an index returns it in order. */
function pageOf(caller: Caller, filter: ResolvedFilter, search: FlagSearch): RawBuilder<unknown> {
  const { sort, limit, offset, after } = search;
  const parts = partsOf(caller, sort)
    .map((condition, part) => ({ condition, part }))
    .filter(({ part }) => part >= (after?.part ?? 0));
  // The offset can be applied within a part only if there is one part.
  const skip = parts.length === 1 ? { inPart: offset, after: 0 } : { inPart: 0, after: offset };
  const reads = parts.map(
    ({ condition, part }) => sql`(
      select flag_search.name, ${sql.lit(part)} as part, ${columnOf(sort)} as value
      from ${sourceOf(filter, sort)}
      where ${conditionsOf(caller, filter)} and ${condition}
        and ${after?.part === part ? isAfter(sort, after) : sql`true`}
      order by ${orderOf(sort)}
      limit ${limit + 1 + skip.after} offset ${skip.inPart})`,
  );
  return sql`
    select name, part, ${keyOf(sort)} as key
    from (${sql.join(reads, sql` union all `)}) as part
    order by part, value ${directionOf(search)} nulls last, name collate "C"
    limit ${limit + 1} offset ${skip.after}`;
}

/** The tables that the filter and the order use. */
const sourceOf = (filter: ResolvedFilter, sort?: FlagSearch['sort']) => sql`flag_search
  ${needsTypes(filter) || sort?.by === 'stale' ? sql`join flag_types on flag_types.id = flag_search.type` : sql``}
  ${sort?.by === 'lastSeenAt' ? sql`join flag_last_seen on flag = flag_search.name` : sql``}`;

/** Rebuilds the next flags; returns the last of them, or undefined at the end. */
export async function rebuildNext(
  tx: Tx,
  after: string,
  flagsMax: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    select rebuild_flag_search(array(
      select name from flags where name collate "C" > ${after} order by name collate "C"
      limit ${flagsMax}
    )) as last`.execute(tx);
  return rows[0]?.last ?? undefined;
}

/** Recomputes the flag counts; writers wait. */
export async function rebuildCounts(tx: Tx): Promise<void> {
  await sql`select rebuild_flag_search_counts()`.execute(tx);
}
