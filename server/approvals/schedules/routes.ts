import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { Id } from '../../platform/http/schema.ts';
import { removeSchedule } from './commands.ts';
import { listScheduled } from './queries.ts';
import { ScheduledQuery, ScheduledRequests } from './schema.ts';

export const changeRequestScheduleRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Change Requests' });

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

  write('DELETE /api/admin/projects/:projectId/change-requests/:id/schedule', {
    // The environment is stored with the request, so the command checks the permission there.
    access: 'authenticated',
    operationId: 'removeChangeRequestSchedule',
    summary: 'Remove a change request from the schedule',
    description:
      'For its author, Admins and those with APPLY_CHANGE_REQUEST in the environment. It is ' +
      'approved as before, and can be edited, cancelled, applied or scheduled again.',
    params: { id: Id },
    status: 204,
    handler: (tx, { caller, params: { projectId: project, id } }) =>
      removeSchedule(tx, caller, { project, id }),
  });
};
