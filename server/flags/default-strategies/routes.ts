import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { Constraint, DefaultStrategy, NewStrategy, StrategyVariant } from '../strategies/schema.ts';
import { setDefaultStrategy } from './commands.ts';

export const defaultStrategyRoutes: FastifyPluginAsync = async (app) => {
  const { write } = routesFor(app, {
    tag: 'Projects',
    schemas: [Constraint, StrategyVariant, DefaultStrategy],
  });

  write('POST /api/admin/projects/:projectId/environments/:environment/default-strategy', {
    access: ['UPDATE_PROJECT', 'PROJECT_DEFAULT_STRATEGY_WRITE'],
    operationId: 'addDefaultStrategyToProjectEnvironment',
    summary: 'Set the default strategy of an environment of a project',
    description: 'Flags that are switched on without an enabled strategy get it.',
    body: NewStrategy,
    response: ref(DefaultStrategy),
    handler: (tx, { caller, params: { projectId, environment }, body }) =>
      setDefaultStrategy(tx, caller, { project: projectId, environment }, body),
  });
};
