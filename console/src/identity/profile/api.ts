import { queryOptions } from '@tanstack/react-query';
import type { OwnRoles } from '../../../../server/identity/profiles/schema.ts';
import { call } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export const ownRolesQuery = queryOptions({
  queryKey: ['own-roles'],
  queryFn: ({ signal }) => call<Wire<typeof OwnRoles>>('GET /api/admin/user/roles', { signal }),
  staleTime: 60_000,
});
