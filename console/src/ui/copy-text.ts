import { texts } from './texts.ts';
import { toast, toastError } from './toasts.tsx';

/** For menus and the palette, which close: the result is shown in a toast. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    // Also where there is no clipboard: browsers have none on pages without TLS.
    toastError(new Error(texts.copy.refused));
  }
}
