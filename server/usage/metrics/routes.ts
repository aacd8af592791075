import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '../../platform/db/open.ts';
import { routesFor } from '../../platform/http/routes.ts';
import {
  listApplicationsOf,
  listDays,
  listHours,
  listLastHour,
  listUnknownFlags,
} from './queries.ts';
import { daysSince, fillTimes, firstOfDays, lastHours } from './rules.ts';
import { FlagUsage, RawUsage, RawUsageQuery, UnknownFlags } from './schema.ts';

export const usageRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, { tag: 'Usage' });

  read('GET /api/admin/metrics/unknown-flags', {
    access: 'authenticated',
    operationId: 'getUnknownFlags',
    summary: 'Flag names that applications evaluate and that do not exist for them',
    response: UnknownFlags,
    handler: async (db, { caller }) => ({ unknownFlags: await listUnknownFlags(db, caller) }),
  });

  read('GET /api/admin/client-metrics/features/:featureName', {
    access: 'authenticated',
    operationId: 'getFeatureUsageSummary',
    summary: 'Recent usage of a flag',
    response: FlagUsage,
    handler: async (db, { params: { featureName } }) => ({
      version: 1 as const,
      maturity: 'stable' as const,
      featureName,
      lastHourUsage: await listLastHour(db, featureName, new Date().toISOString()),
      seenApplications: await listApplicationsOf(db, featureName),
    }),
  });

  read('GET /api/admin/client-metrics/features/:featureName/raw', {
    access: 'authenticated',
    operationId: 'getRawFeatureMetrics',
    summary: 'Usage of a flag over time, by environment and application',
    description:
      'Of the 100 applications with the most evaluations. Up to 48 hours back, every hour is listed, ' +
      'also those without usage. Beyond, every day (UTC) from the first one with usage to today, at ' +
      'its last millisecond.',
    querystring: RawUsageQuery,
    response: RawUsage,
    handler: async (db, { params: { featureName }, query: { hoursBack = 24 } }) => ({
      version: 1 as const,
      maturity: 'stable' as const,
      data: await findUsage(db, featureName, hoursBack, Date.now()),
    }),
  });
};

/** The longest time for which hours are listed. */
const hourlyMax = 48;

async function findUsage(db: Db, flag: string, hoursBack: number, now: number) {
  if (hoursBack > hourlyMax) {
    const days = await listDays(db, flag, firstOfDays(Math.ceil(hoursBack / 24), now));
    return fillTimes(days, daysSince(days, now));
  }
  const since = new Date(now - hoursBack * 3_600_000).toISOString();
  return fillTimes(await listHours(db, flag, since), lastHours(hoursBack, now));
}
