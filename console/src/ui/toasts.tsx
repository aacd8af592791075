import { ApiError, isOutdated } from '../api.ts';
import { texts } from './texts.ts';

/** Loaded after the first page, because an error must also be shown when the connection is lost. */
export const loadContainer = () => import('./toast-container.tsx');

export type Toast = {
  message: string;
  undo?: (() => void) | undefined;
  link?: ToastLink | undefined;
  actionMs?: number;
  errorId?: string | undefined;
  failed?: boolean;
};

type Options = {
  /** A sentence about what the undo did not restore. */
  lost?: string;
  /** How long a button or link is offered. */
  actionMs?: number;
  link?: ToastLink;
};

/** A page of the console, and what opens it without loading the console again. */
export type ToastLink = { path: string; open: () => unknown };

/** Shows a message; with `undo`, a button. The undo is confirmed. */
export function toast(
  message: string,
  undo?: () => Promise<unknown>,
  { lost = '', actionMs = 8000, link }: Options = {},
): void {
  const undone = texts.toast.undone(message);
  const confirmUndo = () => toast(lost === '' ? undone : `${undone}. ${lost}`);
  const refuseUndo = (error: unknown) =>
    toastError(isOutdated(error) ? new Error(texts.toast.notUndone) : error);
  const runUndo = undo && (() => void undo().then(confirmUndo, refuseUndo));
  show({ message, undo: runUndo, link, actionMs });
}

/** For errors that are not shown on the page. */
export function toastError(error: unknown): void {
  // Only errors of the server itself are looked up in its log.
  const id = error instanceof ApiError && error.status >= 500 ? error.id : undefined;
  const message = error instanceof Error ? error.message : String(error);
  show({ message, errorId: id, failed: true });
}

/** In a dialog of the browser if toasts cannot be loaded, such as soon after the connection is lost. */
function show(shown: Toast): void {
  void loadContainer().then(
    ({ showToast }) => showToast(shown),
    () => alert(shown.message),
  );
}
