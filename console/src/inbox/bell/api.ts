import { queryOptions } from '@tanstack/react-query';
import type { Inbox } from '../../../../server/inbox/schema.ts';
import { call } from '../../api.ts';

/** The key is below that of change requests, because a change of one often changes the inbox. */
export const inboxKey = ['change-requests', 'inbox'];

export const inboxQuery = queryOptions({
  queryKey: inboxKey,
  queryFn: ({ signal }) => call<Inbox>('GET /api/admin/inbox', { signal }),
  refetchInterval: 60_000,
});

export const markRead = (position: string) =>
  call('POST /api/admin/inbox/read', { body: { position } });
