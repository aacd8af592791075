import type { UseFormReturnType } from '@mantine/form';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldErrors } from './form.ts';
import { toast } from './toasts.tsx';

export type Form<Values> = Pick<UseFormReturnType<Values>, 'onSubmit' | 'setErrors'>;

export type Saving<Values, Answer> = {
  send: (values: Values) => Promise<Answer>;
  /** The queries to invalidate after saving. */
  outdates: readonly QueryKey[];
  /** The text of the toast; no toast when absent. */
  said?: ((values: Values) => string) | undefined;
  /** Adds an undo button to the toast. */
  undo?: ((answer: Answer) => Promise<unknown>) | undefined;
  onDone?: ((answer: Answer) => void) | undefined;
};

/** Submits a form: invalidates queries, shows a toast, and assigns errors to fields. */
export function useSave<Values, Answer>(form: Form<Values>, saving: Saving<Values, Answer>) {
  const { send, outdates, said, undo, onDone } = saving;
  const refresh = useRefresh(outdates);
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer, values) => {
      await refresh();
      const takeBack = undo && (() => undo(answer).then(refresh));
      if (said) toast(said(values), takeBack);
      onDone?.(answer);
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
}

/** Refetches the active queries with these keys. */
export function useRefresh(outdated: readonly QueryKey[]): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(outdated.map((queryKey) => client.invalidateQueries({ queryKey })));
}
