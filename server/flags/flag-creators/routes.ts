import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { listFlagCreators } from './queries.ts';
import { FlagCreators } from './schema.ts';

export const flagCreatorRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, { tag: 'Projects' });

  read('GET /api/admin/projects/:projectId/flag-creators', {
    access: 'authenticated',
    operationId: 'getProjectFlagCreators',
    summary: 'List the users who created the flags of a project',
    description: 'Of flags that are not archived.',
    response: FlagCreators,
    handler: (db, { params }) => listFlagCreators(db, params.projectId),
  });
};
