import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { failures, ref } from '../http/schema.ts';
import { parseFlagSearch } from './filters.ts';
import { searchFlags } from './find.ts';
import { FlagSearchQuery, FlagSearchResult, searchSchemas } from './schema.ts';
import { rememberCounts } from './totals.ts';

/** At about 200 bytes each. */
const countsMax = 5000;

export const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const schema of searchSchemas) app.addSchema(schema);
  const memory = rememberCounts(countsMax);

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
    async ({ caller, query }, reply) => {
      const { text, databaseMs, totalMs } = await searchFlags(
        app.db,
        caller,
        parseFlagSearch(query),
        memory,
      );
      return reply
        .header('server-timing', `db;dur=${databaseMs.toFixed(1)}, total;dur=${totalMs.toFixed(1)}`)
        .type('application/json; charset=utf-8')
        .send(text as never);
    },
  );
};
