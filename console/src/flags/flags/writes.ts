import {
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { toast, toastError } from '../../ui/toasts.tsx';
import { type FoundFlag, type FoundFlags, setFavorite, switchFlag } from './api.ts';
import { texts } from './texts.ts';

/** The part of a flag that switches and stars use, in a list and on the page of the flag. */
export type SwitchedFlag = Pick<FoundFlag, 'name' | 'project' | 'archivedAt'> & {
  favorite: boolean;
  environments: Pick<FoundFlag['environments'][number], 'name' | 'enabled' | 'lastSeenAt'>[];
};

type Patch = <F extends SwitchedFlag>(flag: F) => F;
type Before = [QueryKey, unknown][];

const all = [{ queryKey: ['flags'] }, { queryKey: ['flag'] }];

/** Updates the cached flags before the response, and restores them on error. */
function useOptimistic<Input extends { flag: SwitchedFlag }, Response>(
  send: (input: Input) => Promise<Response>,
  patchOf: (input: Input) => Patch,
  onDone?: (input: Input, response: Response) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: async (input: Input): Promise<Before> => {
      await Promise.all(all.map((each) => client.cancelQueries(each)));
      const before = all.flatMap((each) => client.getQueriesData<unknown>(each));
      const patch = patchOf(input);
      const patched = <F extends SwitchedFlag>(flag: F) =>
        flag.name === input.flag.name ? patch(flag) : flag;
      client.setQueriesData<FoundFlags>(
        { queryKey: ['flags'] },
        (found) => found && { ...found, features: found.features.map(patched) },
      );
      client.setQueriesData<Flag>({ queryKey: ['flag'] }, (flag) => flag && patched(flag));
      return before;
    },
    onError: (error, _, before) => {
      for (const [key, found] of before ?? []) client.setQueryData(key, found);
      toastError(error);
    },
    onSuccess: (response, input) => onDone?.(input, response),
    onSettled: () => refetchFlags(client),
  });
}

const refetchFlags = (client: QueryClient) =>
  Promise.all(all.map((each) => client.invalidateQueries(each)));

export const useFavorite = () =>
  useOptimistic(
    ({ flag, favorite }: { flag: SwitchedFlag; favorite: boolean }) =>
      setFavorite({ projectId: flag.project, featureName: flag.name, favorite }),
    ({ favorite }) =>
      (flag) => ({ ...flag, favorite }),
  );

export type Switching = { flag: SwitchedFlag; environment: string; enabled: boolean };

const keyOf = ({ flag, environment }: Switching) => ({
  projectId: flag.project,
  featureName: flag.name,
  environment,
});

export function useSwitch() {
  const client = useQueryClient();
  return useOptimistic(
    (input: Switching) => switchFlag({ ...keyOf(input), enabled: input.enabled }),
    ({ environment, enabled }) =>
      (flag) => ({
        ...flag,
        environments: flag.environments.map((each) =>
          each.name === environment ? { ...each, enabled } : each,
        ),
      }),
    (input, { etag }) =>
      toast(texts.switched(input.flag.name, input.environment, input.enabled), async () => {
        const undoing = switchFlag({ ...keyOf(input), enabled: !input.enabled }, etag);
        await undoing.finally(() => refetchFlags(client));
      }),
  );
}
