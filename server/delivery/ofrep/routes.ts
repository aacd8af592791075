import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../platform/errors.ts';
import { plainAddress } from '../../platform/http/address.ts';
import { errorAnswer } from '../../platform/http/error-handler.ts';
import { sendWithEtag } from '../../platform/http/etag.ts';
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
          'OpenFeature Remote Evaluation Protocol. With the ETag of the last response in ' +
          'If-None-Match, 304 as long as the response is the same.',
        tags: ['OpenFeature'],
        body: EvaluationRequest,
        response: { 200: ref(BulkEvaluation), ...failures },
      },
    },
    async (request, reply) => {
      const { sdkToken } = request;
      const { state, context, options } = await readInputs(request, request.body?.context);
      const flags = evaluateAll(state, sdkToken, context, options);
      return sendWithEtag(reply, JSON.stringify({ flags } satisfies BulkEvaluation));
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
      const inputs = await readInputs(request, request.body?.context);
      const found = evaluateOne(inputs.state, request.sdkToken, { key, ...inputs });
      if (!found) throw notFound(`Flag ${key}`);
      return sendEvaluation(reply, found);
    },
  );

  async function readInputs(request: FastifyRequest, given: Record<string, unknown> = {}) {
    const { environment } = request.sdkToken;
    const context = {
      environment,
      remoteAddress: plainAddress(request.ip),
      ...contextFrom(given),
    };
    const state = await app.delivery.stateOf(environment);
    return { state, context, options: { now: Date.now(), random: Math.random } };
  }
};

/** Not serialised by the schema, in which a result and an error overlap. */
const sendEvaluation = (reply: FastifyReply, evaluation: Evaluation) =>
  reply
    .code('errorCode' in evaluation ? 400 : 200)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(evaluation);
