import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { plainAddress } from '../../platform/http/address.ts';
import { sendWithEtag } from '../../platform/http/etag.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { contextOf, listEnabled } from './rules.ts';
import { ContextQuery, FrontendFeatures, FrontendRequest } from './schema.ts';

export const frontendRoutes: FastifyPluginAsync = async (app) => {
  const { route } = routesFor(app, { tag: 'SDKs', schemas: [FrontendFeatures] });

  route('GET /api/frontend', {
    access: 'frontend',
    operationId: 'getFrontendFeatures',
    summary: 'The flags that are on for a context',
    description:
      'Evaluated here. Query parameters are the fields of the context, such as userId and ' +
      'properties[plan]; an absent remoteAddress is the caller’s own.',
    querystring: ContextQuery,
    response: ref(FrontendFeatures),
    handler: (request, reply) => evaluate(request, reply, request.query),
  });

  route('POST /api/frontend', {
    access: 'frontend',
    operationId: 'getFrontendApiFeaturesWithPost',
    summary: 'The flags that are on for a context that must not appear in logs',
    description: 'As GET, with the context in the body.',
    body: FrontendRequest,
    response: ref(FrontendFeatures),
    handler: (request, reply) => evaluate(request, reply, request.body.context ?? {}),
  });

  async function evaluate(
    { sdkToken, ip }: FastifyRequest,
    reply: FastifyReply,
    given: Readonly<Record<string, unknown>>,
  ) {
    const context = {
      environment: sdkToken.environment,
      remoteAddress: plainAddress(ip),
      sessionId: randomUUID(),
      ...contextOf(given),
    };
    const state = await app.delivery.stateOf(sdkToken.environment);
    const options = { now: Date.now(), random: Math.random };
    return sendWithEtag(reply, JSON.stringify(listEnabled(state, sdkToken, context, options)));
  }
};
