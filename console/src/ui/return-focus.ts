import { useEffect, useState } from 'react';

/** Mantine returns the focus only where a dialog stays rendered after it was closed. */
export function useReturnFocus(): void {
  const [opener] = useState(() => openerOf(document.activeElement));
  useEffect(
    () => () => {
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
    },
    [opener],
  );
}

/** An entry of a menu is gone when the dialog is closed, the button of the menu is not. */
function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = button ? document.getElementById(button) : active;
  return opener instanceof HTMLElement ? opener : null;
}
