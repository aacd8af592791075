import type { Db } from '../../platform/db/open.ts';
import { countFlagTypes } from '../../projects/flag-counts/queries.ts';
import { healthOf } from '../../projects/projects/rules.ts';
import { findCounts } from '../health/queries.ts';
import {
  countMembers,
  countStale,
  countTypesAndStages,
  findStats,
  listChanges,
  listLeadTimes,
  listWentLive,
  type Scope,
} from './queries.ts';
import { flagInsightsOf } from './rules.ts';
import type { ActivityInsights, FlagInsights, LeadTime, ProjectInsights } from './schema.ts';

const windowMs = 30 * 24 * 3_600_000;

/** Five statements, independent of the size of the project. Undefined when it does not exist. */
export async function findInsights(
  db: Db,
  project: string,
  now: string,
): Promise<ProjectInsights | undefined> {
  const counts = await findCounts(db, project, now);
  if (!counts) return undefined;
  const ago = (windows: number) => new Date(Date.parse(now) - windows * windowMs).toISOString();
  const windows = { current: ago(1), past: ago(2) };
  const members = await countMembers(db, project, windows.current);
  const { total, stale, potentiallyStale } = counts;
  return {
    stats: {
      ...(await findStats(db, project, windows)),
      projectMembersAddedCurrentWindow: members.change,
    },
    health: {
      rating: healthOf(counts),
      activeCount: total - stale - potentiallyStale,
      potentiallyStaleCount: potentiallyStale,
      staleCount: stale,
    },
    leadTime: await findLeadTime(db, project),
    featureTypeCounts: await countFlagTypes(db, project),
    members,
  };
}

export async function findLeadTime(db: Db, project: string): Promise<LeadTime> {
  const features = await listLeadTimes(db, project);
  const sum = features.reduce((days, { timeToProduction }) => days + timeToProduction, 0);
  const projectAverage = features.length === 0 ? 0 : Math.round((10 * sum) / features.length) / 10;
  return { projectAverage, features };
}

export const findFlagInsights = async (db: Db, scope: Scope, now: string): Promise<FlagInsights> =>
  flagInsightsOf(await countTypesAndStages(db, scope), await countStale(db, scope, now));

export const findActivity = async (
  db: Db,
  scope: Scope,
  period: { weeks: number; now: string },
): Promise<ActivityInsights> => ({
  changesByDay: await listChanges(db, scope, period),
  wentLiveByWeek: await listWentLive(db, scope, period),
});
