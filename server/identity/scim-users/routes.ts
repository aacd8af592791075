import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';

export const scimUserRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, { tag: 'Users' });

  read('DELETE /api/admin/user-admin/scim-users', {
    access: ['ADMIN'],
    operationId: 'deleteScimUsers',
    summary: 'Delete the users that SCIM created',
    description: 'Deletes none: this server does not create users by SCIM.',
    handler: () => null,
  });
};
