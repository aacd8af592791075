import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { flagKeyOf } from '../flags/rules.ts';
import { favoriteFlag, favoriteProject, unfavoriteFlag, unfavoriteProject } from './commands.ts';

export const favoriteRoutes: FastifyPluginAsync = async (app) => {
  const { write } = routesFor(app, { tag: 'Features' });

  write('POST /api/admin/projects/:projectId/features/:featureName/favorites', {
    access: 'authenticated',
    operationId: 'addFavoriteFeature',
    summary: 'Add a flag to the favourites of the caller',
    handler: (tx, { caller, params }) => favoriteFlag(tx, caller, flagKeyOf(params)),
  });

  write('DELETE /api/admin/projects/:projectId/features/:featureName/favorites', {
    access: 'authenticated',
    operationId: 'removeFavoriteFeature',
    summary: 'Remove a flag from the favourites of the caller',
    handler: (tx, { caller, params }) => unfavoriteFlag(tx, caller, flagKeyOf(params)),
  });

  write('POST /api/admin/projects/:projectId/favorites', {
    access: 'authenticated',
    operationId: 'addFavoriteProject',
    summary: 'Add a project to the favourites of the caller',
    tag: 'Projects',
    handler: (tx, { caller, params }) => favoriteProject(tx, caller, params.projectId),
  });

  write('DELETE /api/admin/projects/:projectId/favorites', {
    access: 'authenticated',
    operationId: 'removeFavoriteProject',
    summary: 'Remove a project from the favourites of the caller',
    tag: 'Projects',
    handler: (tx, { caller, params }) => unfavoriteProject(tx, caller, params.projectId),
  });
};
