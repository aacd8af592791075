import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { plainAddress } from '../../platform/http/address.ts';
import { sendWithEtag } from '../../platform/http/etag.ts';
import { failures, ref } from '../../platform/http/schema.ts';
import { contextOf, listEnabled } from './rules.ts';
import { ContextQuery, FrontendFeatures, FrontendRequest } from './schema.ts';

export const frontendRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(FrontendFeatures);

  app.get(
    '/api/frontend',
    {
      config: { access: 'frontend' },
      schema: {
        operationId: 'getFrontendFeatures',
        summary: 'The flags that are on for a context',
        description:
          'Evaluated here. Query parameters are the fields of the context, such as userId and ' +
          'properties[plan]; an absent remoteAddress is the caller’s own.',
        tags: ['SDKs'],
        querystring: ContextQuery,
        response: { 200: ref(FrontendFeatures), ...failures },
      },
    },
    async (request, reply) => evaluate(request, reply, request.query),
  );
  app.post(
    '/api/frontend',
    {
      config: { access: 'frontend' },
      schema: {
        operationId: 'getFrontendApiFeaturesWithPost',
        summary: 'The flags that are on for a context that must not appear in logs',
        description: 'As GET, with the context in the body.',
        tags: ['SDKs'],
        body: FrontendRequest,
        response: { 200: ref(FrontendFeatures), ...failures },
      },
    },
    async (request, reply) => evaluate(request, reply, request.body.context ?? {}),
  );

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
