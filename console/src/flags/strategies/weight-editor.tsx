import { Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Variant } from '../../../../server/flags/strategies/schema.ts';
import { formatNumber } from '../../language.ts';
import { WeightBar } from '../../ui/bars.tsx';
import { numbered } from '../../ui/form.ts';
import { texts } from '../texts.ts';
import styles from './weight-editor.module.css';
import { moveBoundary } from './weights.ts';

const t = texts.strategies.variants;

type Props = { variants: readonly Variant[]; onChange: (variants: Variant[]) => void };

/** The weights as a bar, whose boundaries can be moved. */
export function WeightEditor({ variants, onChange }: Props) {
  return (
    <>
      <div className={styles.editor}>
        <WeightBar parts={variants} />
        <div className={styles.handles}>
          {numbered(variants.slice(1)).map(({ index, key }) => (
            <Boundary key={key} index={index} variants={variants} onChange={onChange} />
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

/** Weights are tenths of a percent; a step is one percent. */
const step = 10;

/** Between the variant with this index and the next one. */
function Boundary({ variants, index, onChange }: Props & { index: number }) {
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
