import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { failures, ProjectParams } from '../../platform/http/schema.ts';
import { listScheduled } from './queries.ts';
import { ScheduledQuery, ScheduledRequests } from './schema.ts';

export const changeRequestScheduleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/api/admin/projects/:projectId/change-requests/scheduled',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getScheduledChangeRequests',
        summary: 'List scheduled change requests',
        description:
          'All of the project, or those about any of the flags, strategies and lists of variants ' +
          'named; parameters may be repeated.',
        tags: ['Change Requests'],
        params: ProjectParams,
        querystring: ScheduledQuery,
        response: { 200: ScheduledRequests, ...failures },
      },
    },
    async ({ params, query: { feature, strategyId, variantForFlag } }) =>
      listScheduled(app.db, params.projectId, {
        flags: feature ?? [],
        strategies: (strategyId ?? []).map((id) => id.toLowerCase()),
        variantsOf: variantForFlag ?? [],
      }),
  );
};
