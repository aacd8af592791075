import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './row.module.css';
import { clampWidth, type LayoutControl, widthMax, widthMin } from './table-layout.ts';
import { texts } from './texts.ts';

type Props = { id: string; name: string; control: LayoutControl };

const stepPx = 16;

/** Changes the width of a column, by dragging and by arrow keys. */
export function ColumnEdge({ id, name, control }: Props) {
  const drag = useRef<{ startX: number; widths: Record<string, number> }>(undefined);
  const { layout, change } = control;
  /** All columns get a width, so that the others do not move. */
  const resize = (widths: Record<string, number>, byPx: number) =>
    change({
      widths: { ...layout.widths, ...widths, [id]: clampWidth((widths[id] ?? 0) + byPx) },
    });
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { startX: event.clientX, widths: measure(event.currentTarget) };
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (drag.current) resize(drag.current.widths, clientX - drag.current.startX);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    resize(measure(event.currentTarget), direction * stepPx);
  };
  const stop = () => {
    drag.current = undefined;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line cannot have the focus.
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={texts.table.width(name)}
      aria-valuenow={layout.widths[id] ?? widthMin}
      aria-valuemin={widthMin}
      aria-valuemax={widthMax}
      tabIndex={0}
      className={styles.edge}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onKeyDown={onKeyDown}
    />
  );
}

/** The widths of the visible columns. */
function measure(edge: HTMLElement): Record<string, number> {
  const cells = [...(edge.closest('tr')?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
  return Object.fromEntries(
    cells
      .filter(({ offsetWidth }) => offsetWidth > 0)
      .map((cell) => [cell.dataset.column ?? '', cell.offsetWidth]),
  );
}
