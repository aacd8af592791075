import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { notFound } from '../../platform/errors.ts';
import { failures, ProjectParams } from '../../platform/http/schema.ts';
import { findInsight } from './insight.ts';
import { HealthInsight } from './schema.ts';

export const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/api/admin/projects/:projectId/insights/health',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getProjectHealthInsight',
        summary: 'The health of a project by day, and what pulls it down',
        description: 'Each flag that is stale, with what it costs and why.',
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: HealthInsight, ...failures },
      },
    },
    async ({ params: { projectId } }) => {
      const insight = await findInsight(app.db, projectId, new Date().toISOString());
      if (!insight) throw notFound(`Project ${projectId}`);
      return insight;
    },
  );
};
