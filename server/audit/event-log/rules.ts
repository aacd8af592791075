import { type Criterion, mapTests } from '../../platform/query-language/criteria.ts';
import type { ColumnFilter, EventFilters, EventTest } from './filters.ts';

/** Ids from `start` to before `stop`; null is the end of the log. */
export type IdRange = { start: number; stop: number | null };

/** What the database resolves for a query. */
export type ResolvedFilters = {
  /** Id of the newest event. */
  newest: number;
  /** Projects that the caller may see; null for all. */
  projects: readonly string[] | null;
  /** Id ranges of the days; null without a filter by day, or with too many ranges. */
  days: readonly IdRange[] | null;
  /** Users whose username or e-mail contains the text. */
  users: readonly number[];
  /** Users by username and by e-mail, in lower case; null if no name is in the filters. */
  creators: Readonly<Record<string, readonly number[]>> | null;
};

/** Everything a result depends on, and nothing else: equal conditions have equal results. */
export type Conditions = {
  sets: readonly ColumnFilter[];
  /** Events without a project are hidden. */
  projectOnly: boolean;
  text: { text: string; everywhere: boolean; users: readonly number[] } | null;
  from: string | null;
  to: string | null;
  criteria: readonly Criterion<EventTest>[];
};

/** The filters, restricted to events that the caller may see. */
export function conditionsOf(
  filters: EventFilters,
  resolved: ResolvedFilters,
  caller: { admin: boolean },
): Conditions {
  const { text, criteria = [] } = filters;
  const named = filters.sets.map((set) => withCreators(set, resolved));
  const sets = resolved.projects === null ? named : withinProjects(named, resolved.projects);
  return {
    sets,
    projectOnly: !caller.admin && !sets.some((set) => set.column === 'project' && isIndexed(set)),
    text: text ? { ...text, users: resolved.users } : null,
    from: filters.from ?? null,
    to: filters.to ?? null,
    criteria: criteria.map((criterion) =>
      mapTests(criterion, (test) => (test.on === 'set' ? withCreators(test, resolved) : test)),
    ),
  };
}

/** The names of creators replaced by ids. */
function withCreators<T extends ColumnFilter>(set: T, { creators }: ResolvedFilters): T {
  const { names, ...rest } = set;
  if (names === undefined) return set;
  const ids = names.flatMap((name) =>
    creators && Object.hasOwn(creators, name) ? (creators[name] ?? []) : [],
  );
  return { ...rest, values: [...(rest.values as readonly number[]), ...ids] } as unknown as T;
}

function withinProjects(
  sets: readonly ColumnFilter[],
  visible: readonly string[],
): readonly ColumnFilter[] {
  const filters = sets.filter(({ column }) => column === 'project');
  const values = visible.filter((project) =>
    filters.every((set) => (set.values as readonly string[]).includes(project) !== set.exclude),
  );
  return [
    ...sets.filter(({ column }) => column !== 'project'),
    { column: 'project', exclude: false, values },
  ];
}

/** The number of matches up to the event `newest`, and the first and last of their ids. */
export type Total = { newest: number; count: number; first: number; last: number };

/** `upTo` is the largest id on the page. */
export type PageRequest = {
  offset: number;
  limit: number;
  upTo?: number | undefined;
  oldestFirst?: boolean;
};

export type Slice = { skip: number; take: number; descending: boolean; within: IdRange };

/** The same events, counted from the newest one. */
export function newestFirst({ oldestFirst, ...page }: PageRequest, count: number): PageRequest {
  if (!oldestFirst) return page;
  const limit = Math.max(0, Math.min(page.limit, count - page.offset));
  return { ...page, offset: count - page.offset - limit, limit };
}

/** Starts from the nearer end, because skipped ids are read. */
export function sliceOf(total: Total, { offset, limit, upTo }: PageRequest): Slice {
  const { count, first, last } = total;
  const take = Math.max(0, Math.min(limit, count - offset));
  const near = { skip: offset, take, descending: true, within: { start: first, stop: last + 1 } };
  if (upTo !== undefined && upTo < last) {
    return { ...near, within: { start: first, stop: upTo + 1 } };
  }
  if (offset <= count / 2) return near;
  return { ...near, skip: count - offset - take, descending: false };
}

/** The ids of the page, newest first, if every id between the first and the last match is one. */
export function idsWithoutGaps(
  { count, first, last }: Total,
  { skip, take, descending, within }: Slice,
): number[] | undefined {
  if (count !== last - first + 1 || within.stop === null) return undefined;
  const newest = descending ? within.stop - 1 - skip : within.start + skip + take - 1;
  const ids = Array.from({ length: take }, (_, index) => newest - index);
  return ids.filter((id) => id >= first);
}

/** How many times as many matches as the page needs are expected in the part that is read first. */
const margin = 4;

/**
 * The part of the log that has the page if matches are spread evenly. It is in few partitions, and
 * PostgreSQL plans a statement for each of them.
 */
export function likelyPart({ count, first, last }: Total, slice: Slice): Slice {
  const ids = Math.ceil(((last - first + 1) * margin * (slice.skip + slice.take)) / count);
  const { start, stop } = slice.within;
  if (stop === null || ids >= stop - start) return slice;
  const within = slice.descending ? { start: stop - ids, stop } : { start, stop: start + ids };
  return { ...slice, within };
}

/** Whether the matches are a part of the index of the column for each value. */
export const isIndexed = ({ column, exclude, orNull }: ColumnFilter) =>
  !exclude && !orNull && column !== 'id' && column !== 'tags';

/** The assumed selectivity of a filter with one value: 1 in 20 events. */
const selectivity = 20;

/**
 * Whether to find all matches and sort them, instead of scanning the log until the page is full. A
 * scan reads `span / count` events per match; finding all matches costs about one step per match.
 */
export function findsAllFirst(conditions: Conditions, total: Total, slice: Slice): boolean {
  const { sets, text, projectOnly, criteria } = conditions;
  const scannable = sets.filter(isIndexed);
  const single = scannable.filter(({ values }) => values.length === 1);
  const lists = scannable.length - single.length;
  const inOrder = sets.length === scannable.length && lists <= (single.length > 0 ? 0 : 1);
  if (inOrder && text === null && !projectOnly && criteria.length === 0) return false;
  const span = (total.last - total.first + 1) / selectivity ** single.length;
  return total.count * total.count < (slice.skip + slice.take) * span;
}

/** The filter whose index is scanned: the one with the fewest values, as each needs a scan. */
export function driverOf({ sets }: Conditions): ColumnFilter | undefined {
  return sets.filter(isIndexed).sort((one, other) => one.values.length - other.values.length)[0];
}
