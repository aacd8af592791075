import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { failures } from '../../platform/http/schema.ts';
import { RequestParams } from '../change-requests/schema.ts';
import { sampleMax } from './boards.ts';
import { dryRun } from './commands.ts';
import { evaluateBoth } from './effects.ts';
import { OptionalDryRun, Preview } from './schema.ts';

export const changeRequestPreviewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/api/admin/projects/:projectId/change-requests/:id/dry-run',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'dryRunChangeRequest',
        summary: 'What would applying a change request do?',
        description:
          'Applies it, compares, and takes everything back: nothing is changed. Also tells which ' +
          'flags would answer which contexts differently, be it by way of a segment or a parent.',
        tags: ['Change Requests'],
        params: RequestParams,
        body: OptionalDryRun,
        response: { 200: Preview, ...failures },
      },
    },
    async ({ caller, params: { projectId: project, id }, body }) => {
      const contexts = body?.contexts;
      const { preview, boards } = await inTransaction(app.db, (tx) =>
        dryRun(tx, caller, { project, id }, contexts?.length ?? sampleMax),
      );
      if (!boards) return preview;
      return { ...preview, evaluation: await evaluateBoth(boards, contexts, Date.now()) };
    },
  );
};
