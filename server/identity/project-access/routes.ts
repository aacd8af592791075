import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { ProjectParams, ref } from '../../platform/http/schema.ts';
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

export const projectAccessRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Projects', schemas: [ProjectAccess] });

  read('GET /api/admin/projects/:projectId/access', {
    access: mayRead,
    operationId: 'getProjectAccess',
    summary: 'List who holds which role in a project',
    params: ProjectParams,
    response: ref(ProjectAccess),
    handler: (db, { params }) => readAccess(db, params.projectId),
  });

  write('POST /api/admin/projects/:projectId/access', {
    access: mayWrite,
    operationId: 'addAccessToProject',
    summary: 'Give roles to users and groups',
    description: `Every role named to everybody named. ${whoMayGrant}`.trim(),
    params: ProjectParams,
    body: NewAccess,
    handler: (tx, { caller, params, body }) => addAccess(tx, caller, params.projectId, body),
  });

  write('PUT /api/admin/projects/:projectId/access', {
    access: mayWrite,
    operationId: 'setProjectAccess',
    summary: 'Replace who holds which role in a project',
    description: `Whoever is not listed loses access. ${whoMayGrant}${withoutOwner}`,
    params: ProjectParams,
    body: AccessList,
    handler: (tx, { caller, params, body }) => replaceAccess(tx, caller, params.projectId, body),
  });

  write('POST /api/admin/projects/:projectId/role/:roleId/access', {
    access: mayWrite,
    operationId: 'addRoleAccessToProject',
    summary: 'Give one role to users and groups',
    description: 'The older form of POST access.',
    deprecated: true,
    params: RoleParams,
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
    description: `No role at all ends the access. ${whoMayGrant}${withoutOwner}`,
    params: HolderParams,
    body: RoleIds,
    handler: (tx, { caller, params, body }) =>
      setRoles(tx, caller, params.projectId, { holder: user(params.id), roles: body.roles }),
  });

  write('DELETE /api/admin/projects/:projectId/users/:id/roles', {
    access: mayWrite,
    operationId: 'removeUserAccess',
    summary: 'Take all roles in a project from a user',
    description: `A user without any is a success too. ${whoMayGrant}${withoutOwner}`,
    params: HolderParams,
    handler: (tx, { caller, params }) =>
      setRoles(tx, caller, params.projectId, { holder: user(params.id), roles: [] }),
  });

  write('PUT /api/admin/projects/:projectId/groups/:id/roles', {
    access: mayWrite,
    operationId: 'setRolesForGroup',
    summary: 'Replace the roles of a group in a project',
    description: `No role at all ends the access. ${whoMayGrant}${withoutOwner}`,
    params: HolderParams,
    body: RoleIds,
    handler: (tx, { caller, params, body }) =>
      setRoles(tx, caller, params.projectId, { holder: group(params.id), roles: body.roles }),
  });

  write('DELETE /api/admin/projects/:projectId/groups/:id/roles', {
    access: mayWrite,
    operationId: 'removeGroupAccess',
    summary: 'Take all roles in a project from a group',
    description: `A group without any is a success too. ${whoMayGrant}${withoutOwner}`,
    params: HolderParams,
    handler: (tx, { caller, params }) =>
      setRoles(tx, caller, params.projectId, { holder: group(params.id), roles: [] }),
  });
};

const user = (id: number) => ({ kind: 'user', id }) as const;
const group = (id: number) => ({ kind: 'group', id }) as const;
