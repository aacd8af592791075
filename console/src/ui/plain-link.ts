import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/** A link that does not subscribe to the location, so that typing does not render it again. */
export function usePlainLink(to: string) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    void router.navigate({ href: to });
  };
  return {
    // Relative to <base>, the root of the console.
    href: to.slice(1),
    onClick: follow,
    onPointerEnter: () => void router.preloadRoute({ to }),
  };
}
