import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { findInsights, findLeadTime } from './find.ts';
import { LeadTime, ProjectInsights } from './schema.ts';

export const insightRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, { tag: 'Projects' });

  read('GET /api/admin/projects/:projectId/insights', {
    access: 'authenticated',
    standby: true,
    operationId: 'getProjectInsights',
    summary: 'Get the insights of a project',
    response: ProjectInsights,
    handler: async (db, { params: { projectId } }) =>
      found(await findInsights(db, projectId, new Date().toISOString()), 'Project', projectId),
  });

  read('GET /api/admin/projects/:projectId/dora', {
    access: 'authenticated',
    standby: true,
    operationId: 'getProjectDora',
    summary: 'Get the lead time of release flags',
    response: LeadTime,
    handler: (db, { params: { projectId } }) => findLeadTime(db, projectId),
  });
};
