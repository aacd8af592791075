import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { formatNumber } from '../language.ts';
import classes from './chart.module.css';
import { groupsOf } from './chart-scale.ts';
import { texts } from './texts.ts';

/** Something that happened at a point of a chart, with a link to it. */
export type Marker = {
  key: string;
  /** The position between the points, by index. */
  at: number;
  label: string;
  to: string;
  search: Record<string, string>;
};

export type MarkerList = {
  markers: readonly Marker[];
  /** Where all of them are listed. */
  list: Pick<Marker, 'to' | 'search'>;
};

type Props = MarkerList & {
  x: (index: number) => number;
  width: number;
  height: number;
};

/** As wide as a dot with a number, and a gap. */
const size = 20;
const labelsMax = 5;

/** Dots on lines; those that would cover each other are one dot with their number. */
export function ChartMarkers({ markers, list, x, width, height }: Props) {
  return groupsOf(markers, size, ({ at }) => x(at)).map((group) => {
    const [first] = group;
    if (first === undefined) return null;
    const several = group.length > 1;
    const { to, search } = several ? list : first;
    const left = x(first.at);
    const label = several ? labelOf(group) : first.label;
    return (
      <Fragment key={first.key}>
        <span className={classes.markerLine} style={{ left, height }} />
        <Link
          to={to}
          search={search}
          className={classes.marker ?? ''}
          style={{ left }}
          aria-label={label}
          data-label={label}
          data-side={left < width / 2 ? 'right' : 'left'}
          data-several={several || undefined}
        >
          {several && formatNumber(group.length)}
        </Link>
      </Fragment>
    );
  });
}

function labelOf(group: readonly Marker[]): string {
  const more = group.length - labelsMax;
  const labels = group.slice(0, labelsMax).map(({ label }) => label);
  const head = texts.chart.changes(group.length);
  return [head, ...labels, ...(more > 0 ? [texts.chart.moreMarkers(more)] : [])].join('\n');
}
