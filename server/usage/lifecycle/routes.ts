import type { FastifyPluginAsync } from 'fastify';
import { flagKeyOf } from '../../flags/flags/rules.ts';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { completeFlag, uncompleteFlag } from './commands.ts';
import { countStages, findStages } from './queries.ts';
import { Completion, FlagParams, StageCounts, Stages } from './schema.ts';

export const lifecycleRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Lifecycle' });

  read('GET /api/admin/projects/:projectId/features/:featureName/lifecycle', {
    access: 'authenticated',
    operationId: 'getFeatureLifecycle',
    summary: 'The stages that a flag has entered',
    description: 'Each once, with its time. The current one is the furthest.',
    params: FlagParams,
    response: Stages,
    handler: async (db, { params: { projectId, featureName } }) =>
      found(await findStages(db, projectId, featureName), 'Flag', featureName),
  });

  write('POST /api/admin/projects/:projectId/features/:featureName/lifecycle/complete', {
    access: ['UPDATE_FEATURE'],
    operationId: 'complete',
    summary: 'Say that a flag has done its work',
    description: 'The same again changes nothing; another outcome is 409 until uncomplete.',
    params: FlagParams,
    body: Completion,
    handler: (tx, { caller, params, body }) => completeFlag(tx, caller, flagKeyOf(params), body),
  });

  write('POST /api/admin/projects/:projectId/features/:featureName/lifecycle/uncomplete', {
    access: ['UPDATE_FEATURE'],
    operationId: 'uncomplete',
    summary: 'Take the completion of a flag back',
    params: FlagParams,
    handler: (tx, { caller, params }) => uncompleteFlag(tx, caller, flagKeyOf(params)),
  });

  read('GET /api/admin/lifecycle/count', {
    access: 'authenticated',
    operationId: 'getFeatureLifecycleStageCount',
    summary: 'How many flags are in each stage',
    description: 'Of the flags that the caller may see, archived ones too.',
    response: StageCounts,
    handler: (db, { caller }) => countStages(db, caller),
  });
};
