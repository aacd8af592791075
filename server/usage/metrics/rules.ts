import type { SdkToken } from '../../platform/caller.ts';
import type { ClientMetrics, Counts, Timestamp } from './schema.ts';

/** The evaluations of one flag by one application within one hour. */
export type Report = {
  flag: string;
  environment: string;
  /** Null counts for the flag only: the token reported too many applications. */
  application: string | null;
  /** The start of the hour, in milliseconds. */
  hour: number;
  /** The projects of the token, separated by commas; null for all projects. */
  scope: string | null;
  yes: number;
  no: number;
  variants: ReadonlyMap<string, number>;
  /** When it was last reported. */
  seenAt: number;
};

export const dropReasons = [
  'variants',
  'applications',
  'instances',
  'strategies',
  'unknown-flags',
  'buffer',
  'write',
] as const;
/** The limit that was exceeded; `write` is what the database did not accept. */
export type DropReason = (typeof dropReasons)[number];

/** What was dropped from reports of tokens with these projects; null is the whole installation. */
export type Drop = { reason: DropReason; scope: string | null; dropped: number; at: number };

/** An evaluation count as received, with its effective time. */
export type Entry = {
  flag: string;
  application: string;
  at: number;
  yes: number | undefined;
  no: number | undefined;
  variants: Counts['variants'] | undefined;
};

const hourMs = 3_600_000;

export const hourOf = (at: number) => Math.floor(at / hourMs) * hourMs;

export const toMilliseconds = (timestamp: Timestamp) =>
  typeof timestamp === 'number' ? timestamp : Date.parse(timestamp);

/** The end of the bucket determines its hour; a time in the future counts as now. */
export function entriesOf({ appName, bucket }: ClientMetrics, now: number): Entry[] {
  if (!bucket) return [];
  const at = Math.min(toMilliseconds(bucket.stop), now);
  // Listed members: a spread costs several times as much, and this runs 100,000 times a second.
  return Object.entries(bucket.toggles).map(([flag, { yes, no, variants }]) => ({
    flag,
    application: appName,
    at,
    yes,
    no,
    variants,
  }));
}

export const scopeOf = ({ projects }: Pick<SdkToken, 'projects'>) =>
  projects === undefined ? null : [...projects].sort().join(',');

export type FlagEnvironment = {
  flag: string;
  environment: string;
  project: string;
  enabled: boolean;
  archived: boolean;
  production: boolean;
  /** The lifecycle stages that the flag has entered. */
  stages: string[];
  /** False while another transaction deletes it. */
  available: boolean;
};

export type KnownReport = { report: Report; flagEnvironment: FlagEnvironment };

/** A flag that is not in the environment, or whose project the token does not cover, is unknown. */
export function partitionReports(
  reports: readonly Report[],
  flagEnvironments: readonly FlagEnvironment[],
) {
  const byKey = new Map(flagEnvironments.map((it) => [keyOf(it), it]));
  const known: KnownReport[] = [];
  const [unknown, deferred]: [Report[], Report[]] = [[], []];
  for (const report of reports) {
    const flagEnvironment = byKey.get(keyOf(report));
    if (!flagEnvironment || !covers(report.scope, flagEnvironment.project)) unknown.push(report);
    else if (flagEnvironment.available) known.push({ report, flagEnvironment });
    else deferred.push(report);
  }
  return { known, unknown, deferred };
}

const covers = (scope: string | null, project: string) =>
  scope === null || scope.split(',').includes(project);

const keyOf = ({ flag, environment }: { flag: string; environment: string }) =>
  `${flag}\n${environment}`;

export type HourRow = {
  flag: string;
  environment: string;
  hour: string;
  application: string;
  yes: number;
  no: number;
};

/** One row per flag, environment, hour and application, over tokens of every scope. */
export function hoursOf(reports: readonly Report[]): HourRow[] {
  const rows = new Map<string, HourRow>();
  for (const report of reports) {
    const { flag, environment, application, yes, no } = report;
    if (application === null) continue;
    const key = `${keyOf(report)}\n${report.hour}\n${application}`;
    const row = rows.get(key);
    if (row) {
      row.yes += yes;
      row.no += no;
      continue;
    }
    rows.set(key, { flag, environment, hour: textOf(report.hour), application, yes, no });
  }
  return [...rows.values()].sort(byFlagAndEnvironment);
}

export type VariantRow = Omit<HourRow, 'yes' | 'no'> & { variant: string; count: number };

export function variantsOf(reports: readonly Report[]): VariantRow[] {
  const rows = new Map<string, VariantRow>();
  for (const { flag, environment, application, hour, variants } of reports) {
    if (application === null) continue;
    for (const [variant, count] of variants) {
      const row = { flag, environment, hour: textOf(hour), application, variant, count };
      const key = `${keyOf(row)}\n${hour}\n${application}\n${variant}`;
      const existing = rows.get(key);
      if (existing) existing.count += count;
      else rows.set(key, row);
    }
  }
  return [...rows.values()].sort(byFlagAndEnvironment);
}

export type LastSeenRow = {
  flag: string;
  environment: string;
  lastSeenAt: string;
  hour: string;
  yes: number;
  no: number;
};

/** The newest hour of each flag and environment, over all applications. */
export function lastSeenOf(reports: readonly Report[]): LastSeenRow[] {
  const rows = new Map<string, Report>();
  for (const report of reports) {
    const existing = rows.get(keyOf(report));
    if (!existing) {
      rows.set(keyOf(report), report);
      continue;
    }
    const seenAt = Math.max(existing.seenAt, report.seenAt);
    const newer = existing.hour >= report.hour ? existing : report;
    const same = existing.hour === report.hour;
    rows.set(keyOf(report), {
      ...newer,
      seenAt,
      yes: same ? existing.yes + report.yes : newer.yes,
      no: same ? existing.no + report.no : newer.no,
    });
  }
  return [...rows.values()]
    .sort(byFlagAndEnvironment)
    .map(({ flag, environment, hour, seenAt, yes, no }) => ({
      flag,
      environment,
      lastSeenAt: textOf(seenAt),
      hour: textOf(hour),
      yes,
      no,
    }));
}

export type StageRow = { flag: string; stage: 'pre-live' | 'live'; enteredAt: string };

/**
 * The stages to enter. Any use enters pre-live; use in a production environment where the flag is on
 * enters live.
 */
export function stagesOf(known: readonly KnownReport[]): StageRow[] {
  const rows = new Map<string, StageRow>();
  const enter = ({ flag, stages }: FlagEnvironment, stage: StageRow['stage'], seenAt: number) => {
    if (stages.includes(stage)) return;
    const existing = rows.get(`${flag}\n${stage}`);
    const enteredAt = textOf(seenAt);
    if (!existing || enteredAt < existing.enteredAt) {
      rows.set(`${flag}\n${stage}`, { flag, stage, enteredAt });
    }
  };
  for (const { report, flagEnvironment } of known) {
    if (flagEnvironment.archived) continue;
    enter(flagEnvironment, 'pre-live', report.seenAt);
    if (flagEnvironment.production && flagEnvironment.enabled) {
      enter(flagEnvironment, 'live', report.seenAt);
    }
  }
  return [...rows.values()].sort((one, other) => compare(one.flag, other.flag));
}

export type UnknownRow = { name: string; application: string; environment: string; seenAt: string };

export function unknownOf(reports: readonly Report[]): UnknownRow[] {
  const rows = new Map<string, UnknownRow>();
  for (const { flag: name, application, environment, seenAt } of reports) {
    if (application === null) continue;
    const key = `${name}\n${application}\n${environment}`;
    const existing = rows.get(key);
    const text = textOf(seenAt);
    if (!existing || existing.seenAt < text) {
      rows.set(key, { name, application, environment, seenAt: text });
    }
  }
  return [...rows.values()].sort((one, other) => compare(one.name, other.name));
}

export type ApplicationUsageRow = {
  application: string;
  environment: string;
  project: string;
  seenAt: string;
};

/** The projects whose flags an application evaluated. */
export function applicationUsageOf(known: readonly KnownReport[]): ApplicationUsageRow[] {
  const rows = new Map<string, ApplicationUsageRow>();
  for (const { report, flagEnvironment } of known) {
    const { application, environment } = report;
    if (application === null) continue;
    const { project } = flagEnvironment;
    const key = `${application}\n${environment}\n${project}`;
    const seenAt = textOf(report.seenAt);
    if ((rows.get(key)?.seenAt ?? '') < seenAt) {
      rows.set(key, { application, environment, project, seenAt });
    }
  }
  return [...rows.values()];
}

export type DropRow = { project: string | null; reason: DropReason; dropped: number; at: string };

/** One row per project; null is every project. */
export function dropRowsOf(drops: readonly Drop[]): DropRow[] {
  const rows = new Map<string, DropRow>();
  for (const { reason, scope, dropped, at } of drops) {
    for (const project of scope === null ? [null] : scope.split(',')) {
      const key = `${reason}\n${project ?? ''}`;
      const before = rows.get(key)?.dropped ?? 0;
      rows.set(key, { project, reason, dropped: before + dropped, at: textOf(at) });
    }
  }
  return [...rows.values()];
}

/** An hour or a day of one application, as returned. */
export type RawHour = {
  featureName: string;
  appName: string;
  environment: string;
  timestamp: string;
  yes: number;
  no: number;
  variants: Record<string, number>;
};

/** The starts of the last hours, oldest first. */
export const lastHours = (hours: number, now: number): string[] =>
  Array.from({ length: hours }, (_, index) => textOf(hourOf(now) - (hours - 1 - index) * hourMs));

const dayMs = 24 * hourMs;
const dayOf = (at: number) => Math.floor(at / dayMs) * dayMs;

/** The start of the first of the last days (UTC), of which today is one. */
export const firstOfDays = (days: number, now: number): string =>
  textOf(dayOf(now) - (days - 1) * dayMs);

/** The ends of the days (UTC) from the first one with usage to today. */
export function daysSince(rows: readonly RawHour[], now: number): string[] {
  const [first] = rows;
  if (!first) return [];
  const start = dayOf(Date.parse(first.timestamp));
  const days = (dayOf(now) - start) / dayMs + 1;
  return Array.from({ length: days }, (_, index) => textOf(start + (index + 1) * dayMs - 1));
}

/** Adds the times without usage, for each environment and application that occurs. */
export function fillTimes(rows: readonly RawHour[], times: readonly string[]): RawHour[] {
  const keyOfHour = ({ environment, appName, timestamp }: Omit<RawHour, 'yes' | 'no'>) =>
    JSON.stringify([timestamp, environment, appName]);
  const found = new Map(rows.map((row) => [keyOfHour(row), row]));
  const environments = [...new Set(rows.map(({ environment }) => environment))].sort();
  const applications = [...new Set(rows.map(({ appName }) => appName))].sort();
  const featureName = rows[0]?.featureName ?? '';
  return times.flatMap((timestamp) =>
    environments.flatMap((environment) =>
      applications.map((appName) => {
        const empty = { featureName, appName, environment, timestamp, yes: 0, no: 0, variants: {} };
        return found.get(keyOfHour(empty)) ?? empty;
      }),
    ),
  );
}

const textOf = (at: number) => new Date(at).toISOString();

/** The same order everywhere, so that concurrent writers of the same rows cannot deadlock. */
export const byFlagAndEnvironment = (
  one: { flag: string; environment: string },
  other: { flag: string; environment: string },
) => compare(one.flag, other.flag) || compare(one.environment, other.environment);

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
