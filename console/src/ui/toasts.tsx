import { ApiError } from '../api.ts';

/** Loaded with the first toast: no page needs it before it is shown. */
const loadStand = () => import('./toast-stand.tsx');

/** Says what was done; with `undo`, offers for eight seconds to take it back. */
export function toast(message: string, undo?: () => Promise<unknown>): void {
  const takeBack = undo && (() => void undo().catch(toastError));
  void loadStand().then(({ showToast }) => showToast({ message, undo: takeBack }));
}

/** For a refusal that has no place of its own on the page. */
export function toastError(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const id = error instanceof ApiError ? error.id : undefined;
  void loadStand().then(({ showToast }) => showToast({ message, errorId: id, failed: true }));
}
