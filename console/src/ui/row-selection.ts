import { type KeyboardEvent, type MouseEvent, useRef } from 'react';

export type Selection = {
  selected: ReadonlySet<string>;
  /** Receives the ids of the selected rows of this page. */
  onSelect: (ids: ReadonlySet<string>) => void;
  /** Called by the keys of a context menu: moves to what can be done with the rows. */
  onActions?: () => void;
};

type Options = {
  /** The rows of the page, in order. */
  ids: readonly string[];
  selection: Selection | undefined;
  /** Index of the active row, or -1. */
  active: number;
  onActive: ((index: number) => void) | undefined;
  onOpen: ((index: number) => void) | undefined;
};

/** Handlers of a table body: rows are selected by checkbox, by keys and in ranges. */
export function useRowSelection({ ids, selection, active, onActive, onOpen }: Options) {
  // The row where a range begins.
  const anchor = useRef(0);
  if (!selection) return {};
  const { selected, onSelect, onActions } = selection;

  const toggle = (index: number) => {
    const id = ids[index] ?? '';
    anchor.current = index;
    onSelect(selected.has(id) ? new Set([...selected].filter((it) => it !== id)) : plus([id]));
  };
  const plus = (more: readonly string[]) => new Set([...selected, ...more]);
  const extendTo = (index: number) => {
    const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)];
    onSelect(plus(ids.slice(from, to + 1)));
  };
  const moveTo = (index: number, body: HTMLElement) => {
    onActive?.(index);
    rowsOf(body)[index]?.focus();
  };

  const onKey = (event: KeyboardEvent<HTMLElement>): boolean => {
    const { key, shiftKey, currentTarget } = event;
    const to = targetOf(key, active, ids.length);
    if (to !== undefined) {
      if (shiftKey) extendTo(to);
      else anchor.current = to;
      moveTo(to, currentTarget);
    } else if (key === ' ') shiftKey ? extendTo(active) : toggle(active);
    else if (key === 'Enter') onOpen?.(active);
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) onActions?.();
    else if (key === 'Escape' && selected.size > 0) onSelect(new Set());
    else if (key === 'a' && (event.ctrlKey || event.metaKey)) onSelect(plus(ids));
    else return false;
    return true;
  };
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const onRow = (event.target as HTMLElement).matches('tr[data-row]');
      if (!onRow || !onKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onFocus: ({ target, currentTarget }: { target: Element; currentTarget: HTMLElement }) => {
      const index = rowsOf(currentTarget).indexOf(target as HTMLElement);
      if (index >= 0 && index !== active) onActive?.(index);
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const row = (event.target as Element).closest('[data-select]')?.closest('tr');
      const index = row ? rowsOf(event.currentTarget).indexOf(row) : -1;
      if (index < 0) return;
      if (event.shiftKey) extendTo(index);
      else toggle(index);
    },
  };
}

const rowsOf = (body: HTMLElement): HTMLElement[] => [
  ...body.querySelectorAll<HTMLElement>('tr[data-row]'),
];

function targetOf(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(active + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(active - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
