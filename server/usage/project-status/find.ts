import type { Caches } from '../../platform/cache/cache.ts';
import type { AuthenticatedCaller, Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { findOverview, listActiveFlags } from '../../projects/projects/queries.ts';
import { healthOf } from '../../projects/projects/rules.ts';
import { findCounts } from '../health/queries.ts';
import { dayAfter, dayOf } from '../health/rules.ts';
import { countMembers } from '../insights/queries.ts';
import { countResources, findLifecycleSummary, listActivity } from './queries.ts';
import { type Activity, addActivity } from './rules.ts';
import type { ProjectStatus } from './schema.ts';

/** Undefined when the project does not exist. */
export async function findHealthReport(db: Db, caller: Caller, project: string, now: string) {
  const overview = await findOverview(db, caller, project);
  const counts = await findCounts(db, project, now);
  if (!overview || !counts) return undefined;
  const { archivedAt: _, ...members } = overview;
  const { total, stale, potentiallyStale } = counts;
  return {
    ...members,
    features: await listActiveFlags(db, project),
    activeCount: total - stale - potentiallyStale,
    staleCount: stale,
    potentiallyStaleCount: potentiallyStale,
  };
}

/** About 2,000 projects with events on each day. */
const bytesMax = 32 * 1024 * 1024;
const onlyVersion = 0;
const activityDays = 365;

/** Undefined when the project does not exist. */
export type StatusFinder = (
  authenticated: AuthenticatedCaller,
  project: string,
  now: string,
) => Promise<ProjectStatus | undefined>;

/** Counts of events are cached by project, so that a request counts only those since the last. */
export function createStatusFinder(db: Db, caches: Caches): StatusFinder {
  const cache = caches.create<Activity>({
    name: 'project_activity',
    bytesMax,
    bytesOf: ({ days }) => 40 * days.length,
  });

  async function findActivity(project: string, upTo: number, now: string): Promise<Activity> {
    const from = dayAfter(dayOf(now), 1 - activityDays);
    const counted = cache.get(project, onlyVersion) ?? { upTo: 0, days: [] };
    const days = await listActivity(db, project, { after: counted.upTo, upTo, from });
    const activity = addActivity(counted, { upTo, days }, from);
    cache.set(project, onlyVersion, { value: activity });
    return activity;
  }

  return async ({ dataVersion }, project, now) => {
    const counts = await findCounts(db, project, now);
    if (!counts) return undefined;
    const { days } = await findActivity(project, dataVersion.newestEvent, now);
    const { currentMembers: members } = await countMembers(db, project, now);
    return {
      activityCountByDate: [...days],
      health: { current: healthOf(counts) },
      resources: { ...(await countResources(db, project)), members },
      staleFlags: { total: counts.stale + counts.potentiallyStale },
      lifecycleSummary: await findLifecycleSummary(db, project, now),
    };
  };
}
