import { useMutation, useQueryClient } from '@tanstack/react-query';
import { markFlags } from '../../flags/bulk/api.ts';
import { useRefresh } from '../../ui/save.ts';
import { toast, toastError } from '../../ui/toasts.tsx';
import { texts } from '../texts.ts';
import { type Health, healthQuery } from './api.ts';

const text = texts.dashboard.staleFlags;

/** Also the list of projects beside the flags, with their health. */
const changedQueries = [['dashboard'], ['flags'], ['projects']];

/** Updates the cached flags before the response, and restores them on error. */
export function useMarkStale(projectId: string) {
  const client = useQueryClient();
  const refresh = useRefresh(changedQueries);
  const { queryKey } = healthQuery(projectId);
  return useMutation({
    mutationFn: ({ features, stale }: { features: string[]; stale: boolean }) =>
      markFlags(projectId, features, stale),
    onMutate: async ({ features }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Health>(queryKey);
      const marked = new Set(features);
      client.setQueryData<Health>(
        queryKey,
        (health) =>
          health && {
            ...health,
            costs: health.costs.map((cost) =>
              marked.has(cost.featureName) ? { ...cost, reason: text.markedNow } : cost,
            ),
          },
      );
      return before;
    },
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before);
      toastError(error);
    },
    onSuccess: (_, { features }) =>
      toast(text.marked(features), async () => {
        await markFlags(projectId, features, false);
        await refresh();
      }),
    onSettled: refresh,
  });
}
