import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { RequestParams } from '../change-requests/schema.ts';
import { inTransaction } from '../events/record.ts';
import { failures } from '../http/schema.ts';
import { dryRun } from './commands.ts';
import { Preview } from './schema.ts';

export const changeRequestPreviewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/api/admin/projects/:projectId/change-requests/:id/dry-run',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'dryRunChangeRequest',
        summary: 'What would applying a change request do?',
        description: 'Applies it, compares, and takes everything back: nothing is changed.',
        tags: ['Change Requests'],
        params: RequestParams,
        response: { 200: Preview, ...failures },
      },
    },
    async ({ caller, params: { projectId: project, id } }) =>
      inTransaction(app.db, (tx) => dryRun(tx, caller, { project, id })),
  );
};
