import { useSyncExternalStore } from 'react';

/** One entry for each form with unsaved input. */
const forms = new Set<object>();
const listeners = new Set<() => void>();

/** Until the returned function is called, the page has unsaved input. */
export function markUnsaved(): () => void {
  const form = {};
  const change = () => {
    for (const each of listeners) each();
  };
  forms.add(form);
  change();
  return () => {
    forms.delete(form);
    change();
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether input would be lost if the page were replaced. */
export const useUnsaved = () => useSyncExternalStore(subscribe, () => forms.size > 0);
