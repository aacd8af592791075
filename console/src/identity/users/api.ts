import { queryOptions } from '@tanstack/react-query';
import type { Role } from '../../../../server/identity/access/schema.ts';
import type { NewUser, User, UserPatch } from '../../../../server/identity/users/schema.ts';
import { call } from '../../api.ts';

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) =>
    call<{ users: User[]; rootRoles: Role[] }>('GET /api/admin/user-admin', { signal }),
});

/** All users and groups that can be given a role. */
export const holdersQuery = queryOptions({
  queryKey: ['users', 'holders'],
  queryFn: ({ signal }) =>
    call<{ users: User[]; groups: { id: number; name: string; userCount: number }[] }>(
      'GET /api/admin/user-admin/access',
      { signal },
    ),
});

/** The server leaves the strength of a first password to its callers. */
export async function createUser(body: NewUser): Promise<User> {
  const { password } = body;
  if (password !== undefined) {
    await call('POST /api/admin/user-admin/validate-password', { body: { password } });
  }
  return call<User>('POST /api/admin/user-admin', { body });
}

export const updateUser = (id: number, body: UserPatch) =>
  call<User>('PUT /api/admin/user-admin/:id', { params: { id }, body });

export const deleteUser = (id: number) =>
  call('DELETE /api/admin/user-admin/:id', { params: { id } });

export const setPassword = (id: number, password: string) =>
  call('POST /api/admin/user-admin/:id/change-password', { params: { id }, body: { password } });

export const createPasswordLink = (id: number) =>
  call<{ resetPasswordUrl: string }>('POST /api/admin/user-admin/reset-password', {
    body: { id },
  });

export const removeSecondFactor = (id: number) =>
  call('DELETE /api/admin/user-admin/:id/second-factor', { params: { id } });
