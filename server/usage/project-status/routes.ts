import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { createStatusFinder, findHealthReport } from './find.ts';
import { HealthReport, ProjectStatus } from './schema.ts';

export const projectStatusRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, { tag: 'Projects', schemas: [HealthReport, ProjectStatus] });
  const findStatus = createStatusFinder(app.db, app.caches);
  const now = () => new Date().toISOString();

  read('GET /api/admin/projects/:projectId/status', {
    access: 'authenticated',
    operationId: 'getProjectStatus',
    summary: 'Get the activity, health and lifecycle of a project',
    response: ref(ProjectStatus),
    handler: async (_, { caller, dataVersion, params: { projectId } }) =>
      found(await findStatus({ caller, dataVersion }, projectId, now()), 'Project', projectId),
  });

  read('GET /api/admin/projects/:projectId/health-report', {
    access: 'authenticated',
    standby: true,
    operationId: 'getProjectHealthReport',
    summary: 'Get a project with its flags and their health (deprecated)',
    description: 'Use the insights of the project.',
    deprecated: true,
    response: ref(HealthReport),
    handler: async (db, { caller, params: { projectId } }) =>
      found(await findHealthReport(db, caller, projectId, now()), 'Project', projectId),
  });
};
