import { queryOptions } from '@tanstack/react-query';
import type { ApprovalInsights } from '../../../../server/approvals/lead-times/schema.ts';
import type { ActivityInsights, FlagInsights } from '../../../../server/usage/insights/schema.ts';
import { call } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export type Flags = Wire<typeof FlagInsights>;
export type Activity = Wire<typeof ActivityInsights>;
export type Approvals = Wire<typeof ApprovalInsights>;

/** Of one project, or of all that the caller may see. */
export type Scope = { projectId?: string | undefined };

const keyOf = ({ projectId = '' }: Scope, ...rest: string[]) => ['insights', projectId, ...rest];

export const flagsQuery = ({ projectId }: Scope) =>
  queryOptions({
    queryKey: keyOf({ projectId }, 'flags'),
    queryFn: ({ signal }) =>
      projectId === undefined
        ? call<Flags>('GET /api/admin/insights/flags', { signal })
        : call<Flags>('GET /api/admin/projects/:projectId/insights/flags', {
            params: { projectId },
            signal,
          }),
  });

export const activityQuery = ({ projectId }: Scope, weeks: string) =>
  queryOptions({
    queryKey: keyOf({ projectId }, 'activity', weeks),
    queryFn: ({ signal }) =>
      projectId === undefined
        ? call<Activity>('GET /api/admin/insights/activity', { query: { weeks }, signal })
        : call<Activity>('GET /api/admin/projects/:projectId/insights/activity', {
            params: { projectId },
            query: { weeks },
            signal,
          }),
  });

export const approvalsQuery = ({ projectId }: Scope, weeks: string) =>
  queryOptions({
    queryKey: keyOf({ projectId }, 'approvals', weeks),
    queryFn: ({ signal }) =>
      projectId === undefined
        ? call<Approvals>('GET /api/admin/insights/approvals', { query: { weeks }, signal })
        : call<Approvals>('GET /api/admin/projects/:projectId/insights/approvals', {
            params: { projectId },
            query: { weeks },
            signal,
          }),
  });
