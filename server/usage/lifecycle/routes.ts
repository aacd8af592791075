import type { FastifyPluginAsync } from 'fastify';
import { flagKeyOf } from '../../flags/flags/rules.ts';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { completeFlag, uncompleteFlag } from './commands.ts';
import { countStages, findStages } from './queries.ts';
import { Completion, StageCounts, Stages } from './schema.ts';

export const lifecycleRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Lifecycle' });

  read('GET /api/admin/projects/:projectId/features/:featureName/lifecycle', {
    access: 'authenticated',
    operationId: 'getFeatureLifecycle',
    summary: 'List the lifecycle stages of a flag',
    description: 'Each stage that the flag has entered. The most advanced one is current.',
    response: Stages,
    handler: async (db, { params: { projectId, featureName } }) =>
      found(await findStages(db, projectId, featureName), 'Flag', featureName),
  });

  write('POST /api/admin/projects/:projectId/features/:featureName/lifecycle/complete', {
    access: ['UPDATE_FEATURE'],
    operationId: 'complete',
    summary: 'Complete a flag',
    description:
      'Repeating it changes nothing; another status is 409 until the flag is uncompleted.',
    body: Completion,
    handler: (tx, { caller, params, body }) => completeFlag(tx, caller, flagKeyOf(params), body),
  });

  write('POST /api/admin/projects/:projectId/features/:featureName/lifecycle/uncomplete', {
    access: ['UPDATE_FEATURE'],
    operationId: 'uncomplete',
    summary: 'Uncomplete a flag',
    handler: (tx, { caller, params }) => uncompleteFlag(tx, caller, flagKeyOf(params)),
  });

  read('GET /api/admin/lifecycle/count', {
    access: 'authenticated',
    operationId: 'getFeatureLifecycleStageCount',
    summary: 'Count flags by lifecycle stage',
    description: 'Flags the caller may see, including archived flags.',
    response: StageCounts,
    handler: (db, { caller }) => countStages(db, caller),
  });
};
