import { useEffect, useRef, useState } from 'react';

/**
 * Focuses a part of a row, by its `data-focus`, once it is rendered; of the last row, or the button below,
 * where it is gone.
 */
export function useRowFocus() {
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<{ part: 'field' | 'remove'; index: number }>();
  useEffect(() => {
    if (!wanted) return;
    const partsOf = (part: string) => [
      ...(list.current?.querySelectorAll<HTMLElement>(`[data-focus=${part}]`) ?? []),
    ];
    const parts = partsOf(wanted.part);
    (parts[wanted.index] ?? parts.at(-1) ?? partsOf('add')[0])?.focus();
  }, [wanted]);
  const focus = (part: 'field' | 'remove', index: number) => setWanted({ part, index });
  return { list, focus };
}
