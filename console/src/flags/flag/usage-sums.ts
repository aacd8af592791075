import { texts } from '../texts.ts';
import type { UsageHour } from './api.ts';

const { yes: yesText, no: noText, others } = texts.usage;

/** What the lines of a chart are. */
export type Split = 'result' | 'variant' | 'application';

type UsageLine = { name: string; values: (number | null)[] };
export type EnvironmentUsage = {
  environment: string;
  /** Null where no counts are stored. */
  lines: UsageLine[];
  yes: number;
  no: number;
  /** The most frequent first; `weight` is the number of evaluations. */
  variants: { name: string; weight: number }[];
};

/** Times at equal distances: hours, or days in long ranges. */
export type Buckets = { starts: number[]; stepMs: number };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The longest range for which the server has a value for each hour. */
const hourlyMax = 48;
/** As many as have distinct colours; the others are summed. */
const linesMax = 8;

export function bucketsOf(hoursBack: number, now: number): Buckets {
  const stepMs = hoursBack > hourlyMax ? dayMs : hourMs;
  const count = Math.ceil((hoursBack * hourMs) / stepMs);
  const latest = Math.floor(now / stepMs) * stepMs;
  const starts = Array.from({ length: count }, (_, index) => latest - (count - 1 - index) * stepMs);
  return { starts, stepMs };
}

/** The start of the first hour or day with counts, if the range begins a day before or more. */
export function countsBegin(
  reports: readonly UsageHour[],
  { starts, stepMs }: Buckets,
): number | undefined {
  const earliest = Math.min(...reports.map(({ timestamp }) => Date.parse(timestamp)));
  const first = Math.floor(earliest / stepMs) * stepMs;
  return Number.isFinite(first) && first - (starts[0] ?? 0) >= dayMs ? first : undefined;
}

/** By environment; a time without reports counts as zero if there were any before. */
export function usageByEnvironment(
  reports: readonly UsageHour[],
  buckets: Buckets,
  split: Split,
): EnvironmentUsage[] {
  const begin = countsBegin(reports, buckets);
  const names = [...new Set(reports.map(({ environment }) => environment))].sort();
  return names.map((environment) => {
    const reported = reports.filter((each) => each.environment === environment);
    const sumOf = (count: (report: UsageHour) => number) =>
      reported.reduce((sum, report) => sum + count(report), 0);
    const variants = totalsOf(reported, ({ variants: shown }) => Object.entries(shown));
    return {
      environment,
      yes: sumOf(({ yes }) => yes),
      no: sumOf(({ no }) => no),
      variants: variants.map(([name, weight]) => ({ name, weight })),
      lines: linesOf(reported, buckets, countsBy[split]).map(({ name, values }) => ({
        name,
        values: values.map((value, index) => (isStored(buckets, index, begin) ? value : null)),
      })),
    };
  });
}

const isStored = ({ starts, stepMs }: Buckets, index: number, begin: number | undefined) =>
  begin === undefined || (starts[index] ?? 0) + stepMs > begin;

type Counts = [name: string, count: number][];

const countsBy: Record<Split, (report: UsageHour) => Counts> = {
  result: ({ yes, no }) => [
    [yesText, yes],
    [noText, no],
  ],
  variant: ({ variants }) => Object.entries(variants),
  application: ({ appName, yes, no }) => [[appName, yes + no]],
};

/** By name, the greatest first. */
function totalsOf(reports: readonly UsageHour[], countsOf: (report: UsageHour) => Counts): Counts {
  const totals = new Map<string, number>();
  for (const [name, count] of reports.flatMap(countsOf)) {
    totals.set(name, (totals.get(name) ?? 0) + count);
  }
  return [...totals].sort(([, one], [, other]) => other - one);
}

function linesOf(
  reports: readonly UsageHour[],
  { starts, stepMs }: Buckets,
  countsOf: (report: UsageHour) => Counts,
): { name: string; values: number[] }[] {
  const isResult = countsOf === countsBy.result;
  const names = isResult ? [yesText, noText] : totalsOf(reports, countsOf).map(([name]) => name);
  const own = names.length > linesMax ? names.slice(0, linesMax - 1) : names;
  const lines = new Map([...own, ...(names.length > own.length ? [others] : [])].map(zeros));
  for (const report of reports) {
    const index = Math.floor((Date.parse(report.timestamp) - (starts[0] ?? 0)) / stepMs);
    for (const [name, count] of countsOf(report)) {
      const values = lines.get(name) ?? lines.get(others);
      if (values?.[index] !== undefined) values[index] += count;
    }
  }
  return [...lines].map(([name, values]) => ({ name, values }));

  function zeros(name: string): [string, number[]] {
    return [name, starts.map(() => 0)];
  }
}
