import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { encodingFor } from '../../platform/cache/encoding.ts';
import { eventStreamContent, sendEventStream } from '../../platform/http/event-streams.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { deltaSelectionFor } from '../sdk/rules.ts';
import { type Message, messageSince } from './messages.ts';
import { revisionIn } from './rules.ts';
import { ClientDelta, ClientDeltaQuery } from './schema.ts';

export const sdkChangeRoutes: FastifyPluginAsync = async (app) => {
  const { route } = routesFor(app, { tag: 'SDKs', schemas: [ClientDelta] });

  route('GET /api/client/delta', {
    access: 'client',
    operationId: 'getDelta',
    summary: 'List the changes since the last request of an SDK',
    description:
      'With the ETag of the last response in If-None-Match: each flag and segment that has ' +
      'changed since, in its current state, or 304. Without, or if it is too old: one ' +
      'hydration event with all flags and segments.',
    querystring: ClientDeltaQuery,
    response: ref(ClientDelta),
    handler: async (request, reply) => {
      const revision = revisionIn(request.headers['if-none-match']);
      const selection = deltaSelectionFor(request);
      return sendMessage(reply, await messageSince(app.delivery, selection, revision));
    },
  });

  route('GET /api/client/streaming', {
    access: 'client',
    operationId: 'streamClientFeatures',
    summary: 'Stream changes to an SDK',
    description:
      'Server-sent events, each with a delta: unleash-connected with all flags and segments, ' +
      'then unleash-updated with the changes. An SDK that reconnects with Last-Event-ID gets ' +
      'only the changes since. Ends when the token expires or is deleted, and after ' +
      'EVENT_STREAM_SECONDS. More than SDK_STREAMS_MAX streams, or SDK_STREAMS_PER_TOKEN_MAX ' +
      'of a token, are 429.',
    querystring: ClientDeltaQuery,
    exposeHeadRoute: false,
    response: eventStreamContent('A block for each delta, and comments in between'),
    handler: async (request, reply) => {
      const { 'last-event-id': lastEventId } = request.headers;
      const stream = await app.sdkStreams.open({
        token: request.sdkToken,
        format: 'deltas',
        findToken: () => app.findSdkToken(request),
        selection: deltaSelectionFor(request),
        revision: revisionIn([lastEventId].flat()[0]),
      });
      return sendEventStream(reply, stream);
    },
  });
};

async function sendMessage(reply: FastifyReply, message: Message): Promise<FastifyReply> {
  void reply
    .header('etag', `"${message.revision}"`)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding');
  if (message.kind === 'nothing') return reply.code(304).send();
  void reply.type('application/json; charset=utf-8');
  if (message.kind === 'changes') return reply.send(message.body);
  const encoding = encodingFor(reply.request.headers, ['gzip', 'identity']);
  if (encoding === 'identity') return reply.send(await message.body());
  return reply.header('content-encoding', encoding).send(await message.gzip());
}
