import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { parseLimit, parseOffset } from '../../platform/http/paging.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { sendCached } from '../../platform/http/sending.ts';
import {
  deprecatedFilters,
  only,
  parseCursor,
  parseEventFilters,
  parseEventSearch,
} from './filters.ts';
import { formats } from './formats.ts';
import { listEventCreators } from './queries.ts';
import { createEventSearcher, openLog } from './reading.ts';
import {
  DeprecatedEventSearch,
  Event,
  EventCreators,
  EventExportQuery,
  EventList,
  EventPage,
  EventSearchQuery,
  FlagEventList,
  ProjectQuery,
} from './schema.ts';
import { streamFile, streamList } from './streams.ts';

const lastEvents = 100;
const searchedEvents = 50;

export const eventLogRoutes: FastifyPluginAsync = async (app) => {
  const { read, route } = routesFor(app, { tag: 'Events', schemas: [Event] });
  // A serializer generated from the schema would drop unknown properties of payloads.
  app.setSerializerCompiler(() => JSON.stringify);
  const searchEvents = createEventSearcher(app.caches);

  route('GET /api/admin/search/events', {
    access: 'authenticated',
    operationId: 'searchEvents',
    summary: 'Search the event log',
    description:
      'Newest first, unless `q` contains `sort:oldest`. Contains events of the projects that the caller may see, and for admins ' +
      'also events without a project.',
    querystring: EventSearchQuery,
    response: EventPage,
    handler: async (request, reply) => {
      const { query } = request;
      const { filters, oldestFirst = false } = parseEventSearch(query);
      const limit = parseLimit(query.limit, searchedEvents);
      const page = { offset: parseOffset(query.offset), limit, oldestFirst };
      return sendCached(reply, await searchEvents(request, { filters, page }, 'page'));
    },
  });

  route('GET /api/admin/search/events/export', {
    access: 'authenticated',
    operationId: 'exportEvents',
    summary: 'Export the event log',
    description:
      'All matching events, oldest first, as lines of JSON or as CSV. With `cursor`, only events ' +
      'after that id and no CSV header, to resume an interrupted export or to append new events.',
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
      'The last 100 events; with `project`, all events of that project. Contains only events ' +
      'that the caller may see, none for an unknown or hidden project.',
    querystring: ProjectQuery,
    exposeHeadRoute: false,
    response: EventList,
    handler: async (request, reply) => {
      const { caller, query } = request;
      const { project } = query;
      if (project === undefined) {
        const search = { filters: { sets: [] }, page: { offset: 0, limit: lastEvents } };
        return sendCached(reply, await searchEvents(request, search, 'list'));
      }
      const log = await openLog(app.db, caller, only('project', project));
      void reply.type(json);
      return streamList(app.db, log, {});
    },
  });

  route('POST /api/admin/events/search', {
    access: 'authenticated',
    operationId: 'deprecatedSearchEvents',
    summary: 'Search the event log (deprecated)',
    description: 'Use GET /api/admin/search/events; this will be removed in version 2.',
    deprecated: true,
    duringMaintenance: true,
    body: DeprecatedEventSearch,
    response: EventList,
    handler: async (request, reply) => {
      const { body } = request;
      const successor = `${app.settings.baseUriPath}/api/admin/search/events`;
      // RFC 9745: deprecated since the first version, 2026-01-01.
      void reply.header('deprecation', '@1767225600');
      void reply.header('link', `<${successor}>; rel="successor-version"`);
      const { limit = lastEvents, offset } = body;
      // 0 is the newest event.
      const page = { offset: 0, limit, upTo: offset === 0 ? undefined : offset };
      const search = { filters: deprecatedFilters(body), page };
      return sendCached(reply, await searchEvents(request, search, 'list'));
    },
  });

  route('GET /api/admin/events/:feature', {
    // Not `:featureName`, which auth resolves to a project: the flag may be deleted or moved.
    access: 'authenticated',
    operationId: 'getEventsForToggle',
    summary: 'Get the events of a flag',
    description: 'All events that the caller may see, also if the flag is deleted.',
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
    summary: 'List the creators of events',
    description: 'Creators of the events that the caller may see.',
    response: EventCreators,
    handler: (db, { caller }) => listEventCreators(db, caller),
  });
};

const json = 'application/json; charset=utf-8';

const lines = { schema: Type.String() };

const EventFile = {
  description: 'One line per event',
  content: { 'application/x-ndjson': lines, 'text/csv': lines },
};
