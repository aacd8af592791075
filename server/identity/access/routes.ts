import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { Id, ref } from '../../platform/http/schema.ts';
import { createRole, deleteRole, updateRole, validateRole } from './commands.ts';
import { findRole, listEnvironmentNames, listRoles } from './queries.ts';
import { viewCatalogue, viewChangedRole, viewRole } from './rules.ts';
import {
  ChangedRole,
  NewRole,
  PermissionCatalogue,
  Role,
  RoleReplacement,
  Roles,
  RoleToValidate,
  RoleWithPermissions,
} from './schema.ts';

export const accessRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Roles', schemas: [Role, RoleWithPermissions] });

  read('GET /api/admin/permissions', {
    access: 'authenticated',
    operationId: 'getPermissions',
    summary: 'List the permissions that roles can have',
    response: PermissionCatalogue,
    handler: async (db) => viewCatalogue(await listEnvironmentNames(db)),
  });

  read('GET /api/admin/roles', {
    access: ['ADMIN', 'READ_ROLE'],
    operationId: 'getRoles',
    summary: 'List roles',
    description: 'Built-in roles first, then custom roles in the order of creation.',
    response: Roles,
    handler: async (db) => ({
      version: 1 as const,
      roles: (await listRoles(db)).map((role) => ({ ...role, project: null })),
    }),
  });

  read('GET /api/admin/roles/:id', {
    access: ['ADMIN', 'READ_ROLE'],
    operationId: 'getRoleById',
    summary: 'Read a role and its permissions',
    params: { id: Id },
    response: ref(RoleWithPermissions),
    handler: async (db, { params }) =>
      viewRole(found(await findRole(db, params.id), 'Role', params.id)),
  });

  write('POST /api/admin/roles', {
    access: ['ADMIN'],
    operationId: 'createRole',
    summary: 'Create a role',
    description:
      'A custom role is granted in projects and has project and environment permissions; ' +
      'a root-custom role is assigned to users and groups and has root permissions.',
    body: NewRole,
    response: ChangedRole,
    handler: async (tx, { caller, body }) => viewChangedRole(await createRole(tx, caller, body)),
  });

  read('POST /api/admin/roles/validate', {
    access: ['ADMIN'],
    operationId: 'validateRole',
    summary: 'Validate the name of a role',
    description: 'Changes nothing.',
    body: RoleToValidate,
    handler: (db, { body }) => validateRole(db, body),
  });

  write('PUT /api/admin/roles/:id', {
    access: ['ADMIN'],
    operationId: 'updateRole',
    summary: 'Update a role',
    description:
      'Replaces all permissions; an omitted description is unchanged. ' +
      'Built-in roles cannot be changed.',
    params: { id: Id },
    body: RoleReplacement,
    response: ChangedRole,
    handler: async (tx, { caller, params, body }) =>
      viewChangedRole(await updateRole(tx, caller, params.id, body)),
  });

  write('DELETE /api/admin/roles/:id', {
    access: ['ADMIN'],
    operationId: 'deleteRole',
    summary: 'Delete a role',
    description: 'Refused while users, groups or grants use it, and for built-in roles.',
    params: { id: Id },
    handler: (tx, { caller, params }) => deleteRole(tx, caller, params.id),
  });
};
