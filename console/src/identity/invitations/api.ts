import { queryOptions } from '@tanstack/react-query';
import type { Role } from '../../../../server/identity/access/schema.ts';
import type {
  InvitationPatch,
  Invitation as InvitationSchema,
  NewInvitation,
} from '../../../../server/identity/invitations/schema.ts';
import type { User } from '../../../../server/identity/users/schema.ts';
import { call } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export type Invitation = Omit<Wire<typeof InvitationSchema>, 'users' | 'role'> & {
  users: User[];
  role: Role;
};

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) =>
    call<{ tokens: Invitation[] }>('GET /api/admin/invite-link/tokens', { signal }),
});

export const createInvitation = (body: NewInvitation) =>
  call<Invitation>('POST /api/admin/invite-link/tokens', { body });

export const updateInvitation = (token: string, body: InvitationPatch) =>
  call<Invitation>('PUT /api/admin/invite-link/tokens/:token', { params: { token }, body });
