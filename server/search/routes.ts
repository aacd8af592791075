import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { failures, ref } from '../platform/http/schema.ts';
import { sendCached } from '../platform/http/sending.ts';
import { parseFlagSearch } from './filters.ts';
import { createFlagSearcher } from './find.ts';
import { FlagSearchQuery, FlagSearchResult, searchSchemas } from './schema.ts';

export const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const schema of searchSchemas) app.addSchema(schema);
  const searchFlags = createFlagSearcher(app.db, app.caches);

  app.get(
    '/api/admin/search/features',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'searchFeatures',
        summary: 'Search flags',
        description:
          'Filters, sorts and pages through the flags the caller may see. Different filters must ' +
          'all hold. Server-Timing says how long the database and the whole took.',
        tags: ['Search'],
        querystring: FlagSearchQuery,
        response: { 200: ref(FlagSearchResult), ...failures },
      },
    },
    async ({ caller, dataVersion, query }, reply) => {
      const search = parseFlagSearch(query);
      const { databaseMs, totalMs, ...page } = await searchFlags({ caller, dataVersion }, search);
      void reply.header(
        'server-timing',
        `db;dur=${databaseMs.toFixed(1)}, total;dur=${totalMs.toFixed(1)}`,
      );
      return sendCached(reply, page);
    },
  );
};
