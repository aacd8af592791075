import { typesWhere } from '../../events/catalogue.ts';
import { type FlagCounts, healthOf } from '../../projects/projects/rules.ts';

/** What health depends on, of one flag. */
export type FlagState = {
  name: string;
  project: string;
  type: string;
  stale: boolean;
  archived: boolean;
  createdAt: string;
};

/** A change that health may depend on, as the log has it; members that it does not tell are null. */
export type Change = {
  type: string;
  createdAt: string;
  flag: string | null;
  project: string | null;
  /** Of `feature-project-change`. */
  oldProject: string | null;
  /** What the flag was before, where the event tells. */
  before: Pick<FlagState, 'type' | 'stale' | 'createdAt'> | null;
  /** Of `feature-type-updated`: which type, and its lifetime before. */
  lifetime: { type: string; days: number | null } | null;
};

/** The types of events that change a flag in what health depends on. */
export const flagChangeTypes = typesWhere(({ health }) => health === 'flag');

export type Present = {
  now: string;
  flags: readonly FlagState[];
  /** By type; null lives for ever. */
  lifetimes: ReadonlyMap<string, number | null>;
  /** All since the oldest day that is asked for, the newest first. */
  changes: readonly Change[];
};

export type HealthDay = FlagCounts & { day: string };

const dayMs = 86_400_000;

export const dayOf = (moment: string) => moment.slice(0, 10);

/** So many days after, or before, a day. */
export const dayAfter = (day: string, days: number) =>
  dayOf(new Date(Date.parse(day) + days * dayMs).toISOString());

/** Midnight, when a day is over. */
const endOf = (day: string) => `${dayAfter(day, 1)}T00:00:00.000Z`;

/** The same as the database's function of that name. */
export const isPastLifetime = (createdAt: string, lifetimeDays: number | null, at: string) =>
  lifetimeDays !== null && Date.parse(createdAt) < Date.parse(at) - lifetimeDays * dayMs;

/**
 * How the project stood at the end of each day, found by taking back what happened since. Days must
 * be over. Starting from what is, not from nothing, it needs only the newest part of the log.
 */
export function rebuildDays(
  project: string,
  present: Present,
  days: readonly string[],
): HealthDay[] {
  const flags = new Map(present.flags.map((flag) => [flag.name, { ...flag }]));
  const lifetimes = new Map(present.lifetimes);
  const told = new Set(
    present.changes.flatMap(({ type, flag }) =>
      type === 'feature-created' && flag !== null ? [flag] : [],
    ),
  );
  let taken = 0;
  return [...days]
    .sort()
    .reverse()
    .map((day) => {
      const end = endOf(day);
      for (; (present.changes[taken]?.createdAt ?? '') >= end; taken++) {
        const change = present.changes[taken];
        if (change) takeBack(change, flags, lifetimes);
      }
      // A flag whose making the log does not tell of has been there since the day it bears.
      const there = [...flags.values()].filter(
        ({ name, createdAt }) => told.has(name) || createdAt < end || createdAt > present.now,
      );
      return { day, ...countAt(project, there, lifetimes, end) };
    })
    .reverse();
}

function takeBack(
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

/** The days that are over of both windows, since the project was made; the oldest first. */
export function pastDays(now: string, createdAt: string): string[] {
  const today = dayOf(now);
  const first = dayAfter(today, 1 - 2 * windowDays);
  const born = dayOf(createdAt);
  const days = Array.from({ length: 2 * windowDays - 1 }, (_, index) => dayAfter(first, index));
  return days.filter((day) => day >= born);
}

/** The mean of this window, which ends today, and of the one before; null where there was nothing. */
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

/** A flag that keeps its project from full health. */
export type Burden = {
  name: string;
  type: string;
  stale: boolean;
  createdAt: string;
  lifetimeDays: number | null;
  /** Null when the log does not tell. */
  markedAt: string | null;
};

/** Parts of a point, small enough that the share of one flag among ten thousand is not nothing. */
const grain = 10_000;

/**
 * What each flag costs: all cost the same, but for the smallest part where it does not divide, and
 * together they are what is missing to 100.
 */
export function costsOf(burdens: readonly Burden[], counts: FlagCounts) {
  const missing = (100 - healthOf(counts)) * grain;
  const share = Math.floor(missing / Math.max(burdens.length, 1));
  const rest = missing - share * burdens.length;
  return burdens.map(({ name, type, stale, createdAt, lifetimeDays, markedAt }, index) => ({
    featureName: name,
    type,
    points: (share + (index < rest ? 1 : 0)) / grain,
    since: stale ? markedAt : pastLifetimeOn(createdAt, lifetimeDays),
    reason: stale
      ? `marked stale${markedAt === null ? '' : ` on ${dayOf(markedAt)}`}`
      : `outlived its ${lifetimeDays} days on ${dayOf(pastLifetimeOn(createdAt, lifetimeDays))}`,
  }));
}

const pastLifetimeOn = (createdAt: string, lifetimeDays: number | null) =>
  new Date(Date.parse(createdAt) + (lifetimeDays ?? 0) * dayMs).toISOString();
