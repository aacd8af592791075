import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { RequestParams } from '../change-requests/schema.ts';
import { sampleMax } from './boards.ts';
import { previewRequest } from './commands.ts';
import { evaluateBoth } from './effects.ts';
import { OptionalDryRun, Preview } from './schema.ts';

export const changeRequestPreviewRoutes: FastifyPluginAsync = async (app) => {
  const { route } = routesFor(app, { tag: 'Change Requests' });

  route('POST /api/admin/projects/:projectId/change-requests/:id/dry-run', {
    access: 'authenticated',
    operationId: 'dryRunChangeRequest',
    summary: 'What would applying a change request do?',
    description:
      'Applies it, compares, and takes everything back: nothing is changed. Also tells which ' +
      'flags would answer which contexts differently, be it by way of a segment or a parent.',
    params: RequestParams,
    body: OptionalDryRun,
    response: Preview,
    handler: async ({ caller, params: { projectId: project, id }, body }) => {
      const contexts = body?.contexts;
      const { preview, boards } = await app.inTransaction((tx) =>
        previewRequest(tx, caller, { project, id }, contexts?.length ?? sampleMax),
      );
      if (!boards) return preview;
      return { ...preview, evaluation: await evaluateBoth(boards, contexts, Date.now()) };
    },
  });
};
