import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { Empty, failures, ProjectParams } from '../../platform/http/schema.ts';
import { favoriteFlag, favoriteProject, unfavoriteFlag, unfavoriteProject } from './commands.ts';
import { FlagParams } from './schema.ts';

export const favoriteRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/api/admin/projects/:projectId/features/:featureName/favorites',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'addFavoriteFeature',
        summary: 'Make a flag a favourite of the caller',
        tags: ['Features'],
        params: FlagParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      const key = { project: params.projectId, name: params.featureName };
      await inTransaction(app.db, (tx) => favoriteFlag(tx, caller, key));
      return null;
    },
  );

  app.delete(
    '/api/admin/projects/:projectId/features/:featureName/favorites',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'removeFavoriteFeature',
        summary: 'Take a flag from the favourites of the caller',
        tags: ['Features'],
        params: FlagParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      const key = { project: params.projectId, name: params.featureName };
      await inTransaction(app.db, (tx) => unfavoriteFlag(tx, caller, key));
      return null;
    },
  );

  app.post(
    '/api/admin/projects/:projectId/favorites',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'addFavoriteProject',
        summary: 'Make a project a favourite of the caller',
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => favoriteProject(tx, caller, params.projectId));
      return null;
    },
  );

  app.delete(
    '/api/admin/projects/:projectId/favorites',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'removeFavoriteProject',
        summary: 'Take a project from the favourites of the caller',
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => unfavoriteProject(tx, caller, params.projectId));
      return null;
    },
  );
};
