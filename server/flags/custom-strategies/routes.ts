import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor, withHeaders } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { createType, deleteType, deprecateType, reactivateType, updateType } from './commands.ts';
import { findType, listTypes } from './queries.ts';
import { viewType } from './rules.ts';
import { NewStrategyType, StrategyType, StrategyTypePatch, StrategyTypes } from './schema.ts';

export const strategyRoutes: FastifyPluginAsync = async (app) => {
  const { read, write, route } = routesFor(app, { tag: 'Strategies', schemas: [StrategyType] });

  read('GET /api/admin/strategies', {
    access: 'authenticated',
    operationId: 'getAllStrategies',
    summary: 'List strategy types',
    response: StrategyTypes,
    handler: async (db) => ({
      version: 1 as const,
      strategies: (await listTypes(db)).map(viewType),
    }),
  });

  route('POST /api/admin/strategies', {
    access: ['CREATE_STRATEGY'],
    operationId: 'createStrategy',
    summary: 'Create a strategy type',
    description: 'The strategy must be implemented in the SDKs.',
    body: NewStrategyType,
    status: 201,
    response: ref(StrategyType),
    handler: async ({ caller, body }, reply) => {
      const type = await app.inTransaction((tx) => createType(tx, caller, body));
      return withHeaders(reply, { location: `strategies/${type.name}` }, type);
    },
  });

  read('GET /api/admin/strategies/:name', {
    access: 'authenticated',
    operationId: 'getStrategy',
    summary: 'Get a strategy type',
    response: ref(StrategyType),
    handler: async (db, { params: { name } }) =>
      viewType(found(await findType(db, name), 'Strategy type', name)),
  });

  write('PUT /api/admin/strategies/:name', {
    access: ['UPDATE_STRATEGY'],
    operationId: 'updateStrategy',
    summary: 'Change a strategy type',
    description: 'Members left out keep their value. Built-in types cannot be changed.',
    body: StrategyTypePatch,
    handler: (tx, { caller, params, body }) => updateType(tx, caller, params.name, body),
  });

  write('DELETE /api/admin/strategies/:name', {
    access: ['DELETE_STRATEGY'],
    operationId: 'removeStrategy',
    summary: 'Delete a strategy type',
    description: 'Refused while flags use it, and for built-in types.',
    handler: (tx, { caller, params }) => deleteType(tx, caller, params.name),
  });

  write('POST /api/admin/strategies/:strategyName/deprecate', {
    access: ['UPDATE_STRATEGY'],
    operationId: 'deprecateStrategy',
    summary: 'Deprecate a strategy type',
    description:
      'Existing strategies of this type still work. The type "default" cannot be deprecated.',
    handler: (tx, { caller, params }) => deprecateType(tx, caller, params.strategyName),
  });

  write('POST /api/admin/strategies/:strategyName/reactivate', {
    access: ['UPDATE_STRATEGY'],
    operationId: 'reactivateStrategy',
    summary: 'Reactivate a deprecated strategy type',
    handler: (tx, { caller, params }) => reactivateType(tx, caller, params.strategyName),
  });
};
