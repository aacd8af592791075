import { queryOptions } from '@tanstack/react-query';
import type { Sessions } from '../../../../server/identity/sessions/schema.ts';
import { call } from '../../api.ts';
import type { Wire } from '../../wire.ts';

type List = Wire<typeof Sessions>;
export type Session = List['sessions'][number];

export const ownSessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call<List>('GET /api/admin/user/sessions', { signal }),
});

export const endOwnSession = (id: number) =>
  call('DELETE /api/admin/user/sessions/:id', { params: { id } });

export const endOtherSessions = () => call('DELETE /api/admin/user/sessions');

export const endSessionsOf = (id: number) =>
  call('DELETE /api/admin/user-admin/:id/sessions', { params: { id } });
