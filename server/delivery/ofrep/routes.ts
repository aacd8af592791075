import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { notFound } from '../../platform/errors.ts';
import { plainAddress } from '../../platform/http/address.ts';
import { errorAnswer } from '../../platform/http/error-handler.ts';
import { etagOf, isUnchanged } from '../../platform/http/etag.ts';
import { failures, ref } from '../../platform/http/schema.ts';
import { contextFrom, evaluateAll, evaluateOne, failureMembers } from './rules.ts';
import { BulkEvaluation, Evaluation, EvaluationParams, EvaluationRequest } from './schema.ts';

export const ofrepRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(Evaluation);
  app.addSchema(BulkEvaluation);
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = errorAnswer(error as never, request);
    const { key } = (request.params ?? {}) as { key?: string };
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({ ...body, ...failureMembers(status, body.message, key) });
  });

  app.post(
    '/ofrep/v1/evaluate/flags',
    {
      config: { access: 'sdk' },
      schema: {
        operationId: 'evaluateFlagsBulk',
        summary: 'Every flag for a context, for OpenFeature',
        description:
          'OpenFeature Remote Evaluation Protocol. With the ETag of the last answer in ' +
          'If-None-Match, 304 as long as the answer is the same.',
        tags: ['OpenFeature'],
        body: EvaluationRequest,
        response: { 200: ref(BulkEvaluation), ...failures },
      },
    },
    async (request, reply) => {
      const { sdkToken, headers } = request;
      const { state, context, surroundings } = await arrange(request, request.body?.context);
      const flags = evaluateAll(state, sdkToken, context, surroundings);
      const body = JSON.stringify({ flags } satisfies BulkEvaluation);
      const etag = etagOf(body);
      void reply.header('etag', etag).header('cache-control', 'no-cache');
      if (isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send(null as never);
      return reply.type('application/json; charset=utf-8').send(body as never);
    },
  );

  app.post(
    '/ofrep/v1/evaluate/flags/:key',
    {
      config: { access: 'sdk' },
      schema: {
        operationId: 'evaluateFlag',
        summary: 'One flag for a context, for OpenFeature',
        description: 'OpenFeature Remote Evaluation Protocol; 404 with FLAG_NOT_FOUND.',
        tags: ['OpenFeature'],
        params: EvaluationParams,
        body: EvaluationRequest,
        response: { 200: ref(Evaluation), ...failures },
      },
    },
    async (request, reply) => {
      const { key } = request.params;
      const asked = await arrange(request, request.body?.context);
      const found = evaluateOne(asked.state, request.sdkToken, { key, ...asked });
      if (!found) throw notFound(`Flag ${key}`);
      if ('errorCode' in found) void reply.code(400 as never);
      return reply
        .type('application/json; charset=utf-8')
        .serializer(JSON.stringify)
        .send(found as never);
    },
  );

  async function arrange(request: FastifyRequest, given: Record<string, unknown> = {}) {
    const { environment } = request.sdkToken;
    const context = {
      environment,
      remoteAddress: plainAddress(request.ip),
      ...contextFrom(given),
    };
    const state = await app.delivery.stateOf(environment);
    return { state, context, surroundings: { now: Date.now(), random: Math.random } };
  }
};
