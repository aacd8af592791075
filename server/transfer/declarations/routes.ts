import type { FastifyPluginAsync } from 'fastify';
import { PlannedChange } from '../../approvals/reconciliation/schema.ts';
import { Constraint, StrategyVariant, Variant } from '../../flags/strategies/schema.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { documentBytesMax } from '../schema.ts';
import { applyDefinition, readDefinition } from './commands.ts';
import { ApplyOutcome, ApplyRequest, Definition, DefinitionQuery } from './schema.ts';

const schemas = [Constraint, StrategyVariant, Variant, PlannedChange, Definition];

export const declarationRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Import/Export', schemas });

  read('GET /api/admin/projects/:projectId/definition', {
    access: 'authenticated',
    operationId: 'getProjectDefinition',
    summary: 'Get the flags and segments of a project as a definition',
    description:
      'Active flags with all their environments, and the segments of the project. The same state ' +
      'is the same definition. At most 2000 flags.',
    querystring: DefinitionQuery,
    response: ref(Definition),
    handler: (db, { params, query }) => readDefinition(db, params.projectId, query.prefix),
  });

  write('POST /api/admin/projects/:projectId/apply', {
    access: 'authenticated',
    operationId: 'applyProjectDefinition',
    summary: 'Change flags and segments to match a definition',
    description:
      'Creates, updates, revives and archives completely or not at all. Where change requests are ' +
      'required and the caller may not skip them, the changes are added to the pending change ' +
      'request of the caller, or to a new one. Requires the permission for each change. A dry run ' +
      'has the same result and errors, and changes nothing.',
    body: ApplyRequest,
    bodyLimit: Math.max(documentBytesMax, app.settings.bodyLimitBytes),
    response: ApplyOutcome,
    handler: (tx, { caller, params, body }) => applyDefinition(tx, caller, params.projectId, body),
  });
};
