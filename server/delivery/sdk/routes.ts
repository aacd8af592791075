import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Constraint, StrategyVariant, Variant } from '../../flags/strategies/schema.ts';
import { type Encoding, encodingsFor } from '../../platform/cache/packing.ts';
import { notFound } from '../../platform/errors.ts';
import { isUnchanged } from '../../platform/http/etag.ts';
import { failures, ref } from '../../platform/http/schema.ts';
import { registerShortCut } from '../../platform/http/fast-path.ts';
import type { Payload } from './payloads.ts';
import { inlineSegments, selectsProject } from './rules.ts';
import {
  ClientFeature,
  ClientFeatureParams,
  ClientFeatures,
  ClientFeaturesQuery,
  ClientSegment,
} from './schema.ts';
import { selectionFor } from './selections.ts';
import { createUnchanged } from './not-modified.ts';

export const sdkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const shared = [
    Constraint,
    StrategyVariant,
    Variant,
    ClientSegment,
    ClientFeature,
    ClientFeatures,
  ];
  for (const schema of shared) app.addSchema(schema);
  const labels = { method: 'GET', route: `${app.prefix}/api/client/features`, status: 304 };
  const unchanged = createUnchanged(app.delivery, () => app.countShortCut(labels));
  registerShortCut(app, unchanged.answer);

  app.get(
    '/api/client/features',
    {
      config: { access: 'client' },
      schema: {
        operationId: 'getAllClientFeatures',
        summary: 'Everything an SDK needs to evaluate flags',
        description:
          'The flags of the token’s projects as they are in its environment. With the ETag of the ' +
          'last answer in If-None-Match, 304 as long as nothing has changed.',
        tags: ['SDKs'],
        querystring: ClientFeaturesQuery,
        response: { 200: ref(ClientFeatures), ...failures },
      },
    },
    async (request, reply) => {
      const { headers } = request;
      const payload = await app.delivery.payloadFor(selectionFor(request));
      void reply
        .header('etag', payload.etag)
        .header('cache-control', 'private, no-cache')
        .header('vary', 'accept-encoding');
      if (isUnchanged(headers['if-none-match'], payload.etag)) {
        const { sdkToken: token, raw } = request;
        const { revision } = payload;
        unchanged.remember(raw, { token, revision, headers: reply.getHeaders() });
        return reply.code(304).send(null as never);
      }
      const encoding = chooseEncoding(payload, encodingsFor(headers['accept-encoding']));
      if (encoding !== 'identity') void reply.header('content-encoding', encoding);
      return reply
        .type('application/json; charset=utf-8')
        .send((await payload.as(encoding)) as never);
    },
  );
  app.get(
    '/api/client/features/:featureName',
    {
      config: { access: 'client' },
      schema: {
        operationId: 'getClientFeature',
        summary: 'One flag, as SDKs know it',
        description: 'The constraints of segments stand in the strategies.',
        tags: ['SDKs'],
        params: ClientFeatureParams,
        response: { 200: ref(ClientFeature), ...failures },
      },
    },
    async ({ params, sdkToken }) => {
      const state = await app.delivery.stateOf(sdkToken.environment);
      const found = state.flags.get(params.featureName);
      if (!found || !selectsProject(sdkToken, found.feature.project)) {
        throw notFound(`Flag ${params.featureName}`);
      }
      return inlineSegments(state, found.feature);
    },
  );
};

/** Nobody waits for brotli who takes gzip, which is at hand much sooner after a change. */
function chooseEncoding(payload: Payload, [best = 'identity', next]: Encoding[]): Encoding {
  if (best !== 'br' || next !== 'gzip' || payload.has('br')) return best;
  void Promise.resolve(payload.as('br')).catch(() => {});
  return next;
}
