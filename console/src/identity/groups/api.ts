import { queryOptions } from '@tanstack/react-query';
import type { Group, GroupPatch, NewGroup } from '../../../../server/identity/groups/schema.ts';
import { call } from '../../api.ts';

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => call<{ groups: Group[] }>('GET /api/admin/groups', { signal }),
});

export const createGroup = (body: NewGroup) => call<Group>('POST /api/admin/groups', { body });

export const updateGroup = (id: number, body: GroupPatch) =>
  call<Group>('PUT /api/admin/groups/:id', { params: { id }, body });

export const deleteGroup = (id: number) => call('DELETE /api/admin/groups/:id', { params: { id } });
