import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { findPersonalDashboard, findProjectDashboard } from './find.ts';
import { PersonalDashboard, ProjectDashboard } from './schema.ts';

export const dashboardRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, {
    tag: 'Personal dashboard',
    schemas: [ProjectDashboard, PersonalDashboard],
  });

  read('GET /api/admin/personal-dashboard', {
    access: 'authenticated',
    standby: true,
    operationId: 'getPersonalDashboard',
    summary: 'Get the dashboard of the caller',
    response: ref(PersonalDashboard),
    handler: (db, { caller }) => findPersonalDashboard(db, caller),
  });

  read('GET /api/admin/personal-dashboard/:projectId', {
    access: 'authenticated',
    standby: true,
    operationId: 'getPersonalDashboardProjectDetails',
    summary: 'Get the dashboard of a project',
    description: 'Health, latest events, owners, the caller’s roles and onboarding.',
    response: ref(ProjectDashboard),
    handler: async (db, { caller, params: { projectId: project } }) => {
      const now = new Date().toISOString();
      return found(await findProjectDashboard(db, caller, { project, now }), 'Project', project);
    },
  });
};
