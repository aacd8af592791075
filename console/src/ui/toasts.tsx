import { ApiError, isOutdated } from '../api.ts';
import { texts } from './texts.ts';

/** Loaded after the first page, because an error must also be shown when the connection is lost. */
export const loadContainer = () => import('./toast-container.tsx');

/**
 * Shows a message; with `undo`, a button for eight seconds. The undo is confirmed, with `lost`: a
 * sentence about what it did not restore.
 */
export function toast(message: string, undo?: () => Promise<unknown>, lost = ''): void {
  const undone = texts.toast.undone(message);
  const confirmUndo = () => toast(lost === '' ? undone : `${undone}. ${lost}`);
  const refuseUndo = (error: unknown) =>
    toastError(isOutdated(error) ? new Error(texts.toast.notUndone) : error);
  const runUndo = undo && (() => void undo().then(confirmUndo, refuseUndo));
  void loadContainer().then(({ showToast }) => showToast({ message, undo: runUndo }));
}

/** For errors that are not shown on the page. */
export function toastError(error: unknown): void {
  // Only errors of the server itself are looked up in its log.
  const id = error instanceof ApiError && error.status >= 500 ? error.id : undefined;
  const message = error instanceof Error ? error.message : String(error);
  void loadContainer().then(({ showToast }) => showToast({ message, errorId: id, failed: true }));
}
