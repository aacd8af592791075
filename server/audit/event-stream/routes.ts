import type { FastifyPluginAsync } from 'fastify';
import { plainAddress } from '../../platform/http/address.ts';
import { eventStreamContent, sendEventStream } from '../../platform/http/event-streams.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { parseEventFilters } from '../event-log/filters.ts';
import { createLogStreams } from './log-streams.ts';
import { EventStreamHeaders, EventStreamQuery } from './schema.ts';

export const eventStreamRoutes: FastifyPluginAsync = async (app) => {
  const { route } = routesFor(app, { tag: 'Events' });
  const streams = createLogStreams(app.db, app.listenDb, {
    max: app.settings.eventStreamsMax,
    perOwnerMax: app.settings.eventStreamsPerUserMax,
    perAddressMax: app.settings.eventStreamsPerAddressMax,
    reserved: Math.floor(app.settings.eventStreamsMax / 10),
    lifetimeMs: app.settings.eventStreamSeconds * 1000,
    onFailure: (err) => app.log.warn({ err }, 'event streams: read failed, retrying'),
  });
  app.addHook('preClose', async () => streams.close());

  route('GET /api/admin/search/events/stream', {
    access: 'authenticated',
    operationId: 'streamEvents',
    summary: 'Follow the event log',
    description:
      'Server-sent events: each event when it is recorded, in order, with its id. A reader that ' +
      'reconnects with Last-Event-ID receives every event exactly once. Contains only events ' +
      'that the caller may see at that time. Ends when the credentials become invalid, after ' +
      'EVENT_STREAM_SECONDS, and when the reader does not read. Too many streams of a user or an ' +
      'address are 429, of a server 503.',
    querystring: EventStreamQuery,
    headers: EventStreamHeaders,
    exposeHeadRoute: false,
    response: eventStreamContent('One block per event, and comments'),
    handler: async (request, reply) => {
      const { lastEventId, ...filters } = request.query;
      const resumeAt = request.headers['last-event-id'] ?? lastEventId;
      const stream = await streams.open({
        filters: parseEventFilters(filters),
        caller: request.caller,
        address: plainAddress(request.ip),
        findCaller: () => app.findCaller(request),
        after: resumeAt === undefined ? undefined : Number(resumeAt),
      });
      return sendEventStream(reply, stream);
    },
  });
};
