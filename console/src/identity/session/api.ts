import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import type { Me as MeSchema } from '../../../../server/identity/profiles/schema.ts';
import type { Login } from '../../../../server/identity/sessions/schema.ts';
import type { OwnPasswordChange, User } from '../../../../server/identity/users/schema.ts';
import { call, urlOf } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export type Me = Omit<Wire<typeof MeSchema>, 'user'> & { user: User };

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call<Me>('GET /api/admin/user', { signal }),
  staleTime: 60_000,
  retry: false,
});

export const signIn = (body: Login) => call<User>('POST /auth/simple/login', { body });

export const signOut = () => call('POST /logout');

/** Without single logout, the server redirects to the sign-in page. */
export const endSessionUrl = () => urlOf('GET /auth/oidc/logout');

export const changeOwnPassword = (body: OwnPasswordChange) =>
  call('POST /api/admin/user/change-password', { body });

/** Whether a part of a page only shows: then nothing in it is permitted. */
export const ReadOnly = createContext(false);

/** The caller's permissions, to hide unavailable controls; the server enforces them. */
export function useMay() {
  const { data } = useQuery(meQuery);
  const readOnly = useContext(ReadOnly);
  return useMemo(() => permissionsOf(readOnly ? [] : (data?.permissions ?? [])), [data, readOnly]);
}

function permissionsOf(granted: Me['permissions']) {
  const admin = granted.some(({ permission }) => permission === 'ADMIN');

  /** Without a project, checks root permissions. */
  const may = (permission: string, project?: string, environment?: string) =>
    admin ||
    granted.some(
      (each) =>
        each.permission === permission &&
        each.project === project &&
        (each.environment === undefined || each.environment === environment),
    );
  const mayAnywhere = (permission: string) =>
    admin || granted.some((each) => each.permission === permission);
  const isMember = (project: string) => admin || granted.some((each) => each.project === project);
  return { may, mayAnywhere, isMember, admin };
}
