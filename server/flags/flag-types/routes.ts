import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { setLifetime } from './commands.ts';
import { listFlagTypes } from './queries.ts';
import { FlagType, FlagTypes, Lifetime } from './schema.ts';

export const flagTypeRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Flag types', schemas: [FlagType] });

  read('GET /api/admin/feature-types', {
    access: 'authenticated',
    operationId: 'getAllFeatureTypes',
    summary: 'List flag types',
    response: FlagTypes,
    handler: async (db) => ({ version: 1, types: await listFlagTypes(db) }),
  });

  write('PUT /api/admin/feature-types/:id/lifetime', {
    access: ['ADMIN'],
    operationId: 'updateFeatureTypeLifetime',
    summary: 'Set the expected lifetime of flags of a type',
    description: 'Older flags are potentially stale from the next request on.',
    body: Lifetime,
    response: ref(FlagType),
    handler: (tx, { caller, params, body }) =>
      setLifetime(tx, caller, params.id, body.lifetimeDays),
  });
};
