import { Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Variant } from '../../../../server/flags/strategies/schema.ts';
import { formatNumber } from '../../language.ts';
import { partColour, WeightBar } from '../../ui/bars.tsx';
import { numbered } from '../../ui/form.ts';
import { texts } from './texts.ts';
import styles from './weight-editor.module.css';
import { moveBoundary } from './weights.ts';

const t = texts.variants;

type Props = {
  variants: readonly Variant[];
  /** Whether they are saved in the order of their names, which then decides the colours. */
  byName: boolean;
  onChange: (variants: Variant[]) => void;
};

/** The weights as a bar, whose boundaries can be moved. */
export function WeightEditor({ variants, byName, onChange }: Props) {
  const names = variants.map(({ name }) => name);
  const positionOf = byName ? rankIn(names) : (index: number) => index;
  return (
    <>
      <div className={styles.editor}>
        <WeightBar
          parts={variants.map(({ name, weight }) => ({ name, weight }))}
          colourOf={(index) => partColour(positionOf(index))}
          wide
        />
        <div className={styles.handles}>
          {numbered(variants.slice(1)).map(({ index, key }) => (
            <Boundary key={key} {...{ index, variants, onChange }} />
          ))}
        </div>
      </div>
      {variants.length > 1 && (
        <Text size="xs" c="dimmed">
          {t.dragNote} {t.fixedNote}
        </Text>
      )}
    </>
  );
}

/** The position of each name when they are sorted as the server does. */
const rankIn = (names: readonly string[]) => (index: number) => {
  const own = names[index] ?? '';
  return names.filter((name, at) => name < own || (name === own && at < index)).length;
};

/** Weights are tenths of a percent; a step is one percent. */
const step = 10;

type BoundaryProps = Omit<Props, 'byName'> & { index: number };

/** Between the variant with this index and the next one. */
function Boundary({ variants, index, onChange }: BoundaryProps) {
  const dragging = useRef(false);
  const [left, right] = [variants[index], variants[index + 1]];
  if (!left || !right) return null;
  const position = variants.slice(0, index + 1).reduce((sum, { weight }) => sum + weight, 0);
  const move = (by: number) => onChange(moveBoundary(variants, index, by));
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    dragging.current = true;
  };
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    if (!dragging.current) return;
    const bar = currentTarget.parentElement?.getBoundingClientRect();
    if (!bar) return;
    const wanted = Math.round(((clientX - bar.left) / bar.width) * (1000 / step)) * step;
    if (wanted !== position) move(wanted - position);
  };
  const stop = () => {
    dragging.current = false;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = keyStep(event.key, left.weight, right.weight);
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  return (
    <span
      role="slider"
      aria-label={t.boundary(left.name, right.name)}
      aria-valuenow={left.weight / 10}
      aria-valuemin={0}
      aria-valuemax={(left.weight + right.weight) / 10}
      aria-valuetext={t.boundaryValue(shareOf(left), shareOf(right))}
      tabIndex={0}
      className={styles.handle}
      style={{ left: `${position / 10}%` }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onKeyDown={onKeyDown}
    />
  );
}

const shareOf = ({ name, weight }: Variant) => `${name} ${formatNumber(weight / 10)}%`;

/** How far a key moves the boundary, as in sliders. */
function keyStep(key: string, left: number, right: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -step,
    ArrowDown: -step,
    ArrowRight: step,
    ArrowUp: step,
    PageDown: -10 * step,
    PageUp: 10 * step,
    Home: -left,
    End: right,
  };
  return steps[key];
}
