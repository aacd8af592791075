import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { toastError } from '../../ui/toasts.tsx';

/** An item that is being moved, and the order in which all are shown meanwhile. */
type Moving = { id: string; order: readonly string[]; by: 'pointer' | 'keyboard' | 'saving' };

/**
 * Lets a person change the order of items by dragging a handle, or with the keyboard: Space picks an item
 * up and drops it, arrow keys move it, Escape cancels.
 */
export function useReorder(ids: readonly string[], save: (order: string[]) => Promise<unknown>) {
  const list = useRef<HTMLDivElement>(null);
  const [moving, setMoving] = useState<Moving>();
  const saving = useMutation({
    mutationFn: save,
    onError: toastError,
    onSettled: () => setMoving(undefined),
  });
  const drop = ({ id, order }: Moving) => {
    if (order.join() === ids.join()) return setMoving(undefined);
    setMoving({ id, order, by: 'saving' });
    return saving.mutate([...order]);
  };
  usePointer(list, moving, { move: setMoving, drop });

  const press = (id: string) => (event: KeyboardEvent) => {
    if (saving.isPending) return;
    const picked = moving?.by === 'keyboard' ? moving : undefined;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      if (picked) drop(picked);
      else setMoving({ id, order: ids, by: 'keyboard' });
    } else if (picked && step !== undefined) {
      setMoving({ ...picked, order: moved(picked.order, id, picked.order.indexOf(id) + step) });
    } else if (picked && event.key === 'Escape') setMoving(undefined);
    else return;
    event.preventDefault();
  };
  return {
    list,
    /** The current order, or the one that is about to be saved. */
    order: moving && sameItems(moving.order, ids) ? moving.order : ids,
    moving,
    handleProps: (id: string) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0 && !saving.isPending) setMoving({ id, order: ids, by: 'pointer' });
      },
      onKeyDown: press(id),
      onBlur: () => setMoving((now) => (now?.by === 'keyboard' ? undefined : now)),
    }),
  };
}

type List = { current: HTMLElement | null };
type Pointer = { move: (moving: Moving | undefined) => void; drop: (moving: Moving) => void };

/** The window gets the events, because the handle moves in the document while it is dragged. */
function usePointer(list: List, moving: Moving | undefined, { move, drop }: Pointer) {
  useEffect(() => {
    if (moving?.by !== 'pointer') return undefined;
    const listeners = new AbortController();
    const on = <Name extends keyof WindowEventMap>(
      name: Name,
      listen: (event: WindowEventMap[Name]) => void,
    ) => window.addEventListener(name, listen, { signal: listeners.signal });
    on('pointermove', ({ clientY }) => {
      scrollNearEdge(clientY);
      const order = moved(moving.order, moving.id, indexAt(list.current, moving.id, clientY));
      if (order.join() !== moving.order.join()) move({ ...moving, order });
    });
    on('pointerup', () => drop(moving));
    on('pointercancel', () => move(undefined));
    on('keydown', ({ key }) => {
      if (key === 'Escape') move(undefined);
    });
    return () => listeners.abort();
  });
}

const edge = 60;

/** Long lists are dragged beyond the window. */
function scrollNearEdge(y: number): void {
  if (y < edge) window.scrollBy(0, -edge / 4);
  else if (y > window.innerHeight - edge) window.scrollBy(0, edge / 4);
}

/** The number of other items whose middle is above the pointer. */
function indexAt(list: HTMLElement | null, id: string, y: number): number {
  const others = [...(list?.querySelectorAll<HTMLElement>('[data-item]') ?? [])].filter(
    ({ dataset }) => dataset.item !== id,
  );
  return others.filter((item) => {
    const { top, height } = item.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}

/** The order with one item at another index. */
export function moved(order: readonly string[], id: string, index: number): string[] {
  const others = order.filter((each) => each !== id);
  others.splice(Math.max(0, Math.min(index, others.length)), 0, id);
  return others;
}

const sameItems = (one: readonly string[], other: readonly string[]) =>
  one.toSorted().join() === other.toSorted().join();
