import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { parseLimit, parseOffset } from '../../platform/http/paging.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { sendCached } from '../../platform/http/sending.ts';
import { formerFilters, only, parseCursor, parseEventFilters } from './filters.ts';
import { listEventCreators } from './queries.ts';
import { createEventSearcher, openLog } from './reading.ts';
import {
  Event,
  EventCreators,
  EventExportQuery,
  EventList,
  EventPage,
  EventSearchQuery,
  FlagEventList,
  FlagEventParams,
  FormerEventSearch,
  ProjectQuery,
} from './schema.ts';
import { streamFile, streamList } from './streams.ts';
import { formats } from './texts.ts';

const lastEvents = 100;
const searchedEvents = 50;

export const eventLogRoutes: FastifyPluginAsync = async (app) => {
  const { read, route } = routesFor(app, { tag: 'Events', schemas: [Event] });
  // Payloads are whatever was recorded; a serializer made from a schema drops what it does not know.
  app.setSerializerCompiler(() => JSON.stringify);
  const searchEvents = createEventSearcher(app.db, app.caches);

  route('GET /api/admin/search/events', {
    access: 'authenticated',
    operationId: 'searchEvents',
    summary: 'Search the event log',
    description:
      'Newest first. Only what the caller may see: events of visible projects, and for admins ' +
      'those without a project.',
    querystring: EventSearchQuery,
    response: EventPage,
    handler: async ({ caller, dataVersion, query }, reply) => {
      const filters = parseEventFilters(query);
      const limit = parseLimit(query.limit, searchedEvents);
      const page = { offset: parseOffset(query.offset), limit };
      return sendCached(
        reply,
        await searchEvents({ caller, dataVersion }, { filters, page }, 'page'),
      );
    },
  });

  route('GET /api/admin/search/events/export', {
    access: 'authenticated',
    operationId: 'exportEvents',
    summary: 'Export the event log',
    description:
      'All events that match, oldest first, as lines of JSON or as CSV. With `cursor`, those ' +
      'after the event of that id, and no CSV header: an export that broke off goes on, and a ' +
      'later one brings what is new.',
    querystring: EventExportQuery,
    exposeHeadRoute: false,
    response: EventFile,
    handler: async ({ caller, query }, reply) => {
      const { format } = query;
      const cursor = parseCursor(query.cursor);
      const log = await openLog(app.db, caller, parseEventFilters(query));
      void reply.type(formats[format].mediaType);
      void reply.header('content-disposition', `attachment; filename="events.${format}"`);
      return streamFile(app.db, log, { format, cursor });
    },
  });

  route('GET /api/admin/events', {
    access: 'authenticated',
    operationId: 'getEvents',
    summary: 'Get recent events',
    description:
      'The last 100 events; with `project`, all events of that project. Only what the caller ' +
      'may see; a project that is unknown or hidden has none.',
    querystring: ProjectQuery,
    exposeHeadRoute: false,
    response: EventList,
    handler: async ({ caller, dataVersion, query: { project } }, reply) => {
      if (project === undefined) {
        const search = { filters: { sets: [] }, page: { offset: 0, limit: lastEvents } };
        return sendCached(reply, await searchEvents({ caller, dataVersion }, search, 'list'));
      }
      const log = await openLog(app.db, caller, only('project', project));
      void reply.type(json);
      return streamList(app.db, log, {});
    },
  });

  route('POST /api/admin/events/search', {
    access: 'authenticated',
    operationId: 'deprecatedSearchEvents',
    summary: 'Search the event log, as it was once done',
    description: 'Use GET /api/admin/search/events; this will go with version 2.',
    deprecated: true,
    body: FormerEventSearch,
    response: EventList,
    handler: async ({ caller, dataVersion, body }, reply) => {
      const successor = `${app.settings.baseUriPath}/api/admin/search/events`;
      // RFC 9745: deprecated since the first version, 2026-01-01.
      void reply.header('deprecation', '@1767225600');
      void reply.header('link', `<${successor}>; rel="successor-version"`);
      const { limit = lastEvents, offset } = body;
      // 0 stands for the newest event, whichever that is.
      const page = { offset: 0, limit, upTo: offset === 0 ? undefined : offset };
      const search = { filters: formerFilters(body), page };
      return sendCached(reply, await searchEvents({ caller, dataVersion }, search, 'list'));
    },
  });

  route('GET /api/admin/events/:feature', {
    // Not named as other paths name a flag: the flag may be gone, and each event has its own project.
    access: 'authenticated',
    operationId: 'getEventsForToggle',
    summary: 'Get the events of a flag',
    description: 'All of them that the caller may see, also when the flag is gone.',
    params: FlagEventParams,
    exposeHeadRoute: false,
    response: FlagEventList,
    handler: async ({ caller, params: { feature } }, reply) => {
      const log = await openLog(app.db, caller, only('feature_name', feature));
      void reply.type(json);
      return streamList(app.db, log, { toggleName: feature });
    },
  });

  read('GET /api/admin/event-creators', {
    access: 'authenticated',
    operationId: 'getEventCreators',
    summary: 'List who created events',
    description: 'Everybody who did something that the caller may see.',
    response: EventCreators,
    handler: (db, { caller }) => listEventCreators(db, caller),
  });
};

const json = 'application/json; charset=utf-8';

const lines = { schema: Type.String() };

const EventFile = {
  description: 'A line for each event',
  content: { 'application/x-ndjson': lines, 'text/csv': lines },
};
