import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { routesFor } from '../../platform/http/routes.ts';
import { parseEventFilters } from '../event-log/filters.ts';
import { type Following, followLog } from './following.ts';
import { EventStreamHeaders, EventStreamQuery } from './schema.ts';

export const eventStreamRoutes: FastifyPluginAsync = async (app) => {
  const { route } = routesFor(app, { tag: 'Events' });
  let following: Following | undefined;
  const startFollowing = () =>
    followLog(app.db, app.listenDb, {
      streamsMax: app.settings.eventStreamsMax,
      lifetimeMs: app.settings.eventStreamSeconds * 1000,
      onFailure: (err) => app.log.warn({ err }, 'reading for live streams failed; trying again'),
    });
  app.addHook('preClose', async () => following?.close());

  route('GET /api/admin/search/events/stream', {
    access: 'authenticated',
    operationId: 'streamEvents',
    summary: 'Follow the event log',
    description:
      'Server-sent events: each event as it happens, in order, with its id. A reader that ' +
      'comes back with Last-Event-ID misses nothing and gets nothing twice. Only what the ' +
      'caller may see at that moment; ends when the credentials do, after ' +
      'EVENT_STREAM_SECONDS, and when the reader does not read.',
    querystring: EventStreamQuery,
    headers: EventStreamHeaders,
    exposeHeadRoute: false,
    response: EventBlocks,
    handler: async (request, reply) => {
      const { lastEventId, ...filters } = request.query;
      const resumeAt = request.headers['last-event-id'] ?? lastEventId;
      following ??= startFollowing();
      const stream = await following.open({
        filters: parseEventFilters(filters),
        caller: request.caller,
        findCaller: () => app.findCaller(request),
        after: resumeAt === undefined ? undefined : Number(resumeAt),
      });
      void reply.type('text/event-stream; charset=utf-8');
      void reply.header('cache-control', 'no-store');
      // Proxies that wait for more before they pass anything on would make it less than live.
      void reply.header('x-accel-buffering', 'no');
      return stream;
    },
  });
};

const EventBlocks = {
  description: 'A block for each event, and comments in between',
  content: { 'text/event-stream': { schema: Type.String() } },
};
