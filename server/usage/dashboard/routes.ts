import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { notFound } from '../../platform/errors.ts';
import { failures, ProjectParams, ref } from '../../platform/http/schema.ts';
import { findPersonalDashboard, findProjectDashboard } from './find.ts';
import { PersonalDashboard, ProjectDashboard } from './schema.ts';

export const dashboardRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(ProjectDashboard);
  app.addSchema(PersonalDashboard);

  app.get(
    '/api/admin/personal-dashboard',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getPersonalDashboard',
        summary: 'Projects and flags of the caller',
        tags: ['Personal dashboard'],
        response: { 200: ref(PersonalDashboard), ...failures },
      },
    },
    async ({ caller }) => findPersonalDashboard(app.db, caller),
  );

  app.get(
    '/api/admin/personal-dashboard/:projectId',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getPersonalDashboardProjectDetails',
        summary: 'A project at a glance',
        description: 'Health, latest events, owners, the caller’s roles and onboarding.',
        tags: ['Personal dashboard'],
        params: ProjectParams,
        response: { 200: ref(ProjectDashboard), ...failures },
      },
    },
    async ({ caller, params: { projectId: project } }) => {
      const now = new Date().toISOString();
      const dashboard = await findProjectDashboard(app.db, caller, { project, now });
      if (!dashboard) throw notFound(`Project ${project}`);
      return dashboard;
    },
  );
};
