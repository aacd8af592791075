import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { listApplicationsOf, listHours, listLastHour, listUnknownFlags } from './queries.ts';
import { fillHours } from './rules.ts';
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
    summary: 'Hourly usage of a flag, by environment and application',
    description:
      'Of the 100 applications with the most evaluations. Up to 48 hours, every hour is listed, also ' +
      'those without usage; beyond, only hours with usage.',
    querystring: RawUsageQuery,
    response: RawUsage,
    handler: async (db, { params: { featureName }, query: { hoursBack = 24 } }) => {
      const now = Date.now();
      const since = new Date(now - hoursBack * 3_600_000).toISOString();
      const used = await listHours(db, featureName, since);
      const data = hoursBack > filledHoursMax ? used : fillHours(used, { hours: hoursBack, now });
      return { version: 1 as const, maturity: 'stable' as const, data };
    },
  });
};

/** Beyond it, most of a response would be hours without usage. */
const filledHoursMax = 48;
