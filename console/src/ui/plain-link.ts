import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/**
 * A link of which a page has many: unlike the router's own it does not follow the address, so that
 * it is not drawn again with every letter that is typed.
 */
export function usePlainLink(to: string) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    void router.navigate({ href: to });
  };
  return {
    // From the root of the console, which <base> names.
    href: to.slice(1),
    onClick: follow,
    onPointerEnter: () => void router.preloadRoute({ to }),
  };
}
