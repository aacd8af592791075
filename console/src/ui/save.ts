import type { UseFormReturnType } from '@mantine/form';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldErrors } from './form.ts';
import { toast } from './toasts.tsx';

export type Form<Values> = Pick<UseFormReturnType<Values>, 'onSubmit' | 'setErrors'>;

export type Saving<Values, Answer> = {
  send: (values: Values) => Promise<Answer>;
  /** What was read before and is old once this is saved. */
  outdates: readonly QueryKey[];
  /** The toast afterwards; none where the page itself shows what happened. */
  said?: ((values: Values) => string) | undefined;
  /** Takes it back, where that can be done. */
  undo?: ((answer: Answer) => Promise<unknown>) | undefined;
  onDone?: ((answer: Answer) => void) | undefined;
};

/** Sends a form: what was read is read again, a toast says so, refusals stand at their fields. */
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

/** Asks again for all that is shown and was read by one of these. */
export function useRefresh(outdated: readonly QueryKey[]): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(outdated.map((queryKey) => client.invalidateQueries({ queryKey })));
}
