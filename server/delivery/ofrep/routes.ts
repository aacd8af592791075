import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { found } from '../../platform/errors.ts';
import { plainAddress } from '../../platform/http/address.ts';
import { errorResponse } from '../../platform/http/error-handler.ts';
import { sendWithEtag } from '../../platform/http/etag.ts';
import { eventStreamContent, sendEventStream } from '../../platform/http/event-streams.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { sdkTokenOf } from '../../platform/http/sdk-auth.ts';
import { deltaSelectionFor } from '../sdk/rules.ts';
import { revisionIn } from '../streaming/rules.ts';
import { contextFrom, evaluateAll, evaluateOne, failureMembers } from './rules.ts';
import {
  BulkEvaluation,
  BulkQuery,
  Evaluation,
  EvaluationRequest,
  type EventStream,
  FlagKey,
  StreamQuery,
} from './schema.ts';

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
      'If-None-Match, 304 as long as the response is the same. For a frontend token the ' +
      'response names the stream of changes.',
    querystring: BulkQuery,
    body: EvaluationRequest,
    response: ref(BulkEvaluation),
    handler: async (request, reply) => {
      const { sdkToken, query } = request;
      // Another process may have sent the notification before this one has read the change.
      const notified = revisionIn(query.flagConfigEtag) ?? 0;
      if (notified > app.delivery.position()) await app.delivery.poll();
      const { state, context, options } = await readInputs(request, request.body?.context);
      const flags = evaluateAll(state, sdkToken, context, options);
      const body: BulkEvaluation = { flags, ...eventStreamsFor(request) };
      return sendWithEtag(reply, JSON.stringify(body));
    },
  });

  route('GET /ofrep/v1/event-stream', {
    access: 'frontend',
    tokenInQuery: true,
    operationId: 'streamOfrepChanges',
    summary: 'Stream notifications of changes (OpenFeature)',
    description:
      'Server-sent events of the type refetchEvaluation: one at once, and one whenever a flag ' +
      'or a segment of the token has changed. With Last-Event-ID only if something has changed ' +
      'since. The limits are those of GET /api/client/streaming.',
    querystring: StreamQuery,
    exposeHeadRoute: false,
    response: eventStreamContent('A block for each notification, and comments in between'),
    handler: async (request, reply) => {
      const { 'last-event-id': lastEventId } = request.headers;
      const stream = await app.sdkStreams.open({
        token: request.sdkToken,
        format: 'notifications',
        findToken: () => app.findSdkToken(request),
        selection: deltaSelectionFor({ sdkToken: request.sdkToken, query: {}, headers: {} }),
        revision: revisionIn([lastEventId].flat()[0]),
      });
      return sendEventStream(reply, stream);
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

  /** Only for frontend tokens, which pages contain anyway: a URL may appear in logs of proxies. */
  function eventStreamsFor(request: FastifyRequest): { eventStreams?: EventStream[] } {
    const token = sdkTokenOf(request, 'sdk');
    if (request.sdkToken.kind !== 'frontend' || token === undefined) return {};
    const path = `${app.settings.baseUriPath}/ofrep/v1/event-stream`;
    const requestUri = `${path}?token=${encodeURIComponent(token)}`;
    return { eventStreams: [{ type: 'sse', endpoint: { requestUri } }] };
  }

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
