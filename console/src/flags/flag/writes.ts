import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { texts as ui } from '../../ui/texts.ts';
import { toast, toastError } from '../../ui/toasts.tsx';
import { changeRequestConfigQuery, proposeChange } from '../flags/api.ts';
import { applyChange, type FlagChange, type FlagKey } from './api.ts';

/** Queries whose results depend on a flag. */
export const invalidatedByFlag = [
  ['flag'],
  ['flags'],
  ['flag-stages'],
  ['versions'],
  ['events'],
  ['change-requests'],
] as const;

export const refetchFlag = (client: QueryClient) =>
  Promise.all(invalidatedByFlag.map((queryKey) => client.invalidateQueries({ queryKey })));

type Notice = {
  done: string;
  /** The change that undoes it; may depend on the response. */
  undo?: FlagChange | ((response: unknown) => FlagChange);
};

/** Makes a change, or adds it to the caller's draft where the environment requires approval. */
export function useChange(flag: FlagKey, environment?: string) {
  const client = useQueryClient();
  const settings = useQuery(changeRequestConfigQuery(flag.projectId)).data ?? [];
  const protectedIn = settings.find(
    (each) => each.changeRequestEnabled && (environment ?? each.environment) === each.environment,
  )?.environment;

  const change = async (wanted: FlagChange, { done, undo }: Notice) => {
    if (protectedIn === undefined) {
      const response = await applyChange(flag, environment ?? '', wanted);
      const undoing = typeof undo === 'function' ? undo(response) : undo;
      toast(done, undoing && (() => undoAndRefresh(undoing)));
    } else {
      const scope = { projectId: flag.projectId, environment: protectedIn };
      const { id } = await proposeChange(scope, { feature: flag.featureName, ...wanted });
      toast(ui.common.addedToRequest(id));
    }
    await refetchFlag(client);
  };
  const undoAndRefresh = async (undo: FlagChange) => {
    await applyChange(flag, environment ?? '', undo);
    await refetchFlag(client);
  };
  return { change, protectedIn };
}

/** For actions without a form: an error is shown as a toast. */
export function useWrite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (write: () => Promise<unknown>) => write(),
    onError: toastError,
    onSettled: () => refetchFlag(client),
  });
}
