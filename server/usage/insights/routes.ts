import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { notFound } from '../../platform/errors.ts';
import { failures, ProjectParams } from '../../platform/http/schema.ts';
import { findInsights, findLeadTime } from './find.ts';
import { LeadTime, ProjectInsights } from './schema.ts';

export const insightRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/api/admin/projects/:projectId/insights',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getProjectInsights',
        summary: 'What happened in a project lately, and how it fares',
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: ProjectInsights, ...failures },
      },
    },
    async ({ params: { projectId } }) => {
      const insights = await findInsights(app.db, projectId, new Date().toISOString());
      if (!insights) throw notFound(`Project ${projectId}`);
      return insights;
    },
  );

  app.get(
    '/api/admin/projects/:projectId/dora',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getProjectDora',
        summary: 'How long release flags take to get to production',
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: LeadTime, ...failures },
      },
    },
    async ({ params: { projectId } }) => findLeadTime(app.db, projectId),
  );
};
