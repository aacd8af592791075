import { queryOptions } from '@tanstack/react-query';
import type {
  NewRole,
  PermissionCatalogue,
  Role,
  RoleReplacement,
  RoleWithPermissions,
} from '../../../../server/identity/access/schema.ts';
import { call } from '../../api.ts';

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

export const createRole = (body: NewRole) =>
  call<RoleWithPermissions>('POST /api/admin/roles', { body });

export const replaceRole = (id: number, body: RoleReplacement) =>
  call<RoleWithPermissions>('PUT /api/admin/roles/:id', { params: { id }, body });

export const deleteRole = (id: number) => call('DELETE /api/admin/roles/:id', { params: { id } });
