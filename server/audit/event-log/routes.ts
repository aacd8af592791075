import type { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, type TSchema, Type } from 'typebox';
import { parseLimit, parseOffset } from '../../platform/http/paging.ts';
import { failures } from '../../platform/http/schema.ts';
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

const tags = ['Events'];
const lastEvents = 100;
const searchedEvents = 50;

export const eventLogRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(Event);
  // Payloads are whatever was recorded; a serializer made from a schema drops what it does not know.
  app.setSerializerCompiler(() => JSON.stringify);
  const searchEvents = createEventSearcher(app.db, app.caches);

  app.get(
    '/api/admin/search/events',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'searchEvents',
        summary: 'Search the event log',
        description:
          'Newest first. Only what the caller may see: events of visible projects, and for admins ' +
          'those without a project.',
        tags,
        querystring: EventSearchQuery,
        response: { 200: EventPage, ...failures },
      },
    },
    async ({ caller, dataVersion, query }, reply) => {
      const filters = parseEventFilters(query);
      const limit = parseLimit(query.limit, searchedEvents);
      const page = { offset: parseOffset(query.offset), limit };
      return sendCached(
        reply,
        await searchEvents({ caller, dataVersion }, { filters, page }, 'page'),
      );
    },
  );

  app.get(
    '/api/admin/search/events/export',
    {
      config: { access: 'authenticated' },
      exposeHeadRoute: false,
      schema: {
        operationId: 'exportEvents',
        summary: 'Export the event log',
        description:
          'All events that match, oldest first, as lines of JSON or as CSV. With `cursor`, those ' +
          'after the event of that id, and no CSV header: an export that broke off goes on, and a ' +
          'later one brings what is new.',
        tags,
        querystring: EventExportQuery,
        response: { 200: EventFile, ...failures },
      },
    },
    async ({ caller, query }, reply) => {
      const { format } = query;
      const cursor = parseCursor(query.cursor);
      const log = await openLog(app.db, caller, parseEventFilters(query));
      void reply.type(formats[format].mediaType);
      void reply.header('content-disposition', `attachment; filename="events.${format}"`);
      return streamFile(app.db, log, { format, cursor });
    },
  );

  app.get(
    '/api/admin/events',
    {
      config: { access: 'authenticated' },
      exposeHeadRoute: false,
      schema: {
        operationId: 'getEvents',
        summary: 'Get recent events',
        description:
          'The last 100 events; with `project`, all events of that project. Only what the caller ' +
          'may see; a project that is unknown or hidden has none.',
        tags,
        querystring: ProjectQuery,
        response: { 200: Streamed(EventList), ...failures },
      },
    },
    async ({ caller, dataVersion, query: { project } }, reply) => {
      if (project === undefined) {
        const search = { filters: { sets: [] }, page: { offset: 0, limit: lastEvents } };
        return sendCached(reply, await searchEvents({ caller, dataVersion }, search, 'list'));
      }
      const log = await openLog(app.db, caller, only('project', project));
      void reply.type(json);
      return streamList(app.db, log, {});
    },
  );

  app.post(
    '/api/admin/events/search',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'deprecatedSearchEvents',
        deprecated: true,
        summary: 'Search the event log, as it was once done',
        description: 'Use GET /api/admin/search/events; this will go with version 2.',
        tags,
        body: FormerEventSearch,
        response: { 200: EventList, ...failures },
      },
    },
    async ({ caller, dataVersion, body }, reply) => {
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
  );

  app.get(
    // Not named as other paths name a flag: the flag may be gone, and each event has its own project.
    '/api/admin/events/:feature',
    {
      config: { access: 'authenticated' },
      exposeHeadRoute: false,
      schema: {
        operationId: 'getEventsForToggle',
        summary: 'Get the events of a flag',
        description: 'All of them that the caller may see, also when the flag is gone.',
        tags,
        params: FlagEventParams,
        response: { 200: Streamed(FlagEventList), ...failures },
      },
    },
    async ({ caller, params: { feature } }, reply) => {
      const log = await openLog(app.db, caller, only('feature_name', feature));
      void reply.type(json);
      return streamList(app.db, log, { toggleName: feature });
    },
  );

  app.get(
    '/api/admin/event-creators',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getEventCreators',
        summary: 'List who created events',
        description: 'Everybody who did something that the caller may see.',
        tags,
        response: { 200: EventCreators, ...failures },
      },
    },
    async ({ caller }) => listEventCreators(app.db, caller),
  );
};

const json = 'application/json; charset=utf-8';

/** What a handler may return in place of the whole: the same, bit by bit. */
const Streamed = <T extends TSchema>(schema: T) => Type.Unsafe<Static<T> | Readable>(schema);

const lines = { schema: Streamed(Type.String()) };

const EventFile = {
  description: 'A line for each event',
  content: { 'application/x-ndjson': lines, 'text/csv': lines },
};
