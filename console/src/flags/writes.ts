import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, toastError } from '../ui/toasts.tsx';
import { type FoundFlag, type FoundFlags, setFavorite, switchFlag } from './api.ts';

type Patch = (flag: FoundFlag) => FoundFlag;
type Before = [QueryKey, FoundFlags | undefined][];

/** Shows a change of a flag before the server has agreed, and takes it back when it does not. */
function useOptimistic<Input extends { flag: FoundFlag }>(
  send: (input: Input) => Promise<unknown>,
  patchOf: (input: Input) => Patch,
  told?: (input: Input) => void,
) {
  const client = useQueryClient();
  const all = { queryKey: ['flags'] };
  return useMutation({
    mutationFn: send,
    onMutate: async (input: Input): Promise<Before> => {
      await client.cancelQueries(all);
      const before = client.getQueriesData<FoundFlags>(all);
      const patch = patchOf(input);
      client.setQueriesData<FoundFlags>(
        all,
        (found) =>
          found && {
            ...found,
            features: found.features.map((flag) =>
              flag.name === input.flag.name ? patch(flag) : flag,
            ),
          },
      );
      return before;
    },
    onError: (error, _, before) => {
      for (const [key, found] of before ?? []) client.setQueryData(key, found);
      toastError(error);
    },
    onSuccess: (_, input) => told?.(input),
    onSettled: () => client.invalidateQueries(all),
  });
}

export const useFavorite = () =>
  useOptimistic<{ flag: FoundFlag; favorite: boolean }>(
    ({ flag, favorite }) =>
      setFavorite({ projectId: flag.project, featureName: flag.name, favorite }),
    ({ favorite }) =>
      (flag) => ({ ...flag, favorite }),
  );

type Switching = { flag: FoundFlag; environment: string; enabled: boolean };

const placeOf = ({ flag, environment }: Switching) => ({
  projectId: flag.project,
  featureName: flag.name,
  environment,
});

export function useSwitch() {
  const client = useQueryClient();
  return useOptimistic<Switching>(
    (input) => switchFlag({ ...placeOf(input), enabled: input.enabled }),
    ({ environment, enabled }) =>
      (flag) => ({
        ...flag,
        environments: flag.environments.map((each) =>
          each.name === environment ? { ...each, enabled } : each,
        ),
      }),
    (input) =>
      toast(
        `${input.flag.name} is ${input.enabled ? 'on' : 'off'} in ${input.environment}`,
        async () => {
          await switchFlag({ ...placeOf(input), enabled: !input.enabled });
          await client.invalidateQueries({ queryKey: ['flags'] });
        },
      ),
  );
}
