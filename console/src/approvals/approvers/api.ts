import { queryOptions } from '@tanstack/react-query';
import type {
  EnvironmentApprovers,
  RequestApprovers,
} from '../../../../server/approvals/approvers/schema.ts';
import { call } from '../../api.ts';

export const environmentApproversQuery = (projectId: string, environment: string) =>
  queryOptions({
    queryKey: ['approvers', projectId, environment],
    queryFn: ({ signal }) =>
      call<EnvironmentApprovers>(
        'GET /api/admin/projects/:projectId/environments/:environment/change-requests/approvers',
        { params: { projectId, environment }, signal },
      ),
  });

/** Below the key of change requests, because every change of one can change who may approve it. */
export const requestApproversQuery = ({ projectId, id }: { projectId: string; id: number }) =>
  queryOptions({
    queryKey: ['change-requests', projectId, id, 'approvers'],
    queryFn: ({ signal }) =>
      call<RequestApprovers>('GET /api/admin/projects/:projectId/change-requests/:id/approvers', {
        params: { projectId, id },
        signal,
      }),
  });
