import { queryOptions } from '@tanstack/react-query';
import type { InvitedUser } from '../../../../server/identity/invitations/schema.ts';
import type { LinkPassword, LinkUser } from '../../../../server/identity/password-links/schema.ts';
import type { User } from '../../../../server/identity/users/schema.ts';
import { call } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export const requestLink = (email: string) =>
  call('POST /auth/reset/password-email', { body: { email } });

export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) =>
      call<Wire<typeof LinkUser>>('GET /auth/reset/validate', { query: { token }, signal }),
    retry: false,
  });

export const setPasswordByLink = (body: LinkPassword) =>
  call('POST /auth/reset/password', { body });

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => {
      await call('GET /invite/:token/validate', { params: { token }, signal });
      return true;
    },
    retry: false,
  });

export const join = (token: string, body: InvitedUser) =>
  call<User>('POST /invite/:token/signup', { params: { token }, body });
