import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { notFound } from '../../platform/errors.ts';
import { failures, IdParams } from '../../platform/http/schema.ts';
import { Role } from '../access/schema.ts';
import { User } from '../users/schema.ts';
import {
  findAccount,
  findMissingPlace,
  findPerson,
  findRootRoleOf,
  listHeldRoles,
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

export const profileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(Role);
  app.addSchema(User);

  app.get(
    '/api/admin/user',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getMe',
        summary: 'Show who is calling and what they may do',
        tags: ['Users'],
        response: { 200: Me, ...failures },
      },
    },
    async ({ caller }, reply) => {
      const account = await findAccount(app.db, caller.id);
      return reply.header('cache-control', 'no-store').send({
        user: account ? viewMe(account) : userOfToken(caller),
        permissions: permissionsOf(caller, await listHeldRoles(app.db, caller.id)),
        feedback: [],
        splash: {},
      });
    },
  );

  app.get(
    '/api/admin/user/profile',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getProfile',
        summary: 'Show the root role and the projects of the caller',
        tags: ['Users'],
        response: { 200: Profile, ...failures },
      },
    },
    async ({ caller }) => ({
      rootRole: await findRootRoleOf(app.db, caller),
      projects: await listProjectsOf(app.db, caller.id),
      subscriptions: [],
      features: [],
    }),
  );

  app.get(
    '/api/admin/user/roles',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getUserRoles',
        summary: 'List the roles of the caller',
        description: 'All of them, or those in one project; own ones and those of groups.',
        tags: ['Users'],
        querystring: OwnRolesQuery,
        response: { 200: OwnRoles, ...failures },
      },
    },
    async ({ caller, query: { projectId } }) => {
      const roles = await listOwnRoles(app.db, caller, projectId);
      if (!roles) throw notFound(`Project ${projectId}`);
      return { version: 1 as const, roles };
    },
  );

  app.get(
    '/api/admin/user-admin/:id/permissions',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'getUserPermissions',
        summary: 'Show what a user may do',
        description: 'Every permission there is, and whether the user holds it in that place.',
        tags: ['Users'],
        params: IdParams,
        querystring: AccessOverviewQuery,
        response: { 200: AccessOverview, ...failures },
      },
    },
    async ({ params: { id }, query }) => {
      const person = await findPerson(app.db, id);
      if (!person) throw notFound(`User ${id}`);
      const missing = await findMissingPlace(app.db, query);
      if (missing) throw notFound(missing);
      const held = await listHeldRoles(app.db, id);
      return {
        overview: overviewOf(person.caller, held, query),
        user: viewAccount(person.account),
        rootRole: await findRootRoleOf(app.db, { id }),
        projectRoles: projectRolesOf(held, query.project),
      };
    },
  );
};
