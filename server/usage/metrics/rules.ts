import type { SdkToken } from '../../platform/caller.ts';
import type { ClientMetrics, Counts, Moment } from './schema.ts';

/** What one application was told about one flag within one hour, added up. */
export type Report = {
  flag: string;
  environment: string;
  application: string;
  /** The start of the hour, in milliseconds. */
  hour: number;
  /** The projects of the token, with commas; null is all of them. */
  scope: string | null;
  yes: number;
  no: number;
  variants: ReadonlyMap<string, number>;
  /** When it was last told to us. */
  seenAt: number;
};

/** An evaluation count as it comes in, its time settled. */
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

export const momentOf = (moment: Moment) =>
  typeof moment === 'number' ? moment : Date.parse(moment);

/** The end of the bucket says which hour it is of; a clock that is ahead cannot reach the future. */
export function entriesOf({ appName, bucket }: ClientMetrics, now: number): Entry[] {
  if (!bucket) return [];
  const at = Math.min(momentOf(bucket.stop), now);
  // Members one by one: a spread costs several times as much, and this is done 100,000 times a second.
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

/** A flag where it can be evaluated. */
export type Place = {
  flag: string;
  environment: string;
  project: string;
  enabled: boolean;
  archived: boolean;
  production: boolean;
};

export type Placed = { report: Report; place: Place };

/** A flag that its project has not in the environment, or that is not for the token, is unknown. */
export function sortOut(reports: readonly Report[], places: readonly Place[]) {
  const byKey = new Map(places.map((place) => [keyOf(place), place]));
  const known: Placed[] = [];
  const unknown: Report[] = [];
  for (const report of reports) {
    const place = byKey.get(keyOf(report));
    if (place && isFor(report.scope, place.project)) known.push({ report, place });
    else unknown.push(report);
  }
  return { known, unknown };
}

const isFor = (scope: string | null, project: string) =>
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

/** One row a flag, environment, hour and application: tokens of different scope meet here. */
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
  return [...rows.values()].sort(byPlace);
}

export type VariantRow = Omit<HourRow, 'yes' | 'no'> & { variant: string; count: number };

export function variantsOf(reports: readonly Report[]): VariantRow[] {
  const rows = new Map<string, VariantRow>();
  for (const { flag, environment, application, hour, variants } of reports) {
    for (const [variant, count] of variants) {
      const row = { flag, environment, hour: textOf(hour), application, variant, count };
      const key = `${keyOf(row)}\n${hour}\n${application}\n${variant}`;
      const held = rows.get(key);
      if (held) held.count += count;
      else rows.set(key, row);
    }
  }
  return [...rows.values()].sort(byPlace);
}

export type SightingRow = {
  flag: string;
  environment: string;
  lastSeenAt: string;
  hour: string;
  yes: number;
  no: number;
};

/** Of each flag and environment the newest hour, over all applications. */
export function sightingsOf(reports: readonly Report[]): SightingRow[] {
  const rows = new Map<string, Report>();
  for (const report of reports) {
    const held = rows.get(keyOf(report));
    if (!held) {
      rows.set(keyOf(report), report);
      continue;
    }
    const seenAt = Math.max(held.seenAt, report.seenAt);
    const newer = held.hour >= report.hour ? held : report;
    const same = held.hour === report.hour;
    rows.set(keyOf(report), {
      ...newer,
      seenAt,
      yes: same ? held.yes + report.yes : newer.yes,
      no: same ? held.no + report.no : newer.no,
    });
  }
  return [...rows.values()].sort(byPlace).map(({ flag, environment, hour, seenAt, yes, no }) => ({
    flag,
    environment,
    lastSeenAt: textOf(seenAt),
    hour: textOf(hour),
    yes,
    no,
  }));
}

export type StageRow = { flag: string; stage: 'pre-live' | 'live'; enteredAt: string };

/** Use anywhere is the second stage; use in production where the flag is on is the third. */
export function stagesOf(placed: readonly Placed[]): StageRow[] {
  const rows = new Map<string, StageRow>();
  const enter = (flag: string, stage: StageRow['stage'], seenAt: number) => {
    const held = rows.get(`${flag}\n${stage}`);
    const enteredAt = textOf(seenAt);
    if (!held || enteredAt < held.enteredAt) {
      rows.set(`${flag}\n${stage}`, { flag, stage, enteredAt });
    }
  };
  for (const { report, place } of placed) {
    if (place.archived) continue;
    enter(report.flag, 'pre-live', report.seenAt);
    if (place.production && place.enabled) enter(report.flag, 'live', report.seenAt);
  }
  return [...rows.values()].sort((one, other) => compare(one.flag, other.flag));
}

export type UnknownRow = { name: string; application: string; environment: string; seenAt: string };

export function unknownOf(reports: readonly Report[]): UnknownRow[] {
  const rows = new Map<string, UnknownRow>();
  for (const { flag: name, application, environment, seenAt } of reports) {
    const key = `${name}\n${application}\n${environment}`;
    const held = rows.get(key);
    const text = textOf(seenAt);
    if (!held || held.seenAt < text) {
      rows.set(key, { name, application, environment, seenAt: text });
    }
  }
  return [...rows.values()].sort((one, other) => compare(one.name, other.name));
}

const textOf = (at: number) => new Date(at).toISOString();

/** The same order everywhere, so that two who write the same rows never wait for each other. */
export const byPlace = (
  one: { flag: string; environment: string },
  other: { flag: string; environment: string },
) => compare(one.flag, other.flag) || compare(one.environment, other.environment);

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
