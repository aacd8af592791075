import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { deleteInactiveUsers } from './commands.ts';
import { listInactiveUsers } from './queries.ts';
import { InactiveUsers, UserIds } from './schema.ts';

export const inactiveUserRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Users' });
  const days = app.settings.userInactiveDays;

  read('GET /api/admin/user-admin/inactive', {
    access: ['ADMIN'],
    operationId: 'getInactiveUsers',
    summary: 'List inactive users',
    description:
      'Users who did not log in and used no personal token for the days of the environment ' +
      'variable USER_INACTIVITY_THRESHOLD_IN_DAYS.',
    response: InactiveUsers,
    handler: async (db) => ({
      version: 1 as const,
      inactiveUsers: (await listInactiveUsers(db, days)).map(({ email, ...user }) => ({
        ...user,
        ...(email === null ? {} : { email }),
      })),
    }),
  });

  write('POST /api/admin/user-admin/inactive/delete', {
    access: ['ADMIN'],
    operationId: 'deleteInactiveUsers',
    summary: 'Delete inactive users',
    description:
      'All of them or, if one is not inactive, none: 409. The last Admin is never deleted.',
    body: UserIds,
    handler: (tx, { caller, body: { ids } }) => deleteInactiveUsers(tx, caller, { ids, days }),
  });
};
