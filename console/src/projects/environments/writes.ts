import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Environment } from '../../../../server/projects/environments/schema.ts';
import { environmentsQuery } from '../../flags/flags/api.ts';
import { toast, toastError } from '../../ui/toasts.tsx';
import { texts as all } from '../texts.ts';
import { orderEnvironments, switchEnvironment } from './api.ts';

const texts = all.environments;

type Change = {
  send: () => Promise<unknown>;
  /** The expected list, shown before the response. */
  apply: (before: Environment[]) => Environment[];
  done?: { message: string; undo: () => Promise<unknown> };
};

/** Updates the cached list before the response, and restores it on error. */
export function useEnvironmentChange() {
  const client = useQueryClient();
  const { queryKey } = environmentsQuery;
  const refresh = () => client.invalidateQueries({ queryKey });
  return useMutation({
    mutationFn: ({ send }: Change) => send(),
    onMutate: async ({ apply }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before) {
        client.setQueryData(queryKey, { ...before, environments: apply(before.environments) });
      }
      return before;
    },
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before);
      toastError(error);
    },
    onSuccess: (_, { done }) => {
      if (done) toast(done.message, () => done.undo().then(refresh));
    },
    onSettled: refresh,
  });
}

export const switched = ({ name }: Environment, enabled: boolean): Change => ({
  send: () => switchEnvironment(name, enabled),
  apply: (before) => before.map((each) => (each.name === name ? { ...each, enabled } : each)),
  done: {
    message: enabled ? texts.switchedOn(name) : texts.switchedOff(name),
    undo: () => switchEnvironment(name, !enabled),
  },
});

/** Moves an environment up (-1) or down (1). */
export function moved(all: readonly Environment[], name: string, by: -1 | 1): Change {
  const next = [...all];
  const from = next.findIndex((each) => each.name === name);
  const [one] = next.splice(from, 1);
  if (one) next.splice(from + by, 0, one);
  return {
    send: () =>
      orderEnvironments(Object.fromEntries(next.map((each, index) => [each.name, index + 1]))),
    apply: () => next,
  };
}
