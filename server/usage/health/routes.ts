import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { findInsight } from './insight.ts';
import { HealthInsight } from './schema.ts';

export const healthRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, { tag: 'Projects' });

  read('GET /api/admin/projects/:projectId/insights/health', {
    access: 'authenticated',
    standby: true,
    operationId: 'getProjectHealthInsight',
    summary: 'Get the health of a project by day, and the flags that lower it',
    description: 'Each stale or potentially stale flag, with its points and the reason.',
    response: HealthInsight,
    handler: async (db, { params: { projectId } }) =>
      found(await findInsight(db, projectId, new Date().toISOString()), 'Project', projectId),
  });
};
