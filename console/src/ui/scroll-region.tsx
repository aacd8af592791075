import type { ReactNode } from 'react';

type Props = { label: string; maxHeight: number; children: ReactNode };

export const ScrollRegion = ({ label, maxHeight, children }: Props) => (
  <section
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    tabIndex={0}
    aria-label={label}
    style={{ maxHeight, overflow: 'auto' }}
  >
    {children}
  </section>
);
