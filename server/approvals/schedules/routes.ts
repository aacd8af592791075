import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { listScheduled } from './queries.ts';
import { ScheduledQuery, ScheduledRequests } from './schema.ts';

export const changeRequestScheduleRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, { tag: 'Change Requests' });

  read('GET /api/admin/projects/:projectId/change-requests/scheduled', {
    access: 'authenticated',
    operationId: 'getScheduledChangeRequests',
    summary: 'List scheduled change requests',
    description:
      'All of the project, or those that change any of the given flags, strategies and lists of ' +
      'variants. Parameters may be repeated.',
    querystring: ScheduledQuery,
    response: ScheduledRequests,
    handler: (db, { params, query: { feature, strategyId, variantForFlag } }) =>
      listScheduled(db, params.projectId, {
        flags: feature ?? [],
        strategies: (strategyId ?? []).map((id) => id.toLowerCase()),
        variantsOf: variantForFlag ?? [],
      }),
  });
};
