import { queryOptions } from '@tanstack/react-query';
import type { PlannedChange } from '../../../../server/approvals/reconciliation/schema.ts';
import type { Comparison } from '../../../../server/history/comparison/schema.ts';
import { call } from '../../api.ts';
import type { FlagKey } from '../../flags/flag/api.ts';

export type { Comparison, PlannedChange };

/** Event ids or times; without `to`, compared with the current configuration. */
export type Compared = { from: string; to?: string | undefined };

export const comparisonQuery = ({ projectId, featureName }: FlagKey, { from, to }: Compared) =>
  queryOptions({
    // Two versions never change; the current configuration does.
    queryKey: [to ? 'version-diff' : 'versions', projectId, featureName, from, to ?? 'now'],
    ...(to ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    queryFn: ({ signal }) =>
      call<Comparison>('GET /api/admin/projects/:projectId/features/:featureName/diff', {
        params: { projectId, featureName },
        query: { from, to },
        signal,
      }),
  });
