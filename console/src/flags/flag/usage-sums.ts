import type { UsageHour } from './api.ts';

export type EnvironmentUsage = {
  environment: string;
  hours: { start: number; yes: number; no: number }[];
  yes: number;
  no: number;
  /** `weight` is the number of evaluations. */
  variants: { name: string; weight: number }[];
};

const hour = 3_600_000;

/** Sums all applications; an hour without reports counts as zero. */
export function usageByEnvironment(
  reports: readonly UsageHour[],
  hoursBack: number,
  now: number,
): EnvironmentUsage[] {
  const latest = Math.floor(now / hour) * hour;
  const names = [...new Set(reports.map(({ environment }) => environment))].sort();
  return names.map((environment) => {
    const reported = reports.filter((each) => each.environment === environment);
    const hours = Array.from({ length: hoursBack }, (_, index) => ({
      start: latest - (hoursBack - 1 - index) * hour,
      yes: 0,
      no: 0,
    }));
    const byStart = new Map(hours.map((each) => [each.start, each]));
    const variants = new Map<string, number>();
    for (const report of reported) {
      const bucket = byStart.get(Math.floor(Date.parse(report.timestamp) / hour) * hour);
      if (bucket) {
        bucket.yes += report.yes;
        bucket.no += report.no;
      }
      for (const [name, shown] of Object.entries(report.variants)) {
        variants.set(name, (variants.get(name) ?? 0) + shown);
      }
    }
    return {
      environment,
      hours,
      yes: hours.reduce((sum, { yes }) => sum + yes, 0),
      no: hours.reduce((sum, { no }) => sum + no, 0),
      variants: [...variants].map(([name, weight]) => ({ name, weight })),
    };
  });
}
