import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { listLeadTimes } from './queries.ts';
import { ApprovalInsights, LeadTimesQuery } from './schema.ts';

export const leadTimeRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, { tag: 'Change Requests' });
  const shared = {
    access: 'authenticated',
    standby: true,
    querystring: LeadTimesQuery,
    response: ApprovalInsights,
  } as const;

  read('GET /api/admin/insights/approvals', {
    ...shared,
    operationId: 'getApprovalInsights',
    summary: 'Get the lead times of change requests in the projects that the caller may see',
    handler: async (db, { caller, query }) => ({
      appliedByWeek: await listLeadTimes(db, { caller }, periodOf(query)),
    }),
  });

  read('GET /api/admin/projects/:projectId/insights/approvals', {
    ...shared,
    operationId: 'getProjectApprovalInsights',
    summary: 'Get the lead times of change requests in a project',
    handler: async (db, { caller, params: { projectId: project }, query }) => ({
      appliedByWeek: await listLeadTimes(db, { caller, project }, periodOf(query)),
    }),
  });
};

const periodOf = ({ weeks = 13 }: { weeks?: number | undefined }) => ({
  weeks,
  now: new Date().toISOString(),
});
