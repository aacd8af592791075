import type { UseFormReturnType } from '@mantine/form';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldErrors } from './form.ts';
import { toast } from './toasts.tsx';

export type Form<Values> = Pick<
  UseFormReturnType<Values>,
  'onSubmit' | 'setErrors' | 'getValues' | 'isDirty' | 'resetDirty'
>;

export type Saving<Values, Result> = {
  send: (values: Values) => Promise<Result>;
  /** The queries to invalidate after saving. */
  invalidates: readonly QueryKey[];
  /** The text of the toast; no toast when absent. */
  message?: ((values: Values) => string) | undefined;
  /** Adds an undo button to the toast. */
  undo?: ((result: Result) => Promise<unknown>) | undefined;
  onDone?: ((result: Result) => void) | undefined;
};

/** Submits a form: invalidates queries, shows a toast, and assigns errors to fields. */
export function useSave<Values, Result>(form: Form<Values>, saving: Saving<Values, Result>) {
  const { send, invalidates, message, undo, onDone } = saving;
  const refresh = useRefresh(invalidates);
  return useMutation({
    mutationFn: send,
    onSuccess: async (result, values) => {
      await refresh();
      const undoAndRefresh = undo && (() => undo(result).finally(refresh));
      if (message) toast(message(values), undoAndRefresh);
      onDone?.(result);
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
}

/** Refetches the active queries with these keys. */
export function useRefresh(outdated: readonly QueryKey[]): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(outdated.map((queryKey) => client.invalidateQueries({ queryKey })));
}
