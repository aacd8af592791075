import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { found } from '../../platform/errors.ts';
import { plainAddress } from '../../platform/http/address.ts';
import { errorResponse } from '../../platform/http/error-handler.ts';
import { sendWithEtag } from '../../platform/http/etag.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { contextFrom, evaluateAll, evaluateOne, failureMembers } from './rules.ts';
import { BulkEvaluation, Evaluation, EvaluationRequest, FlagKey } from './schema.ts';

export const ofrepRoutes: FastifyPluginAsync = async (app) => {
  const { route } = routesFor(app, { tag: 'OpenFeature', schemas: [Evaluation, BulkEvaluation] });

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { status, body } = errorResponse(error, request);
    const { key } = (request.params ?? {}) as { key?: string };
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({ ...body, ...failureMembers(status, body.message, key) });
  });

  route('POST /ofrep/v1/evaluate/flags', {
    access: 'sdk',
    operationId: 'evaluateFlagsBulk',
    summary: 'Evaluate all flags for a context (OpenFeature)',
    description:
      'OpenFeature Remote Evaluation Protocol. With the ETag of the last response in ' +
      'If-None-Match, 304 as long as the response is the same.',
    body: EvaluationRequest,
    response: ref(BulkEvaluation),
    handler: async (request, reply) => {
      const { sdkToken } = request;
      const { state, context, options } = await readInputs(request, request.body?.context);
      const flags = evaluateAll(state, sdkToken, context, options);
      return sendWithEtag(reply, JSON.stringify({ flags } satisfies BulkEvaluation));
    },
  });

  route('POST /ofrep/v1/evaluate/flags/:key', {
    access: 'sdk',
    operationId: 'evaluateFlag',
    summary: 'Evaluate a flag for a context (OpenFeature)',
    description: 'OpenFeature Remote Evaluation Protocol; 404 with FLAG_NOT_FOUND.',
    params: { key: FlagKey },
    body: EvaluationRequest,
    response: ref(Evaluation),
    handler: async (request, reply) => {
      const { key } = request.params;
      const inputs = await readInputs(request, request.body?.context);
      const evaluation = evaluateOne(inputs.state, request.sdkToken, { key, ...inputs });
      return sendEvaluation(reply, found(evaluation, 'Flag', key));
    },
  });

  async function readInputs(request: FastifyRequest, given: Record<string, unknown> = {}) {
    const { environment } = request.sdkToken;
    const context = {
      environment,
      remoteAddress: plainAddress(request.ip),
      ...contextFrom(given),
    };
    const state = await app.delivery.stateOf(request.sdkToken);
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
