import type { ColumnFilter, EventFilters } from './filters.ts';

/** Ids from `start` to before `stop`; null is the end of the log. */
export type IdRange = { start: number; stop: number | null };

/** What only the database knows about a question, at one moment. */
export type Sight = {
  /** The newest event there is. */
  newest: number;
  /** All that the caller may see; null where no list restricts them. */
  projects: readonly string[] | null;
  /** Where in the log the days are; null when no days are asked for, or they are too scattered. */
  days: readonly IdRange[] | null;
  /** Users whose name or e-mail has the text. */
  users: readonly number[];
};

/** All that an answer depends on, and nothing else: equal conditions have equal answers. */
export type Conditions = {
  sets: readonly ColumnFilter[];
  /** Events without a project are hidden. */
  projectOnly: boolean;
  text: { text: string; everywhere: boolean; users: readonly number[] } | null;
  from: string | null;
  to: string | null;
};

/** What the reader asks, cut down to what the caller may see. */
export function conditionsOf(
  filters: EventFilters,
  sight: Sight,
  caller: { admin: boolean },
): Conditions {
  const { text } = filters;
  const sets =
    sight.projects === null ? filters.sets : withinProjects(filters.sets, sight.projects);
  return {
    sets,
    projectOnly:
      !caller.admin && !sets.some(({ column, exclude }) => column === 'project' && !exclude),
    text: text ? { ...text, users: sight.users } : null,
    from: filters.from ?? null,
    to: filters.to ?? null,
  };
}

function withinProjects(
  sets: readonly ColumnFilter[],
  visible: readonly string[],
): readonly ColumnFilter[] {
  const asked = sets.filter(({ column }) => column === 'project');
  const values = visible.filter((project) =>
    asked.every((set) => (set.values as readonly string[]).includes(project) !== set.exclude),
  );
  return [
    ...sets.filter(({ column }) => column !== 'project'),
    { column: 'project', exclude: false, values },
  ];
}

/** How many match up to the newest event that was counted, and between which ids they are. */
export type Total = { newest: number; count: number; first: number; last: number };

/** `upTo` is the id of the newest event on the page, where one is asked for. */
export type PageRequest = { offset: number; limit: number; upTo?: number | undefined };

/** Which ids to skip and take, from which end, in which part of the log. */
export type Slice = { skip: number; take: number; descending: boolean; within: IdRange };

/** The nearer end is the cheaper one, for ids that are skipped are read. */
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

/** A filter of one value is taken to leave a twentieth of the log to walk along. */
const narrowing = 20;

/**
 * Whether to find all matches and sort them, rather than walk along the log until the page is full.
 * Walking passes `span / count` events for each match; finding all costs about one step a match.
 */
export function findsAllFirst(conditions: Conditions, total: Total, slice: Slice): boolean {
  const { sets, text, projectOnly } = conditions;
  const walkable = sets.filter(({ column, exclude }) => !exclude && column !== 'id');
  const single = walkable.filter(({ values }) => values.length === 1);
  const lists = walkable.length - single.length;
  const inOrder = sets.length === walkable.length && lists <= (single.length > 0 ? 0 : 1);
  if (inOrder && text === null && !projectOnly) return false;
  const span = (total.last - total.first + 1) / narrowing ** single.length;
  return total.count * total.count < (slice.skip + slice.take) * span;
}

/** The list of values along whose index the log is walked: the shortest, for each is a walk. */
export function driverOf({ sets }: Conditions): ColumnFilter | undefined {
  return sets
    .filter(({ column, exclude }) => !exclude && column !== 'id')
    .sort((one, other) => one.values.length - other.values.length)[0];
}
