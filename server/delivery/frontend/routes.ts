import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { plainAddress } from '../../platform/http/address.ts';
import { sendWithEtag } from '../../platform/http/etag.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { contextOf, enabledAsText } from './rules.ts';
import { ContextQuery, FrontendFeatures, FrontendRequest } from './schema.ts';

export const frontendRoutes: FastifyPluginAsync = async (app) => {
  const { route } = routesFor(app, { tag: 'SDKs', schemas: [FrontendFeatures] });

  route('GET /api/frontend', {
    access: 'frontend',
    operationId: 'getFrontendFeatures',
    summary: 'List the flags that are enabled for a context',
    description:
      'Evaluated by the server. Query parameters are the fields of the context, such as userId ' +
      'and properties[plan]; remoteAddress defaults to that of the caller.',
    querystring: ContextQuery,
    response: ref(FrontendFeatures),
    handler: (request, reply) => evaluate(request, reply, request.query),
  });

  route('POST /api/frontend', {
    access: 'frontend',
    operationId: 'getFrontendApiFeaturesWithPost',
    summary: 'List the flags that are enabled for a context in the body',
    description: 'The same as GET; the context does not appear in logs.',
    body: FrontendRequest,
    response: ref(FrontendFeatures),
    handler: (request, reply) => evaluate(request, reply, request.body?.context ?? {}),
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
    const state = await app.delivery.stateOf(sdkToken);
    const options = { now: Date.now(), random: Math.random };
    return sendWithEtag(reply, enabledAsText(state, sdkToken, context, options));
  }
};
