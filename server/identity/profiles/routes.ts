import type { FastifyPluginAsync } from 'fastify';
import { found, notFound } from '../../platform/errors.ts';
import { routesFor, withHeaders } from '../../platform/http/routes.ts';
import { Id } from '../../platform/http/schema.ts';
import { Role } from '../access/schema.ts';
import { Feedback } from '../preferences/schema.ts';
import { User } from '../users/schema.ts';
import {
  findAccount,
  findMissingScope,
  findPerson,
  findPreferences,
  findRootRoleOf,
  listAssignedRoles,
  listOwnRoles,
  listProjectsOf,
} from './queries.ts';
import {
  overviewOf,
  permissionsOf,
  projectRolesOf,
  userOfToken,
  viewAccount,
  viewMe,
} from './rules.ts';
import {
  AccessOverview,
  AccessOverviewQuery,
  Me,
  OwnRoles,
  OwnRolesQuery,
  Profile,
} from './schema.ts';

const noStore = { 'cache-control': 'no-store' };

export const profileRoutes: FastifyPluginAsync = async (app) => {
  const { read, route } = routesFor(app, { tag: 'Users', schemas: [Role, User, Feedback] });

  route('GET /api/admin/user', {
    access: 'authenticated',
    operationId: 'getMe',
    summary: 'Get the current user and their permissions',
    response: Me,
    handler: async ({ caller }, reply) => {
      const account = await findAccount(app.db, caller.id);
      return withHeaders(reply, noStore, {
        user: account ? viewMe(account) : userOfToken(caller),
        permissions: permissionsOf(caller, await listAssignedRoles(app.db, caller.id)),
        ...(await findPreferences(app.db, caller.id)),
      });
    },
  });

  read('GET /api/admin/user/profile', {
    access: 'authenticated',
    operationId: 'getProfile',
    summary: 'Get the root role and the projects of the current user',
    response: Profile,
    handler: async (db, { caller }) => ({
      rootRole: await findRootRoleOf(db, caller),
      projects: await listProjectsOf(db, caller.id),
      subscriptions: [],
      features: [],
    }),
  });

  read('GET /api/admin/user/roles', {
    access: 'authenticated',
    operationId: 'getUserRoles',
    summary: 'List the roles of the current user',
    description: 'All roles, or those in one project; direct roles and those of groups.',
    querystring: OwnRolesQuery,
    response: OwnRoles,
    handler: async (db, { caller, query: { projectId } }) => ({
      version: 1 as const,
      roles: found(await listOwnRoles(db, caller, projectId), 'Project', projectId),
    }),
  });

  read('GET /api/admin/user-admin/:id/permissions', {
    access: ['ADMIN'],
    operationId: 'getUserPermissions',
    summary: 'Get the permissions of a user',
    description: 'All permissions, and whether the user has them in the project and environment.',
    params: { id: Id },
    querystring: AccessOverviewQuery,
    response: AccessOverview,
    handler: async (db, { params: { id }, query }) => {
      const person = found(await findPerson(db, id), 'User', id);
      const missing = await findMissingScope(db, query);
      if (missing) throw notFound(...missing);
      const assigned = await listAssignedRoles(db, id);
      return {
        overview: overviewOf(person.caller, assigned, query),
        user: viewAccount(person.account),
        rootRole: await findRootRoleOf(db, { id }),
        projectRoles: projectRolesOf(assigned, query.project),
      };
    },
  });
};
