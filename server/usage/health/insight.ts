import type { Db } from '../../platform/db/open.ts';
import { healthOf } from '../../projects/projects/rules.ts';
import { findHealth, listDroppedUsage, listUnhealthyFlags } from './queries.ts';
import { costsOf, dayOf, notesOf } from './rules.ts';

/** Undefined when the project does not exist. */
export async function findInsight(db: Db, project: string, now: string) {
  const found = await findHealth(db, project, now);
  if (!found) return undefined;
  const { counts, past } = found;
  const days = [...past, { ...counts, day: dayOf(now) }];
  return {
    health: healthOf(counts),
    totalFlags: counts.total,
    days: days.map((day) => ({
      day: day.day,
      health: healthOf(day),
      totalFlags: day.total,
      staleFlags: day.stale,
      potentiallyStaleFlags: day.potentiallyStale,
    })),
    costs: costsOf(await listUnhealthyFlags(db, project, now), counts),
    notes: notesOf(await listDroppedUsage(db, project)),
  };
}
