import type { FastifyPluginAsync } from 'fastify';
import { handlingOf } from '../../platform/http/handling.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { Id } from '../../platform/http/schema.ts';
import { NewChanges } from '../change-requests/schema.ts';
import { previewChanges, previewRequest } from './commands.ts';
import { evaluateBoth } from './effects.ts';
import { sampleMax } from './sample-contexts.ts';
import { OptionalDryRun, Preview } from './schema.ts';

export const changeRequestPreviewRoutes: FastifyPluginAsync = async (app) => {
  const { route } = routesFor(app, { tag: 'Change Requests' });

  route('POST /api/admin/projects/:projectId/change-requests/:id/dry-run', {
    access: 'authenticated',
    operationId: 'dryRunChangeRequest',
    summary: 'Dry-run a change request',
    description:
      'Applies it, compares, and rolls back: nothing is changed. Also returns which flags would ' +
      'evaluate differently for which contexts, also through a segment or a parent.',
    params: { id: Id },
    duringMaintenance: true,
    body: OptionalDryRun,
    response: Preview,
    handler: async ({ caller, params: { projectId: project, id }, body }) => {
      const contexts = body?.contexts;
      const { preview, evaluation } = await app.inTransaction((tx) =>
        previewRequest(tx, caller, { project, id }, contexts?.length ?? sampleMax),
      );
      if (!evaluation) return preview;
      return { ...preview, evaluation: await evaluateBoth(evaluation, contexts, Date.now()) };
    },
  });

  route('POST /api/admin/projects/:projectId/environments/:environment/change-requests/dry-run', {
    access: 'authenticated',
    operationId: 'dryRunChanges',
    summary: 'Dry-run changes that are in no change request',
    description:
      'Applies them, compares, and rolls back: nothing is changed. Also where change requests ' +
      'are disabled. In protected and private projects only for members.',
    duringMaintenance: true,
    body: NewChanges,
    response: Preview,
    handler: async (request) => {
      const { projectId: project, environment } = request.params;
      const input = { wanted: request.body, handling: handlingOf(request), contexts: sampleMax };
      const { preview, evaluation } = await app.inTransaction((tx) =>
        previewChanges(tx, request.caller, { project, environment }, input),
      );
      if (!evaluation) return preview;
      return { ...preview, evaluation: await evaluateBoth(evaluation, undefined, Date.now()) };
    },
  });
};
