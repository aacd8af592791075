import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { Empty, failures } from '../../platform/http/schema.ts';
import { completeFlag, uncompleteFlag } from './commands.ts';
import { countStages, findStages } from './queries.ts';
import { Completion, FlagParams, StageCounts, Stages } from './schema.ts';

export const lifecycleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/api/admin/projects/:projectId/features/:featureName/lifecycle',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getFeatureLifecycle',
        summary: 'The stages that a flag has entered',
        description: 'Each once, with its time. The current one is the furthest.',
        tags: ['Lifecycle'],
        params: FlagParams,
        response: { 200: Stages, ...failures },
      },
    },
    async ({ params: { projectId, featureName } }) => {
      const stages = await findStages(app.db, projectId, featureName);
      if (!stages) throw notFound(`Flag ${featureName}`);
      return stages;
    },
  );

  app.post(
    '/api/admin/projects/:projectId/features/:featureName/lifecycle/complete',
    {
      config: { access: ['UPDATE_FEATURE'] },
      schema: {
        operationId: 'complete',
        summary: 'Say that a flag has done its work',
        description: 'The same again changes nothing; another outcome is 409 until uncomplete.',
        tags: ['Lifecycle'],
        params: FlagParams,
        body: Completion,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      const key = { project: params.projectId, name: params.featureName };
      await inTransaction(app.db, (tx) => completeFlag(tx, caller, key, body));
      return null;
    },
  );

  app.post(
    '/api/admin/projects/:projectId/features/:featureName/lifecycle/uncomplete',
    {
      config: { access: ['UPDATE_FEATURE'] },
      schema: {
        operationId: 'uncomplete',
        summary: 'Take the completion of a flag back',
        tags: ['Lifecycle'],
        params: FlagParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      const key = { project: params.projectId, name: params.featureName };
      await inTransaction(app.db, (tx) => uncompleteFlag(tx, caller, key));
      return null;
    },
  );

  app.get(
    '/api/admin/lifecycle/count',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getFeatureLifecycleStageCount',
        summary: 'How many flags are in each stage',
        description: 'Of the flags that the caller may see, archived ones too.',
        tags: ['Lifecycle'],
        response: { 200: StageCounts, ...failures },
      },
    },
    async ({ caller }) => countStages(app.db, caller),
  );
};
