import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { Constraint, StrategyVariant, Variant } from '../../flags/strategies/schema.ts';
import { type Encoding, encodingFor } from '../../platform/cache/encoding.ts';
import { notFound } from '../../platform/errors.ts';
import { isUnchanged } from '../../platform/etags.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import type { Payload } from './payloads.ts';
import { inlineSegments, type Selection, selectionFor, selectsProject } from './rules.ts';
import { ClientFeature, ClientFeatures, ClientFeaturesQuery, ClientSegment } from './schema.ts';

export const sdkRoutes: FastifyPluginAsync = async (app) => {
  const shared = [
    Constraint,
    StrategyVariant,
    Variant,
    ClientSegment,
    ClientFeature,
    ClientFeatures,
  ];
  const { route } = routesFor(app, { tag: 'SDKs', schemas: shared });

  route('GET /api/client/features', {
    access: 'client',
    operationId: 'getAllClientFeatures',
    summary: 'List the flags of an environment, for SDKs',
    description:
      'The flags of the token’s projects as they are in its environment. With the ETag of the ' +
      'last response in If-None-Match, 304 as long as nothing has changed.',
    querystring: ClientFeaturesQuery,
    response: ref(ClientFeatures),
    handler: (request, reply) => sendFeatures(request, reply, selectionFor(request)),
  });

  route('GET /api/client/features/:featureName', {
    access: 'client',
    operationId: 'getClientFeature',
    summary: 'Get a flag, for SDKs',
    description: 'Strategies include the constraints of their segments.',
    response: ref(ClientFeature),
    handler: async ({ params, sdkToken }) => {
      const state = await app.delivery.stateOf(sdkToken);
      const found = state.flags.get(params.featureName);
      if (!found || !selectsProject(sdkToken, found.feature.project)) {
        throw notFound('Flag', params.featureName);
      }
      return inlineSegments(state, found.feature);
    },
  });

  async function sendFeatures(request: FastifyRequest, reply: FastifyReply, selection: Selection) {
    const { headers } = request;
    const payload = await app.delivery.payloadFor(selection);
    const { revision } = payload;
    void reply.header('etag', payload.etag).headers(app.clientCacheHeaders);
    if (isUnchanged(headers['if-none-match'], payload.etag)) {
      app.repeated.store(request, reply, { revision });
      return reply.code(304).send();
    }
    const encoding = chooseEncoding(payload, headers);
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    void reply.type('application/json; charset=utf-8');
    const body = await payload.as(encoding);
    if (encoding === encodingFor(headers)) app.repeated.store(request, reply, { revision, body });
    return reply.send(body);
  }
};

/** After a change gzip is faster to compute; brotli is used once it is computed. */
function chooseEncoding(payload: Payload, headers: FastifyRequest['headers']): Encoding {
  const best = encodingFor(headers);
  const second = encodingFor(headers, ['gzip', 'identity']);
  if (best !== 'br' || second !== 'gzip' || payload.has('br')) return best;
  void payload.as('br').catch(() => {});
  return second;
}
