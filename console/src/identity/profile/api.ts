import { queryOptions } from '@tanstack/react-query';
import type { Role } from '../../../../server/identity/access/schema.ts';
import { call } from '../../api.ts';

export type OwnRole = Omit<Role, 'project'> & { project: string | null };

export const ownRolesQuery = queryOptions({
  queryKey: ['own-roles'],
  queryFn: ({ signal }) => call<{ roles: OwnRole[] }>('GET /api/admin/user/roles', { signal }),
});
