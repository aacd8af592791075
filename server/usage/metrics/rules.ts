import type { SdkToken } from '../../platform/caller.ts';
import type { ClientMetrics, Counts, Timestamp } from './schema.ts';

/** The evaluations of one flag by one application within one hour. */
export type Report = {
  flag: string;
  environment: string;
  application: string;
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

export const scopeOf = ({ projects }: SdkToken) =>
  projects === undefined ? null : [...projects].sort().join(',');

export type FlagEnvironment = {
  flag: string;
  environment: string;
  project: string;
  enabled: boolean;
  archived: boolean;
  production: boolean;
};

export type KnownReport = { report: Report; flagEnvironment: FlagEnvironment };

/** A flag that is not in the environment, or whose project the token does not cover, is unknown. */
export function partitionReports(
  reports: readonly Report[],
  flagEnvironments: readonly FlagEnvironment[],
) {
  const byKey = new Map(flagEnvironments.map((it) => [keyOf(it), it]));
  const known: KnownReport[] = [];
  const unknown: Report[] = [];
  for (const report of reports) {
    const flagEnvironment = byKey.get(keyOf(report));
    if (flagEnvironment && covers(report.scope, flagEnvironment.project)) {
      known.push({ report, flagEnvironment });
    } else {
      unknown.push(report);
    }
  }
  return { known, unknown };
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
    const key = `${keyOf(report)}\n${report.hour}\n${report.application}`;
    const row = rows.get(key);
    if (row) {
      row.yes += report.yes;
      row.no += report.no;
      continue;
    }
    const { flag, environment, application, yes, no } = report;
    rows.set(key, { flag, environment, hour: textOf(report.hour), application, yes, no });
  }
  return [...rows.values()].sort(byFlagAndEnvironment);
}

export type VariantRow = Omit<HourRow, 'yes' | 'no'> & { variant: string; count: number };

export function variantsOf(reports: readonly Report[]): VariantRow[] {
  const rows = new Map<string, VariantRow>();
  for (const { flag, environment, application, hour, variants } of reports) {
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

/** Any use enters pre-live; use in a production environment where the flag is on enters live. */
export function stagesOf(known: readonly KnownReport[]): StageRow[] {
  const rows = new Map<string, StageRow>();
  const enter = (flag: string, stage: StageRow['stage'], seenAt: number) => {
    const existing = rows.get(`${flag}\n${stage}`);
    const enteredAt = textOf(seenAt);
    if (!existing || enteredAt < existing.enteredAt) {
      rows.set(`${flag}\n${stage}`, { flag, stage, enteredAt });
    }
  };
  for (const { report, flagEnvironment } of known) {
    if (flagEnvironment.archived) continue;
    enter(report.flag, 'pre-live', report.seenAt);
    if (flagEnvironment.production && flagEnvironment.enabled) {
      enter(report.flag, 'live', report.seenAt);
    }
  }
  return [...rows.values()].sort((one, other) => compare(one.flag, other.flag));
}

export type UnknownRow = { name: string; application: string; environment: string; seenAt: string };

export function unknownOf(reports: readonly Report[]): UnknownRow[] {
  const rows = new Map<string, UnknownRow>();
  for (const { flag: name, application, environment, seenAt } of reports) {
    const key = `${name}\n${application}\n${environment}`;
    const existing = rows.get(key);
    const text = textOf(seenAt);
    if (!existing || existing.seenAt < text) {
      rows.set(key, { name, application, environment, seenAt: text });
    }
  }
  return [...rows.values()].sort((one, other) => compare(one.name, other.name));
}

const textOf = (at: number) => new Date(at).toISOString();

/** The same order everywhere, so that concurrent writers of the same rows cannot deadlock. */
export const byFlagAndEnvironment = (
  one: { flag: string; environment: string },
  other: { flag: string; environment: string },
) => compare(one.flag, other.flag) || compare(one.environment, other.environment);

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
