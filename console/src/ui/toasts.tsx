import { ApiError } from '../api.ts';

/** Loaded with the first toast. */
const loadStand = () => import('./toast-stand.tsx');

/** Shows a message; with `undo`, a button for eight seconds. */
export function toast(message: string, undo?: () => Promise<unknown>): void {
  const takeBack = undo && (() => void undo().catch(toastError));
  void loadStand().then(({ showToast }) => showToast({ message, undo: takeBack }));
}

/** For errors that have no place on the page. */
export function toastError(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const id = error instanceof ApiError ? error.id : undefined;
  void loadStand().then(({ showToast }) => showToast({ message, errorId: id, failed: true }));
}
