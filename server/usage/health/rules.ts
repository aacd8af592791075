import { typesWhere } from '../../events/catalogue.ts';
import { type FlagCounts, healthOf } from '../../projects/projects/rules.ts';
import type { DropReason } from '../metrics/rules.ts';

/** The members of a flag that health depends on. */
export type FlagState = {
  name: string;
  project: string;
  type: string;
  stale: boolean;
  archived: boolean;
  createdAt: string;
};

/** A recorded change that may affect health; members that its event does not contain are null. */
export type Change = {
  type: string;
  createdAt: string;
  flag: string | null;
  project: string | null;
  /** Only for `feature-project-change`. */
  oldProject: string | null;
  /** The previous state, if the event contains it. */
  before: Pick<FlagState, 'type' | 'stale' | 'createdAt'> | null;
  /** Only for `feature-type-updated`: the type and its previous lifetime. */
  lifetime: { type: string; days: number | null } | null;
};

/** Types of events that change a flag in a way that affects health. */
export const flagChangeTypes = typesWhere(({ health }) => health === 'flag');

export type CurrentState = {
  now: string;
  flags: readonly FlagState[];
  /** By type; null is unlimited. */
  lifetimes: ReadonlyMap<string, number | null>;
  /** All since the oldest requested day, newest first. */
  changes: readonly Change[];
};

export type HealthDay = FlagCounts & { day: string };

const dayMs = 86_400_000;

export const dayOf = (moment: string) => moment.slice(0, 10);

/** Negative `days` are before the day. */
export const dayAfter = (day: string, days: number) =>
  dayOf(new Date(Date.parse(day) + days * dayMs).toISOString());

const endOf = (day: string) => `${dayAfter(day, 1)}T00:00:00.000Z`;

/** The same as the database's function of that name. */
export const isPastLifetime = (createdAt: string, lifetimeDays: number | null, at: string) =>
  lifetimeDays !== null && Date.parse(createdAt) < Date.parse(at) - lifetimeDays * dayMs;

/**
 * The counts at the end of each past day, computed by reverting the changes since. Starting from
 * the current state, it needs only the newest part of the log.
 */
export function rebuildDays(
  project: string,
  current: CurrentState,
  days: readonly string[],
): HealthDay[] {
  const flags = new Map(current.flags.map((flag) => [flag.name, { ...flag }]));
  const lifetimes = new Map(current.lifetimes);
  const createdInLog = new Set(
    current.changes.flatMap(({ type, flag }) =>
      type === 'feature-created' && flag !== null ? [flag] : [],
    ),
  );
  let reverted = 0;
  return [...days]
    .sort()
    .reverse()
    .map((day) => {
      const end = endOf(day);
      for (; (current.changes[reverted]?.createdAt ?? '') >= end; reverted++) {
        const change = current.changes[reverted];
        if (change) revertChange(change, flags, lifetimes);
      }
      // A flag without a `feature-created` event exists since its `createdAt`.
      const existing = [...flags.values()].filter(
        ({ name, createdAt }) =>
          createdInLog.has(name) || createdAt < end || createdAt > current.now,
      );
      return { day, ...countAt(project, existing, lifetimes, end) };
    })
    .reverse();
}

function revertChange(
  change: Change,
  flags: Map<string, FlagState>,
  lifetimes: Map<string, number | null>,
): void {
  const { type, flag: name, before, lifetime, oldProject } = change;
  if (type === 'feature-type-updated' && lifetime) lifetimes.set(lifetime.type, lifetime.days);
  if (name === null) return;
  if (type === 'feature-created') flags.delete(name);
  if (type === 'feature-deleted' && before && change.project !== null) {
    flags.set(name, { ...before, name, project: change.project, archived: true });
  }
  const flag = flags.get(name);
  if (!flag) return;
  if (type === 'feature-archived') flag.archived = false;
  if (type === 'feature-revived') flag.archived = true;
  if (type === 'feature-stale-on') flag.stale = false;
  if (type === 'feature-stale-off') flag.stale = true;
  if (type === 'feature-project-change' && oldProject !== null) flag.project = oldProject;
  if ((type === 'feature-metadata-updated' || type === 'feature-updated') && before) {
    Object.assign(flag, { type: before.type, stale: before.stale });
  }
}

function countAt(
  project: string,
  flags: readonly FlagState[],
  lifetimes: ReadonlyMap<string, number | null>,
  at: string,
): FlagCounts {
  const live = flags.filter((flag) => flag.project === project && !flag.archived);
  const stale = live.filter((flag) => flag.stale).length;
  const potentiallyStale = live.filter(
    (flag) => !flag.stale && isPastLifetime(flag.createdAt, lifetimes.get(flag.type) ?? null, at),
  ).length;
  return { total: live.length, stale, potentiallyStale };
}

/** Days in each of the two windows that the dashboard compares. */
export const windowDays = 28;

export const firstPastDay = (now: string) => dayAfter(dayOf(now), 1 - 2 * windowDays);

/** The past days of both windows since the creation of the project, oldest first. */
export function pastDays(now: string, createdAt: string): string[] {
  const first = firstPastDay(now);
  const createdOn = dayOf(createdAt);
  const days = Array.from({ length: 2 * windowDays - 1 }, (_, index) => dayAfter(first, index));
  return days.filter((day) => day >= createdOn);
}

/** The mean of the window that ends today and of the one before; null without days. */
export function windowsOf(past: readonly HealthDay[], today: HealthDay) {
  const border = dayAfter(today.day, 1 - windowDays);
  const meanOf = (days: readonly HealthDay[]) =>
    days.length === 0
      ? null
      : Math.round(days.reduce((sum, day) => sum + healthOf(day), 0) / days.length);
  return {
    avgHealthCurrentWindow: meanOf([...past.filter(({ day }) => day >= border), today]),
    avgHealthPastWindow: meanOf(past.filter(({ day }) => day < border)),
  };
}

/** A stale or potentially stale flag, which lowers the health of its project. */
export type UnhealthyFlag = {
  name: string;
  type: string;
  stale: boolean;
  createdAt: string;
  lifetimeDays: number | null;
  /** Null if the log has no event of it. */
  markedAt: string | null;
};

/** Parts of a point, so that the share of one flag of ten thousand is not rounded to 0. */
const partsPerPoint = 10_000;

/**
 * Distributes 100 minus health equally over the flags. The remainder of the division is
 * distributed in the smallest parts, so that the points add up exactly.
 */
export function costsOf(flags: readonly UnhealthyFlag[], counts: FlagCounts) {
  const missing = (100 - healthOf(counts)) * partsPerPoint;
  const share = Math.floor(missing / Math.max(flags.length, 1));
  const rest = missing - share * flags.length;
  return flags.map(({ name, type, stale, createdAt, lifetimeDays, markedAt }, index) => ({
    featureName: name,
    type,
    points: (share + (index < rest ? 1 : 0)) / partsPerPoint,
    since: stale ? markedAt : pastLifetimeOn(createdAt, lifetimeDays),
    reason: stale
      ? `marked stale${markedAt === null ? '' : ` on ${dayOf(markedAt)}`}`
      : `past its lifetime of ${lifetimeDays} days since ${dayOf(pastLifetimeOn(createdAt, lifetimeDays))}`,
  }));
}

const pastLifetimeOn = (createdAt: string, lifetimeDays: number | null) =>
  new Date(Date.parse(createdAt) + (lifetimeDays ?? 0) * dayMs).toISOString();

export type DroppedUsage = { reason: DropReason; dropped: number; since: string; lastAt: string };

const droppedNouns: Record<DropReason, string> = {
  variants: 'variants',
  applications: 'counts by application',
  instances: 'SDK instances',
  strategies: 'strategy names',
  'unknown-flags': 'names of unknown flags',
  buffer: 'counts above the memory limit',
  write: 'counts that could not be stored',
};

/** One note for everything that was dropped; none if nothing was. */
export function notesOf(dropped: readonly DroppedUsage[]): { message: string; lastAt: string }[] {
  const [first] = dropped;
  if (!first) return [];
  const since = dropped.reduce(
    (oldest, it) => (it.since < oldest ? it.since : oldest),
    first.since,
  );
  const lastAt = dropped.reduce((last, it) => (it.lastAt > last ? it.lastAt : last), first.lastAt);
  const parts = dropped.map(
    (it) => `${it.dropped.toLocaleString('en')} ${droppedNouns[it.reason]}`,
  );
  const message = `Usage reports of SDKs exceed limits since ${dayOf(since)}. Not included: ${parts.join(', ')}.`;
  return [{ message, lastAt }];
}
