import type { FastifyPluginAsync } from 'fastify';
import type { Static } from 'typebox';
import { PlannedChange } from '../../approvals/reconciliation/schema.ts';
import { flagKeyOf } from '../../flags/flags/rules.ts';
import { readMoment } from '../../flags/versions/filters.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { Id } from '../../platform/http/schema.ts';
import { restoreFlag, undoEvent } from './commands.ts';
import { RestoreRequest, RestoreResult, UndoRequest } from './schema.ts';

export const restoreRoutes: FastifyPluginAsync = async (app) => {
  const { write } = routesFor(app, { tag: 'History', schemas: [PlannedChange] });

  write('POST /api/admin/projects/:projectId/features/:featureName/restore', {
    // Each change needs the permission of its direct call.
    access: 'authenticated',
    operationId: 'restoreFeature',
    summary: 'Restore an earlier version of a flag',
    description:
      'Changes what differs, each with its usual event and permission. In a protected environment ' +
      'the changes become one change request; with propose, also of a caller who may skip it. ' +
      'Environments that the version does not have, and the ' +
      'project of the flag, stay as they are.',
    body: RestoreRequest,
    response: RestoreResult,
    handler: (tx, { caller, params, body }) =>
      restoreFlag(tx, caller, flagKeyOf(params), {
        to: readMoment('to', body.to),
        environments: body.environments,
        ...optionsOf(body),
      }),
  });

  write('POST /api/admin/projects/:projectId/features/:featureName/versions/:eventId/undo', {
    access: 'authenticated',
    operationId: 'undoFeatureEvent',
    summary: 'Undo an event of a flag',
    description:
      'Undoes what the transaction of the event changed, and leaves later changes. If these changed ' +
      'the same, the response is 409 and names it. Permissions and change requests are as for restore.',
    params: { eventId: Id },
    body: UndoRequest,
    response: RestoreResult,
    handler: (tx, { caller, params, body }) =>
      undoEvent(tx, caller, { ...flagKeyOf(params), event: params.eventId }, optionsOf(body)),
  });
};

const optionsOf = (body: Static<typeof UndoRequest> | undefined) => ({
  dryRun: body?.dryRun ?? false,
  propose: body?.propose ?? false,
});
