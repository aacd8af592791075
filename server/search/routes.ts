import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../platform/http/routes.ts';
import { ref } from '../platform/http/schema.ts';
import { sendCached } from '../platform/http/sending.ts';
import { parseFlagSearch } from './filters.ts';
import { createFlagSearcher } from './find.ts';
import { FlagSearchQuery, FlagSearchResult, searchSchemas } from './schema.ts';

export const searchRoutes: FastifyPluginAsync = async (app) => {
  const { route } = routesFor(app, { tag: 'Search', schemas: searchSchemas });

  const searchFlags = createFlagSearcher(app.caches);

  route('GET /api/admin/search/features', {
    access: 'authenticated',
    operationId: 'searchFeatures',
    summary: 'Search flags',
    description:
      'Filters, sorts and pages through the flags that the caller may see. All filters must ' +
      'match. The header Server-Timing contains the database time and the total time.',
    querystring: FlagSearchQuery,
    response: ref(FlagSearchResult),
    handler: async (request, reply) => {
      const search = parseFlagSearch(request.query);
      const { databaseMs, totalMs, ...page } = await searchFlags(request, search);
      void reply.header(
        'server-timing',
        `db;dur=${databaseMs.toFixed(1)}, total;dur=${totalMs.toFixed(1)}`,
      );
      return sendCached(reply, page);
    },
  });
};
