import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { Empty, failures, ref } from '../../platform/http/schema.ts';
import { createType, deleteType, deprecateType, reactivateType, updateType } from './commands.ts';
import { findType, listTypes } from './queries.ts';
import { viewType } from './rules.ts';
import {
  NameParams,
  NewStrategyType,
  StrategyNameParams,
  StrategyType,
  StrategyTypePatch,
  StrategyTypes,
} from './schema.ts';

export const strategyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(StrategyType);

  app.get(
    '/api/admin/strategies',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getAllStrategies',
        summary: 'List strategy types',
        tags: ['Strategies'],
        response: { 200: StrategyTypes, ...failures },
      },
    },
    async () => ({ version: 1 as const, strategies: (await listTypes(app.db)).map(viewType) }),
  );

  app.post(
    '/api/admin/strategies',
    {
      config: { access: ['CREATE_STRATEGY'], echo: StrategyType },
      schema: {
        operationId: 'createStrategy',
        summary: 'Create a strategy type',
        description: 'For SDKs that bring the strategy with them.',
        tags: ['Strategies'],
        body: NewStrategyType,
        response: { 201: ref(StrategyType), ...failures },
      },
    },
    async ({ caller, body }, reply) => {
      const type = await inTransaction(app.db, (tx) => createType(tx, caller, body));
      return reply.code(201).header('location', `strategies/${type.name}`).send(type);
    },
  );

  app.get(
    '/api/admin/strategies/:name',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getStrategy',
        summary: 'Get a strategy type',
        tags: ['Strategies'],
        params: NameParams,
        response: { 200: ref(StrategyType), ...failures },
      },
    },
    async ({ params: { name } }) => {
      const type = await findType(app.db, name);
      if (!type) throw notFound(`Strategy type ${name}`);
      return viewType(type);
    },
  );

  app.put(
    '/api/admin/strategies/:name',
    {
      config: { access: ['UPDATE_STRATEGY'], echo: StrategyType },
      schema: {
        operationId: 'updateStrategy',
        summary: 'Change a strategy type',
        description: 'Members left out keep their value. The built-in ones cannot be changed.',
        tags: ['Strategies'],
        params: NameParams,
        body: StrategyTypePatch,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => updateType(tx, caller, params.name, body));
      return null;
    },
  );

  app.delete(
    '/api/admin/strategies/:name',
    {
      config: { access: ['DELETE_STRATEGY'] },
      schema: {
        operationId: 'removeStrategy',
        summary: 'Delete a strategy type',
        description: 'Refused while flags use it, and for the built-in ones.',
        tags: ['Strategies'],
        params: NameParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => deleteType(tx, caller, params.name));
      return null;
    },
  );

  app.post(
    '/api/admin/strategies/:strategyName/deprecate',
    {
      config: { access: ['UPDATE_STRATEGY'] },
      schema: {
        operationId: 'deprecateStrategy',
        summary: 'Deprecate a strategy type',
        description: 'Strategies of this type go on working. The type default stays as it is.',
        tags: ['Strategies'],
        params: StrategyNameParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => deprecateType(tx, caller, params.strategyName));
      return null;
    },
  );

  app.post(
    '/api/admin/strategies/:strategyName/reactivate',
    {
      config: { access: ['UPDATE_STRATEGY'] },
      schema: {
        operationId: 'reactivateStrategy',
        summary: 'Reactivate a deprecated strategy type',
        tags: ['Strategies'],
        params: StrategyNameParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => reactivateType(tx, caller, params.strategyName));
      return null;
    },
  );
};
