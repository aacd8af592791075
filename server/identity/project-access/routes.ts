import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { Id, ref } from '../../platform/http/schema.ts';
import { addAccess, readAccess, replaceAccess, setRoles } from './commands.ts';
import { AccessList, NewAccess, ProjectAccess, RoleHolders, RoleIds } from './schema.ts';

const mayRead = [
  'PROJECT_USER_ACCESS_READ',
  'PROJECT_USER_ACCESS_WRITE',
  'UPDATE_PROJECT',
] as const;

const mayWrite = ['PROJECT_USER_ACCESS_WRITE', 'UPDATE_PROJECT'] as const;

const whoMayGrant =
  'Owners and admins grant and revoke any role, others only their own roles in the project. ';

const withoutOwner = 'The last owner can be removed; admins can grant the role again.';

export const projectAccessRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Projects', schemas: [ProjectAccess] });

  read('GET /api/admin/projects/:projectId/access', {
    access: mayRead,
    operationId: 'getProjectAccess',
    summary: 'List users and groups with their roles in a project',
    response: ref(ProjectAccess),
    handler: (db, { params }) => readAccess(db, params.projectId),
  });

  write('POST /api/admin/projects/:projectId/access', {
    access: mayWrite,
    operationId: 'addAccessToProject',
    summary: 'Grant roles to users and groups',
    description: `Grants every role to all users and groups. ${whoMayGrant}`.trim(),
    body: NewAccess,
    handler: (tx, { caller, params, body }) => addAccess(tx, caller, params.projectId, body),
  });

  write('PUT /api/admin/projects/:projectId/access', {
    access: mayWrite,
    operationId: 'setProjectAccess',
    summary: 'Replace the access to a project',
    description: `Users and groups that are not listed lose access. ${whoMayGrant}${withoutOwner}`,
    body: AccessList,
    handler: (tx, { caller, params, body }) => replaceAccess(tx, caller, params.projectId, body),
  });

  write('POST /api/admin/projects/:projectId/role/:roleId/access', {
    access: mayWrite,
    operationId: 'addRoleAccessToProject',
    summary: 'Grant one role to users and groups',
    description: 'Use POST access.',
    deprecated: true,
    params: { roleId: Id },
    body: RoleHolders,
    handler: (tx, { caller, params, body }) =>
      addAccess(tx, caller, params.projectId, {
        roles: [params.roleId],
        users: body.users.map(({ id }) => id),
        groups: body.groups.map(({ id }) => id),
        path: '/params/roleId',
      }),
  });

  write('PUT /api/admin/projects/:projectId/users/:id/roles', {
    access: mayWrite,
    operationId: 'setRolesForUser',
    summary: 'Replace the roles of a user in a project',
    description: `An empty list removes the access. ${whoMayGrant}${withoutOwner}`,
    params: { id: Id },
    body: RoleIds,
    handler: (tx, { caller, params, body }) =>
      setRoles(tx, caller, params.projectId, { holder: user(params.id), roles: body.roles }),
  });

  write('DELETE /api/admin/projects/:projectId/users/:id/roles', {
    access: mayWrite,
    operationId: 'removeUserAccess',
    summary: 'Revoke all roles of a user in a project',
    description: `The response is 200 for a user without roles too. ${whoMayGrant}${withoutOwner}`,
    params: { id: Id },
    handler: (tx, { caller, params }) =>
      setRoles(tx, caller, params.projectId, { holder: user(params.id), roles: [] }),
  });

  write('PUT /api/admin/projects/:projectId/groups/:id/roles', {
    access: mayWrite,
    operationId: 'setRolesForGroup',
    summary: 'Replace the roles of a group in a project',
    description: `An empty list removes the access. ${whoMayGrant}${withoutOwner}`,
    params: { id: Id },
    body: RoleIds,
    handler: (tx, { caller, params, body }) =>
      setRoles(tx, caller, params.projectId, { holder: group(params.id), roles: body.roles }),
  });

  write('DELETE /api/admin/projects/:projectId/groups/:id/roles', {
    access: mayWrite,
    operationId: 'removeGroupAccess',
    summary: 'Revoke all roles of a group in a project',
    description: `The response is 200 for a group without roles too. ${whoMayGrant}${withoutOwner}`,
    params: { id: Id },
    handler: (tx, { caller, params }) =>
      setRoles(tx, caller, params.projectId, { holder: group(params.id), roles: [] }),
  });
};

const user = (id: number) => ({ kind: 'user', id }) as const;
const group = (id: number) => ({ kind: 'group', id }) as const;
