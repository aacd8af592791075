import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { listApplicationsOf, listHours, listLastHour, listUnknownFlags } from './queries.ts';
import { fillHours } from './rules.ts';
import {
  BulkMetrics,
  ClientMetrics,
  ClientRegistration,
  FlagUsage,
  RawUsage,
  RawUsageQuery,
  UnknownFlags,
} from './schema.ts';

export const usageRoutes: FastifyPluginAsync = async (app) => {
  const { read, route } = routesFor(app, { tag: 'SDKs' });
  const { metricsPerMinute, registrationsPerMinute } = app.settings;
  const metricsLimit = { max: metricsPerMinute, timeWindow: '1 minute' };
  const registrationLimit = { max: registrationsPerMinute, timeWindow: '1 minute' };

  route('POST /api/client/metrics', {
    access: 'client',
    operationId: 'registerClientMetrics',
    summary: 'Report how often flags were evaluated',
    description:
      'Buffered in memory and written a few seconds later. The token determines the environment.',
    body: ClientMetrics,
    rateLimit: metricsLimit,
    status: 202,
    handler: ({ sdkToken, body, headers }) =>
      app.intake.addMetrics(sdkToken, withSdk(body, headers)),
  });

  route('POST /api/client/metrics/bulk', {
    access: 'client',
    operationId: 'clientBulkMetrics',
    summary: 'Report metrics of many applications',
    description: 'For proxies. Metrics of environments other than that of the token are ignored.',
    body: BulkMetrics,
    rateLimit: metricsLimit,
    status: 202,
    handler: ({ sdkToken, body }) => app.intake.addBulk(sdkToken, body),
  });

  route('POST /api/client/register', {
    access: 'client',
    operationId: 'registerClientApplication',
    summary: 'Register an SDK that has started',
    body: ClientRegistration,
    rateLimit: registrationLimit,
    status: 202,
    handler: ({ sdkToken, body }) => app.intake.register(sdkToken, body),
  });

  route('POST /api/frontend/client/metrics', {
    access: 'frontend',
    operationId: 'registerFrontendMetrics',
    summary: 'Report how often flags were evaluated in a browser or an app',
    body: ClientMetrics,
    rateLimit: metricsLimit,
    handler: ({ sdkToken, body, headers }) =>
      app.intake.addMetrics(sdkToken, withSdk(body, headers)),
  });

  route('POST /api/frontend/client/register', {
    access: 'frontend',
    operationId: 'registerFrontendClient',
    summary: 'Register an SDK that has started in a browser or an app',
    body: ClientRegistration,
    rateLimit: registrationLimit,
    handler: ({ sdkToken, body, headers }) => app.intake.register(sdkToken, withSdk(body, headers)),
  });

  read('GET /api/admin/metrics/unknown-flags', {
    access: 'authenticated',
    operationId: 'getUnknownFlags',
    summary: 'Flag names that applications evaluate and that do not exist for them',
    tag: 'Usage',
    response: UnknownFlags,
    handler: async (db, { caller }) => ({ unknownFlags: await listUnknownFlags(db, caller) }),
  });

  read('GET /api/admin/client-metrics/features/:featureName', {
    access: 'authenticated',
    operationId: 'getFeatureUsageSummary',
    summary: 'Recent usage of a flag',
    tag: 'Usage',
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
    tag: 'Usage',
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

/** Browser SDKs send their version only in a header, older ones as `name@version`. */
function withSdk<T extends { sdkVersion?: string | null }>(
  body: T,
  { 'unleash-sdk': sdk, 'x-unleash-sdk': older }: Record<string, unknown>,
): T {
  const sent = sdk ?? older;
  const valid = typeof sent === 'string' && sent.length <= 200 && sent !== '';
  if (!valid || (body.sdkVersion ?? null) !== null) return body;
  return { ...body, sdkVersion: sent.replace('@', ':') };
}
