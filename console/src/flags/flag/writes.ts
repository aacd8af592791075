import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../identity/session/api.ts';
import { texts as ui } from '../../ui/texts.ts';
import { toast, toastError } from '../../ui/toasts.tsx';
import { changeRequestConfigQuery, proposeChange } from '../flags/api.ts';
import { useProposedToast } from '../flags/proposed.ts';
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

type Options = {
  /** The toast. */
  done: string;
  /** The change that undoes it; may depend on the response. */
  undo?: FlagChange | ((response: unknown) => FlagChange);
  /** Makes the change directly where it could be proposed. */
  skip?: boolean;
  /** The version of what is changed; any when absent. */
  etag?: string | undefined;
};

/** Makes a change, or adds it to the caller's draft where the environment requires approval. */
export function useChange(flag: FlagKey, environment?: string) {
  const client = useQueryClient();
  const toastProposed = useProposedToast();
  const { may } = useMay();
  const settings = useQuery(changeRequestConfigQuery(flag.projectId)).data ?? [];
  const protectedIn = settings.find(
    (each) => each.changeRequestEnabled && (environment ?? each.environment) === each.environment,
  )?.environment;

  const maySkip =
    environment !== undefined &&
    protectedIn !== undefined &&
    may('SKIP_CHANGE_REQUEST', flag.projectId, environment);

  const change = async (wanted: FlagChange, { done, undo, skip = false, etag }: Options) => {
    if (protectedIn === undefined || skip) {
      const response = await applyChange(flag, environment ?? '', wanted, etag);
      const undoing = typeof undo === 'function' ? undo(response.body) : undo;
      toast(done, undoing && (() => undoAndRefresh(undoing, response.etag)));
    } else {
      const scope = { projectId: flag.projectId, environment: protectedIn };
      toastProposed(await proposeChange(scope, { feature: flag.featureName, ...wanted }));
    }
    await refetchFlag(client);
  };
  const undoAndRefresh = async (undo: FlagChange, etag: string | undefined) => {
    await applyChange(flag, environment ?? '', undo, etag).finally(() => refetchFlag(client));
  };
  /** The labels of the buttons that make a change. */
  const labels = (action: string) => ({
    action: protectedIn === undefined ? action : ui.common.addToRequest,
    skip: maySkip ? ui.common.withoutApproval(action) : undefined,
  });
  return { change, protectedIn, labels };
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
