import { useMutation, useQueryClient } from '@tanstack/react-query';
import { archiveFlags, markFlags } from '../../flags/bulk/api.ts';
import { toast, toastError } from '../../ui/toasts.tsx';
import { type Health, healthQuery, reviveFlags } from './api.ts';

/** `checkout-redirect`, or `12 flags`. */
const nameOf = (features: readonly string[]) =>
  features.length === 1 ? String(features[0]) : `${features.length.toLocaleString('en')} flags`;
const verbOf = (features: readonly string[]) => (features.length === 1 ? 'is' : 'are');

function useRefresh(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['dashboard'] }),
      client.invalidateQueries({ queryKey: ['flags'] }),
    ]);
}

/** Updates the cached flags before the response, and restores them on error. */
export function useMarkStale(projectId: string) {
  const client = useQueryClient();
  const refresh = useRefresh();
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
              marked.has(cost.featureName) ? { ...cost, reason: 'marked stale just now' } : cost,
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
      toast(`${nameOf(features)} ${verbOf(features)} marked stale`, async () => {
        await markFlags(projectId, features, false);
        await refresh();
      }),
    onSettled: refresh,
  });
}

/** Errors are shown by the dialog that calls it. */
export function useArchive(projectId: string) {
  const refresh = useRefresh();
  return async (features: string[]) => {
    await archiveFlags(projectId, features);
    toast(`${nameOf(features)} ${verbOf(features)} archived`, async () => {
      await reviveFlags({ projectId, features });
      await refresh();
    });
    await refresh();
  };
}
