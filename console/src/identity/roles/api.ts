import { queryOptions } from '@tanstack/react-query';
import type {
  NewRole,
  PermissionCatalogue,
  Role,
  RoleReplacement,
  RoleWithPermissions,
} from '../../../../server/identity/access/schema.ts';
import { call } from '../../api.ts';

/** Ids of built-in roles. */
export const adminRole = 1;
export const editorRole = 2;
export const viewerRole = 3;

type ChangedRole = { roles: Role };

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => call<{ roles: Role[] }>('GET /api/admin/roles', { signal }),
});

export const roleQuery = (id: number) =>
  queryOptions({
    queryKey: ['roles', id],
    queryFn: ({ signal }) =>
      call<RoleWithPermissions>('GET /api/admin/roles/:id', { params: { id }, signal }),
  });

export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => call<PermissionCatalogue>('GET /api/admin/permissions', { signal }),
  staleTime: 300_000,
});

export const createRole = async (body: NewRole) =>
  (await call<ChangedRole>('POST /api/admin/roles', { body })).roles;

export const replaceRole = async (id: number, body: RoleReplacement) =>
  (await call<ChangedRole>('PUT /api/admin/roles/:id', { params: { id }, body })).roles;

export const deleteRole = (id: number) => call('DELETE /api/admin/roles/:id', { params: { id } });
