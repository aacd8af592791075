import { useMutation, useQueryClient } from '@tanstack/react-query';
import { projectNamesQuery } from '../../flags/flags/api.ts';
import { toastError } from '../../ui/toasts.tsx';
import { setFavoriteProject } from './api.ts';

/** Updates the cached list before the response, and restores it on error. */
export function useFavoriteProject() {
  const client = useQueryClient();
  const { queryKey } = projectNamesQuery;
  return useMutation({
    mutationFn: ({ id, favorite }: { id: string; favorite: boolean }) =>
      setFavoriteProject(id, favorite),
    onMutate: async ({ id, favorite }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before) {
        client.setQueryData(queryKey, {
          ...before,
          projects: before.projects.map((each) => (each.id === id ? { ...each, favorite } : each)),
        });
      }
      return before;
    },
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before);
      toastError(error);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: ['project'] }),
      ]),
  });
}
