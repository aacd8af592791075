import { Link } from '@tanstack/react-router';
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

export function ChartMarkers({ markers, x, width, height }: Props) {
  return markers.map(({ key, at, label, to, search }) => (
    <Link
      key={key}
      to={to}
      search={search}
      className={classes.marker ?? ''}
      style={{ left: x(at), height }}
      aria-label={label}
      data-label={label}
      data-side={x(at) < width / 2 ? 'right' : 'left'}
    />
  ));
}
