export type DayCount = { date: string; count: number };

/** The events up to an id by day; ids become visible in order, so it never becomes stale. */
export type Activity = { upTo: number; days: readonly DayCount[] };

/** Adds newer events, which may be of the last day, and drops the days before `from`. */
export function addActivity(counted: Activity, newer: Activity, from: string): Activity {
  const days = new Map(counted.days.map(({ date, count }) => [date, count]));
  for (const { date, count } of newer.days) days.set(date, (days.get(date) ?? 0) + count);
  return {
    upTo: Math.max(counted.upTo, newer.upTo),
    days: [...days]
      .filter(([date]) => date >= from)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([date, count]) => ({ date, count })),
  };
}
