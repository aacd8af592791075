import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { Empty, failures, ProjectParams, ref } from '../../platform/http/schema.ts';
import { addAccess, readAccess, replaceAccess, setRoles } from './commands.ts';
import {
  AccessList,
  HolderParams,
  NewAccess,
  ProjectAccess,
  RoleHolders,
  RoleIds,
  RoleParams,
} from './schema.ts';

const mayRead = [
  'PROJECT_USER_ACCESS_READ',
  'PROJECT_USER_ACCESS_WRITE',
  'UPDATE_PROJECT',
] as const;

const mayWrite = ['PROJECT_USER_ACCESS_WRITE', 'UPDATE_PROJECT'] as const;

const whoMayGrant =
  'Owners and admins grant and revoke any role, others only roles they hold in the project. ';

const withoutOwner =
  'The last owner may go too: a project without one belongs to the system, and admins can grant.';

export const projectAccessRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(ProjectAccess);

  app.get(
    '/api/admin/projects/:projectId/access',
    {
      config: { access: mayRead },
      schema: {
        operationId: 'getProjectAccess',
        summary: 'List who holds which role in a project',
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: ref(ProjectAccess), ...failures },
      },
    },
    async ({ params }) => readAccess(app.db, params.projectId),
  );

  app.post(
    '/api/admin/projects/:projectId/access',
    {
      config: { access: mayWrite },
      schema: {
        operationId: 'addAccessToProject',
        summary: 'Give roles to users and groups',
        description: `Every role named to everybody named. ${whoMayGrant}`.trim(),
        tags: ['Projects'],
        params: ProjectParams,
        body: NewAccess,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => addAccess(tx, caller, params.projectId, body));
      return null;
    },
  );

  app.put(
    '/api/admin/projects/:projectId/access',
    {
      config: { access: mayWrite },
      schema: {
        operationId: 'setProjectAccess',
        summary: 'Replace who holds which role in a project',
        description: `Whoever is not listed loses access. ${whoMayGrant}${withoutOwner}`,
        tags: ['Projects'],
        params: ProjectParams,
        body: AccessList,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => replaceAccess(tx, caller, params.projectId, body));
      return null;
    },
  );

  app.post(
    '/api/admin/projects/:projectId/role/:roleId/access',
    {
      config: { access: mayWrite },
      schema: {
        operationId: 'addRoleAccessToProject',
        summary: 'Give one role to users and groups',
        description: 'The older form of POST access.',
        deprecated: true,
        tags: ['Projects'],
        params: RoleParams,
        body: RoleHolders,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      const access = {
        roles: [params.roleId],
        users: body.users.map(({ id }) => id),
        groups: body.groups.map(({ id }) => id),
        path: '/params/roleId',
      };
      await inTransaction(app.db, (tx) => addAccess(tx, caller, params.projectId, access));
      return null;
    },
  );

  app.put(
    '/api/admin/projects/:projectId/users/:id/roles',
    {
      config: { access: mayWrite },
      schema: {
        operationId: 'setRolesForUser',
        summary: 'Replace the roles of a user in a project',
        description: `No role at all ends the access. ${whoMayGrant}${withoutOwner}`,
        tags: ['Projects'],
        params: HolderParams,
        body: RoleIds,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      const wish = { holder: user(params.id), roles: body.roles };
      await inTransaction(app.db, (tx) => setRoles(tx, caller, params.projectId, wish));
      return null;
    },
  );

  app.delete(
    '/api/admin/projects/:projectId/users/:id/roles',
    {
      config: { access: mayWrite },
      schema: {
        operationId: 'removeUserAccess',
        summary: 'Take all roles in a project from a user',
        description: `A user without any is a success too. ${whoMayGrant}${withoutOwner}`,
        tags: ['Projects'],
        params: HolderParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      const wish = { holder: user(params.id), roles: [] };
      await inTransaction(app.db, (tx) => setRoles(tx, caller, params.projectId, wish));
      return null;
    },
  );

  app.put(
    '/api/admin/projects/:projectId/groups/:id/roles',
    {
      config: { access: mayWrite },
      schema: {
        operationId: 'setRolesForGroup',
        summary: 'Replace the roles of a group in a project',
        description: `No role at all ends the access. ${whoMayGrant}${withoutOwner}`,
        tags: ['Projects'],
        params: HolderParams,
        body: RoleIds,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      const wish = { holder: group(params.id), roles: body.roles };
      await inTransaction(app.db, (tx) => setRoles(tx, caller, params.projectId, wish));
      return null;
    },
  );

  app.delete(
    '/api/admin/projects/:projectId/groups/:id/roles',
    {
      config: { access: mayWrite },
      schema: {
        operationId: 'removeGroupAccess',
        summary: 'Take all roles in a project from a group',
        description: `A group without any is a success too. ${whoMayGrant}${withoutOwner}`,
        tags: ['Projects'],
        params: HolderParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      const wish = { holder: group(params.id), roles: [] };
      await inTransaction(app.db, (tx) => setRoles(tx, caller, params.projectId, wish));
      return null;
    },
  );
};

const user = (id: number) => ({ kind: 'user', id }) as const;
const group = (id: number) => ({ kind: 'group', id }) as const;
