import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import classes from './chart.module.css';

/** Something that happened at a point of a chart, with a link to it. */
export type Marker = {
  key: string;
  /** The position between the points, by index. */
  at: number;
  label: string;
  to: string;
  search: Record<string, string>;
};

type Props = {
  markers: readonly Marker[];
  x: (index: number) => number;
  width: number;
  height: number;
};

/** As wide and high as the dot of a marker. */
const size = 14;

/** Dots on lines; where several are close, below each other. */
export function ChartMarkers({ markers, x, width, height }: Props) {
  const rows = rowsOf(markers.map(({ at }) => x(at)));
  return markers.map(({ key, at, label, to, search }, index) => (
    <Fragment key={key}>
      <span className={classes.markerLine} style={{ left: x(at), height }} />
      <Link
        to={to}
        search={search}
        className={classes.marker ?? ''}
        style={{ left: x(at), top: (rows[index] ?? 0) * size }}
        aria-label={label}
        data-label={label}
        data-side={x(at) < width / 2 ? 'right' : 'left'}
      />
    </Fragment>
  ));
}

/** For each position, how many before it are too close to be beside it. */
const rowsOf = (positions: readonly number[]): number[] =>
  positions.map(
    (position, index) =>
      positions.slice(0, index).filter((other) => Math.abs(other - position) < size).length,
  );
