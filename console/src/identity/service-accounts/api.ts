import { queryOptions } from '@tanstack/react-query';
import type { Role } from '../../../../server/identity/access/schema.ts';
import type {
  NewServiceAccountToken,
  PersonalToken,
} from '../../../../server/identity/personal-tokens/schema.ts';
import type {
  NewServiceAccount,
  ServiceAccountPatch,
  ServiceAccount as Stored,
} from '../../../../server/identity/service-accounts/schema.ts';
import { call } from '../../api.ts';

export type ServiceAccount = Omit<Stored, 'tokens'> & { tokens: PersonalToken[] };

export const serviceAccountsQuery = queryOptions({
  queryKey: ['service-accounts'],
  queryFn: ({ signal }) =>
    call<{ serviceAccounts: ServiceAccount[]; rootRoles: Role[] }>(
      'GET /api/admin/service-account',
      { signal },
    ),
});

export const createServiceAccount = (body: NewServiceAccount) =>
  call<ServiceAccount>('POST /api/admin/service-account', { body });

export const updateServiceAccount = (id: number, body: ServiceAccountPatch) =>
  call<ServiceAccount>('PUT /api/admin/service-account/:id', { params: { id }, body });

export const deleteServiceAccount = (id: number) =>
  call('DELETE /api/admin/service-account/:id', { params: { id } });

export const createAccountToken = (id: number, body: NewServiceAccountToken) =>
  call<PersonalToken>('POST /api/admin/service-account/:id/token', { params: { id }, body });

export const deleteAccountToken = (id: number, tokenId: number) =>
  call('DELETE /api/admin/service-account/:id/token/:tokenId', { params: { id, tokenId } });
