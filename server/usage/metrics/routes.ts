import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Empty, failures } from '../../platform/http/schema.ts';
import { listApplicationsOf, listHours, listLastHour, listUnknownFlags } from './queries.ts';
import {
  BulkMetrics,
  ClientMetrics,
  ClientRegistration,
  FlagParams,
  FlagUsage,
  RawUsage,
  RawUsageQuery,
  UnknownFlags,
} from './schema.ts';

export const usageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { metricsPerMinute, registrationsPerMinute } = app.settings;
  const metricsLimit = { max: metricsPerMinute, timeWindow: '1 minute' };
  const registrationLimit = { max: registrationsPerMinute, timeWindow: '1 minute' };

  app.post(
    '/api/client/metrics',
    {
      config: { access: 'client', rateLimit: metricsLimit },
      schema: {
        operationId: 'registerClientMetrics',
        summary: 'Report how often flags were evaluated',
        description: 'Taken into memory and written a few seconds later. The token says where.',
        tags: ['SDKs'],
        body: ClientMetrics,
        response: { 202: Empty, ...failures },
      },
    },
    async ({ sdkToken, body, headers }, reply) => {
      app.intake.addMetrics(sdkToken, withSdk(body, headers));
      return reply.code(202).send(null);
    },
  );

  app.post(
    '/api/client/metrics/bulk',
    {
      config: { access: 'client', rateLimit: metricsLimit },
      schema: {
        operationId: 'clientBulkMetrics',
        summary: 'Report for many applications at once',
        description: 'For proxies. What is of another environment than the token’s is left out.',
        tags: ['SDKs'],
        body: BulkMetrics,
        response: { 202: Empty, ...failures },
      },
    },
    async ({ sdkToken, body }, reply) => {
      app.intake.addBulk(sdkToken, body);
      return reply.code(202).send(null);
    },
  );

  app.post(
    '/api/client/register',
    {
      config: { access: 'client', rateLimit: registrationLimit },
      schema: {
        operationId: 'registerClientApplication',
        summary: 'Say that an SDK has started',
        tags: ['SDKs'],
        body: ClientRegistration,
        response: { 202: Empty, ...failures },
      },
    },
    async ({ sdkToken, body }, reply) => {
      app.intake.register(sdkToken, body);
      return reply.code(202).send(null);
    },
  );

  app.post(
    '/api/frontend/client/metrics',
    {
      config: { access: 'frontend', rateLimit: metricsLimit },
      schema: {
        operationId: 'registerFrontendMetrics',
        summary: 'Report how often flags were evaluated in a browser or an app',
        tags: ['SDKs'],
        body: ClientMetrics,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ sdkToken, body, headers }) => {
      app.intake.addMetrics(sdkToken, withSdk(body, headers));
      return null;
    },
  );

  app.post(
    '/api/frontend/client/register',
    {
      config: { access: 'frontend', rateLimit: registrationLimit },
      schema: {
        operationId: 'registerFrontendClient',
        summary: 'Say that an SDK has started in a browser or an app',
        tags: ['SDKs'],
        body: ClientRegistration,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ sdkToken, body, headers }) => {
      app.intake.register(sdkToken, withSdk(body, headers));
      return null;
    },
  );

  app.get(
    '/api/admin/metrics/unknown-flags',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getUnknownFlags',
        summary: 'Names that applications ask about and that are no flags for them',
        tags: ['Usage'],
        response: { 200: UnknownFlags, ...failures },
      },
    },
    async ({ caller }) => ({ unknownFlags: await listUnknownFlags(app.db, caller) }),
  );

  app.get(
    '/api/admin/client-metrics/features/:featureName',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getFeatureUsageSummary',
        summary: 'How a flag was used lately',
        tags: ['Usage'],
        params: FlagParams,
        response: { 200: FlagUsage, ...failures },
      },
    },
    async ({ params: { featureName } }) => ({
      version: 1 as const,
      maturity: 'stable' as const,
      featureName,
      lastHourUsage: await listLastHour(app.db, featureName, new Date().toISOString()),
      seenApplications: await listApplicationsOf(app.db, featureName),
    }),
  );

  app.get(
    '/api/admin/client-metrics/features/:featureName/raw',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getRawFeatureMetrics',
        summary: 'Every hour of a flag, by environment and application',
        tags: ['Usage'],
        params: FlagParams,
        querystring: RawUsageQuery,
        response: { 200: RawUsage, ...failures },
      },
    },
    async ({ params: { featureName }, query: { hoursBack = 24 } }) => {
      const since = new Date(Date.now() - hoursBack * 3_600_000).toISOString();
      return {
        version: 1 as const,
        maturity: 'stable' as const,
        data: await listHours(app.db, featureName, since),
      };
    },
  );
};

/** SDKs in browsers say only in a header what they are. */
function withSdk<T extends { sdkVersion?: string | null }>(
  body: T,
  { 'unleash-sdk': sdk }: Record<string, unknown>,
): T {
  const said = body.sdkVersion ?? null;
  const told = typeof sdk === 'string' && sdk.length <= 200 && sdk !== '';
  return said === null && told ? { ...body, sdkVersion: sdk } : body;
}
