import { queryOptions } from '@tanstack/react-query';
import type { PersonalToken } from '../../../../server/identity/personal-tokens/schema.ts';
import { call } from '../../api.ts';

export const ownTokensQuery = queryOptions({
  queryKey: ['own-tokens'],
  queryFn: ({ signal }) =>
    call<{ pats: PersonalToken[] }>('GET /api/admin/user/tokens', { signal }),
});

export const createOwnToken = (body: { description: string; expiresAt: string }) =>
  call<PersonalToken>('POST /api/admin/user/tokens', { body });

export const deleteOwnToken = (id: number) =>
  call('DELETE /api/admin/user/tokens/:id', { params: { id } });
