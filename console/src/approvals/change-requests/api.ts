import { queryOptions } from '@tanstack/react-query';
import type {
  ChangeRequest,
  FoundRequest,
  NewChange,
  NewTitle,
} from '../../../../server/approvals/change-requests/schema.ts';
import type { Preview } from '../../../../server/approvals/previews/schema.ts';
import type { NewState, Reviewer } from '../../../../server/approvals/reviews/schema.ts';
import { call, callTagged, ifMatch } from '../../api.ts';

export type RequestKey = { projectId: string; id: number };

export type RequestsQuery = {
  project?: string | undefined;
  feature?: string | undefined;
  createdBy?: string | undefined;
  needsMyReview?: string | undefined;
  state?: string | undefined;
  offset?: string | undefined;
  limit?: string | undefined;
};

export const findRequests = (query: RequestsQuery, signal: AbortSignal) =>
  call<{ changeRequests: FoundRequest[]; total: number }>('GET /api/admin/search/change-requests', {
    query,
    signal,
  });

export const requestsQuery = (query: RequestsQuery) =>
  queryOptions({
    queryKey: ['change-requests', 'search', query],
    queryFn: ({ signal }) => findRequests(query, signal),
  });

/** The number of requests that wait for the viewer, for the menu and the dashboard. */
export const toReviewQuery = queryOptions({
  ...requestsQuery({ needsMyReview: 'true', limit: '5' }),
  refetchInterval: 60_000,
});

/** With the version of its changes. */
export type ShownRequest = ChangeRequest & { etag: string | undefined };

export async function readRequest(
  params: RequestKey,
  signal: AbortSignal | null = null,
): Promise<ShownRequest> {
  const { body, etag } = await callTagged<ChangeRequest>(
    'GET /api/admin/projects/:projectId/change-requests/:id',
    { params, ...(signal && { signal }) },
  );
  return { ...body, etag };
}

/** Fetched again while it is shown, because others may change what the viewer decides on. */
export const requestQuery = ({ projectId, id }: RequestKey) =>
  queryOptions({
    queryKey: ['change-requests', projectId, id],
    queryFn: ({ signal }) => readRequest({ projectId, id }, signal),
    refetchInterval: 30_000,
    refetchOnWindowFocus: 'always',
  });

export const reviewersQuery = (projectId: string, environment: string) =>
  queryOptions({
    queryKey: ['reviewers', projectId, environment],
    queryFn: ({ signal }) =>
      call<{ reviewers: Reviewer[] }>(
        'GET /api/admin/projects/:projectId/change-requests/available-reviewers/:environment',
        { params: { projectId, environment }, signal },
      ),
  });

type Outcome = { enabled: boolean; reason: string; variant: { name: string; enabled: boolean } };

/** Absent where the server does not evaluate contexts in a dry run. */
export type Evaluation = {
  contexts: object[];
  features: {
    name: string;
    environment: string;
    results: { context: number; before: Outcome; after: Outcome }[];
  }[];
  leftOut: number;
};

export const dryRun = (params: RequestKey) =>
  call<Preview & { evaluation?: Evaluation }>(
    'POST /api/admin/projects/:projectId/change-requests/:id/dry-run',
    { params },
  );

/** With the ETag, only of the changes of that version. */
export const changeState = (params: RequestKey, body: NewState, etag: string | undefined) =>
  call('PUT /api/admin/projects/:projectId/change-requests/:id/state', {
    params,
    body,
    headers: ifMatch(etag),
  });

export const discardRequest = (params: RequestKey) =>
  call('DELETE /api/admin/projects/:projectId/change-requests/:id', { params });

export const removeSchedule = (params: RequestKey) =>
  call('DELETE /api/admin/projects/:projectId/change-requests/:id/schedule', { params });

export const setTitle = (params: RequestKey, body: NewTitle) =>
  call('PUT /api/admin/projects/:projectId/change-requests/:id/title', {
    params,
    body,
  });

type ChangeKey = RequestKey & { changeId: number };

export const discardChange = (params: ChangeKey, etag: string | undefined) =>
  call('DELETE /api/admin/projects/:projectId/change-requests/:id/changes/:changeId', {
    params,
    headers: ifMatch(etag),
  });

export const editChange = (params: ChangeKey, body: NewChange, etag: string | undefined) =>
  callTagged('PUT /api/admin/projects/:projectId/change-requests/:id/changes/:changeId', {
    params,
    body,
    headers: ifMatch(etag),
  });

export const addComment = (params: RequestKey, text: string) =>
  call('POST /api/admin/projects/:projectId/change-requests/:id/comments', {
    params,
    body: { text },
  });

export const setReviewers = (params: RequestKey, reviewers: number[]) =>
  call('PUT /api/admin/projects/:projectId/change-requests/:id/approvers', {
    params,
    body: { reviewers },
  });
