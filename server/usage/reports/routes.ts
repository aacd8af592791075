import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { BulkHeaders, BulkMetrics, ClientMetrics, ClientRegistration } from '../metrics/schema.ts';

/** What SDKs report; they use no database, so that an edge serves the same routes. */
export const reportRoutes: FastifyPluginAsync = async (app) => {
  const { route } = routesFor(app, { tag: 'SDKs' });
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
    description:
      'For proxies. Metrics of environments other than that of the token are ignored. A report that ' +
      'is repeated within an hour with the same Idempotency-Key is not counted again.',
    headers: BulkHeaders,
    body: BulkMetrics,
    rateLimit: metricsLimit,
    status: 202,
    handler: ({ sdkToken, body, headers }) =>
      app.intake.addBulk(sdkToken, body, [headers['idempotency-key']].flat()[0]),
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
};

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
