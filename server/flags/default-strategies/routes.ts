import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { failures, ref } from '../../platform/http/schema.ts';
import {
  Constraint,
  DefaultStrategy,
  NewStrategy,
  ProjectEnvironmentParams,
  Strategy,
  StrategyVariant,
} from '../strategies/schema.ts';
import { setDefaultStrategy } from './commands.ts';

export const defaultStrategyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  for (const schema of [Constraint, StrategyVariant, DefaultStrategy]) app.addSchema(schema);

  app.post(
    '/api/admin/projects/:projectId/environments/:environment/default-strategy',
    {
      config: { access: ['UPDATE_PROJECT', 'PROJECT_DEFAULT_STRATEGY_WRITE'], echo: Strategy },
      schema: {
        operationId: 'addDefaultStrategyToProjectEnvironment',
        summary: 'Set the default strategy of an environment of a project',
        description: 'Flags that are switched on there without a strategy of their own get it.',
        tags: ['Projects'],
        params: ProjectEnvironmentParams,
        body: NewStrategy,
        response: { 200: ref(DefaultStrategy), ...failures },
      },
    },
    async ({ caller, params: { projectId, environment }, body }) =>
      inTransaction(app.db, (tx) =>
        setDefaultStrategy(tx, caller, { project: projectId, environment }, body),
      ),
  );
};
