import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { inTransaction } from '../../events/record.ts';
import { failures, ref } from '../../platform/http/schema.ts';
import { setLifetime } from './commands.ts';
import { listFlagTypes } from './queries.ts';
import { FlagType, FlagTypes, Lifetime } from './schema.ts';

export const flagTypeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(FlagType);

  app.get(
    '/api/admin/feature-types',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getAllFeatureTypes',
        summary: 'List flag types',
        tags: ['Flag types'],
        response: { 200: FlagTypes, ...failures },
      },
    },
    async () => ({ version: 1, types: await listFlagTypes(app.db) }),
  );

  app.put(
    '/api/admin/feature-types/:id/lifetime',
    {
      config: { access: ['ADMIN'], echo: FlagType },
      schema: {
        operationId: 'updateFeatureTypeLifetime',
        summary: 'Change how old flags of a type may get',
        description: 'Older ones count as potentially stale from the next request on.',
        tags: ['Flag types'],
        params: Type.Object({ id: Type.String() }),
        body: Lifetime,
        response: { 200: ref(FlagType), ...failures },
      },
    },
    async ({ caller, params, body }) =>
      inTransaction(app.db, (tx) => setLifetime(tx, caller, params.id, body.lifetimeDays)),
  );
};
