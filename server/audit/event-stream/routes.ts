import type { FastifyPluginAsync } from 'fastify';
import { eventStreamContent, sendEventStream } from '../../platform/http/event-streams.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { parseEventFilters } from '../event-log/filters.ts';
import { followLog } from './following.ts';
import { EventStreamHeaders, EventStreamQuery } from './schema.ts';

export const eventStreamRoutes: FastifyPluginAsync = async (app) => {
  const { route } = routesFor(app, { tag: 'Events' });
  const following = followLog(app.db, app.listenDb, {
    streamsMax: app.settings.eventStreamsMax,
    lifetimeMs: app.settings.eventStreamSeconds * 1000,
    onFailure: (err) => app.log.warn({ err }, 'event streams: read failed, trying again'),
  });
  app.addHook('preClose', async () => following.close());

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
    response: eventStreamContent('A block for each event, and comments in between'),
    handler: async (request, reply) => {
      const { lastEventId, ...filters } = request.query;
      const resumeAt = request.headers['last-event-id'] ?? lastEventId;
      const stream = await following.open({
        filters: parseEventFilters(filters),
        caller: request.caller,
        findCaller: () => app.findCaller(request),
        after: resumeAt === undefined ? undefined : Number(resumeAt),
      });
      return sendEventStream(reply, stream);
    },
  });
};
