import { queryOptions } from '@tanstack/react-query';
import type { InactiveUsers } from '../../../../server/identity/inactive-users/schema.ts';
import { call } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export type InactiveUser = Wire<typeof InactiveUsers>['inactiveUsers'][number];

export const inactiveUsersQuery = queryOptions({
  queryKey: ['users', 'inactive'],
  queryFn: ({ signal }) =>
    call<Wire<typeof InactiveUsers>>('GET /api/admin/user-admin/inactive', { signal }),
});

export const deleteInactiveUser = (id: number) =>
  call('POST /api/admin/user-admin/inactive/delete', { body: { ids: [id] } });
