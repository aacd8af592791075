import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { Empty, failures, IdParams, ref } from '../../platform/http/schema.ts';
import { createRole, deleteRole, updateRole, validateRole } from './commands.ts';
import { findRole, listEnvironmentNames, listRoles } from './queries.ts';
import { viewCatalogue, viewRole } from './rules.ts';
import {
  NewRole,
  PermissionCatalogue,
  Role,
  RoleReplacement,
  Roles,
  RoleToValidate,
  RoleWithPermissions,
} from './schema.ts';

export const accessRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(Role);
  app.addSchema(RoleWithPermissions);

  app.get(
    '/api/admin/permissions',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getPermissions',
        summary: 'List what roles can hold',
        tags: ['Roles'],
        response: { 200: PermissionCatalogue, ...failures },
      },
    },
    async () => viewCatalogue(await listEnvironmentNames(app.db)),
  );

  app.get(
    '/api/admin/roles',
    {
      config: { access: ['ADMIN', 'READ_ROLE'] },
      schema: {
        operationId: 'getRoles',
        summary: 'List roles',
        description: 'The built-in ones first, then the others in the order they were made.',
        tags: ['Roles'],
        response: { 200: Roles, ...failures },
      },
    },
    async () => ({
      version: 1 as const,
      roles: (await listRoles(app.db)).map((role) => ({ ...role, project: null })),
    }),
  );

  app.get(
    '/api/admin/roles/:id',
    {
      config: { access: ['ADMIN', 'READ_ROLE'] },
      schema: {
        operationId: 'getRoleById',
        summary: 'Read a role and its permissions',
        tags: ['Roles'],
        params: IdParams,
        response: { 200: ref(RoleWithPermissions), ...failures },
      },
    },
    async ({ params }) => {
      const role = await findRole(app.db, params.id);
      if (!role) throw notFound(`Role ${params.id}`);
      return viewRole(role);
    },
  );

  app.post(
    '/api/admin/roles',
    {
      config: { access: ['ADMIN'], echo: RoleWithPermissions },
      schema: {
        operationId: 'createRole',
        summary: 'Create a role',
        description:
          'A custom role is granted in projects and holds project and environment permissions; ' +
          'a root-custom role is given to users and groups and holds root permissions.',
        tags: ['Roles'],
        body: NewRole,
        response: { 200: ref(RoleWithPermissions), ...failures },
      },
    },
    async ({ caller, body }) =>
      viewRole(await inTransaction(app.db, (tx) => createRole(tx, caller, body))),
  );

  app.post(
    '/api/admin/roles/validate',
    {
      config: { access: ['ADMIN'], echo: RoleWithPermissions },
      schema: {
        operationId: 'validateRole',
        summary: 'Could a role have this name?',
        description: 'Changes nothing.',
        tags: ['Roles'],
        body: RoleToValidate,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ body }) => {
      await validateRole(app.db, body);
      return null;
    },
  );

  app.put(
    '/api/admin/roles/:id',
    {
      config: { access: ['ADMIN'], echo: RoleWithPermissions },
      schema: {
        operationId: 'updateRole',
        summary: 'Change a role',
        description:
          'The permissions given replace those held; a description left out stays. ' +
          'Built-in roles cannot be changed.',
        tags: ['Roles'],
        params: IdParams,
        body: RoleReplacement,
        response: { 200: ref(RoleWithPermissions), ...failures },
      },
    },
    async ({ caller, params, body }) =>
      viewRole(await inTransaction(app.db, (tx) => updateRole(tx, caller, params.id, body))),
  );

  app.delete(
    '/api/admin/roles/:id',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'deleteRole',
        summary: 'Delete a role',
        description: 'Refused while users, groups or grants use it, and for built-in roles.',
        tags: ['Roles'],
        params: IdParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => deleteRole(tx, caller, params.id));
      return null;
    },
  );
};
