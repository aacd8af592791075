import { Anchor, Box, Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, useState } from 'react';
import { formatNumber } from '../language.ts';
import classes from './chart.module.css';
import { ChartMarkers, type MarkerList } from './chart-markers.tsx';
import {
  isolatedPoints,
  labelledPoints,
  lastSegment,
  linePath,
  tickText,
  valueTicks,
} from './chart-scale.ts';
import { chartHeight } from './skeletons.tsx';
import { drawnColour, Swatch } from './swatch.tsx';
import { texts } from './texts.ts';

export type Line = { name: string; colour: string; values: readonly (number | null)[] };
export type Point = {
  /** In the crosshair and the table. */
  label: string;
  /** Below the axis. */
  tick: string;
};

type Props = {
  /** The accessible description. */
  label: string;
  lines: readonly Line[];
  /** One per value. */
  points: readonly Point[];
  /** The hour or day of the last point is not over, so that its values are still growing. */
  isRunning?: boolean;
  /** The top of the scale; follows the values when absent. */
  max?: number;
  /** After each value: `%`. */
  unit?: string;
  markers?: MarkerList;
};

const left = 44;
const right = 8;
const top = 18;
const bottom = 22;

/** Lines over time, with axes, a crosshair for pointer and keyboard, and a table of the values. */
export function Chart({ unit = '', ...given }: Props) {
  const [asTable, setAsTable] = useState(false);
  const props = given.isRunning ? { ...given, points: lastSoFar(given.points) } : given;
  return (
    <Box>
      <Plot {...props} unit={unit} />
      <Group justify="space-between" gap="xs" mt={4}>
        <Legend lines={props.lines} />
        <Anchor component="button" type="button" size="xs" onClick={() => setAsTable(!asTable)}>
          {asTable ? texts.chart.hideTable : texts.chart.showTable}
        </Anchor>
      </Group>
      {asTable && <ValuesTable {...props} unit={unit} />}
    </Box>
  );
}

const lastSoFar = (points: readonly Point[]): Point[] =>
  points.map((point, index) =>
    index < points.length - 1 ? point : { ...point, label: texts.chart.soFar(point.label) },
  );

type Scale = {
  width: number;
  height: number;
  /** The values on the axis. */
  ticks: readonly number[];
  x: (index: number) => number;
  y: (value: number) => number;
};

function scaleOf({ lines, points, max }: Props, width: number): Scale {
  const values = lines.flatMap((line) => line.values.map((value) => value ?? 0));
  const ticks = valueTicks(max ?? Math.max(1, ...values));
  const last = points.length - 1;
  const share = (index: number) => (last < 1 ? 0.5 : index / last);
  return {
    width,
    height: chartHeight,
    ticks,
    x: (index) => left + share(index) * (width - left - right),
    y: (value) =>
      chartHeight - bottom - (value / (ticks.at(-1) || 1)) * (chartHeight - top - bottom),
  };
}

function Plot(props: Props & { unit: string }) {
  const { label, lines, points, unit, markers, isRunning = false } = props;
  const { ref, width } = useElementSize();
  const [chosen, setChosen] = useState<number>();
  const scale = scaleOf(props, width || 600);
  const last = points.length - 1;
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const inPlot = clientX - currentTarget.getBoundingClientRect().left - left;
    const index = Math.round((inPlot / (scale.width - left - right)) * last);
    setChosen(Math.min(last, Math.max(0, index)));
  };
  return (
    <Box
      ref={ref}
      pos="relative"
      h={scale.height}
      className={classes.plot}
      mod={{ measured: width > 0 }}
      onPointerMove={point}
      onPointerLeave={() => setChosen(undefined)}
    >
      <svg
        role="img"
        aria-label={label}
        width={scale.width}
        height={scale.height}
        className={classes.drawing}
      >
        <Axes scale={scale} points={points} unit={unit} />
        {lines.map((line) => (
          <DrawnLine key={line.name} {...{ scale, line, isRunning }} />
        ))}
        {chosen !== undefined && <Crosshair scale={scale} lines={lines} chosen={chosen} />}
      </svg>
      {markers && (
        <ChartMarkers {...markers} x={scale.x} width={scale.width} height={scale.height - bottom} />
      )}
      <KeyboardCrosshair {...{ label, lines, points, unit, chosen }} onChoose={setChosen} />
      {chosen !== undefined && (
        <Values
          {...{ lines, chosen, unit }}
          at={scale.x(chosen) / scale.width}
          title={points[chosen]?.label}
        />
      )}
    </Box>
  );
}

type DrawnLineProps = { scale: Scale; line: Line; isRunning: boolean };

/** The part that is still growing is dashed, and ends in a hollow point. */
function DrawnLine({ scale: { x, y }, line: { colour, values }, isRunning }: DrawnLineProps) {
  const complete = isRunning ? values.slice(0, -1) : values;
  const last = values.at(-1) ?? null;
  return (
    <g stroke={drawnColour(colour)} fill={drawnColour(colour)}>
      <path d={linePath(complete, x, y)} />
      {isolatedPoints(complete).map((index) => (
        <circle key={index} cx={x(index)} cy={y(values[index] ?? 0)} r={2} />
      ))}
      {isRunning && last !== null && (
        <>
          <path className={classes.running} d={linePath(lastSegment(values), x, y)} />
          <circle className={classes.running} cx={x(values.length - 1)} cy={y(last)} r={3.5} />
        </>
      )}
    </g>
  );
}

type KeyboardProps = Pick<Props, 'label' | 'lines' | 'points'> & {
  unit: string;
  chosen: number | undefined;
  onChoose: (index: number | undefined) => void;
};

/** A slider over the points, so that arrow keys move the crosshair and screen readers read it. */
function KeyboardCrosshair({ label, lines, points, unit, chosen, onChoose }: KeyboardProps) {
  const last = points.length - 1;
  if (last < 1) return null;
  const shown = chosen ?? last;
  const values = lines.map((line) => `${line.name} ${valueText(line, shown, unit)}`);
  return (
    <input
      type="range"
      className={classes.keyboard}
      aria-label={texts.chart.values(label)}
      aria-valuetext={[points[shown]?.label, ...values].join(', ')}
      min={0}
      max={last}
      value={shown}
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      onFocus={() => onChoose(shown)}
      onBlur={() => onChoose(undefined)}
    />
  );
}

const valueText = ({ values }: Line, index: number, unit: string) => {
  const value = values[index];
  return value === null || value === undefined ? '–' : `${formatNumber(value)}${unit}`;
};

type AxesProps = { scale: Scale; points: readonly Point[]; unit: string };

function Axes({ scale: { width, height, ticks, x, y }, points, unit }: AxesProps) {
  const labels = labelledPoints(
    points.map(({ tick }) => tick),
    x,
    width,
  );
  return (
    <g className={classes.axes}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} />
          <text x={left - 6} y={y(tick) + 4} textAnchor="end">
            {`${tickText(tick)}${unit}`}
          </text>
        </g>
      ))}
      {labels.map(({ index, anchor }) => (
        <text key={index} x={x(index)} y={height - 6} textAnchor={anchor}>
          {points[index]?.tick}
        </text>
      ))}
    </g>
  );
}

type CrosshairProps = { scale: Scale; lines: readonly Line[]; chosen: number };

function Crosshair({ scale: { height, x, y }, lines, chosen }: CrosshairProps) {
  const at = x(chosen);
  return (
    <g className={classes.crosshair}>
      <line x1={at} x2={at} y1={top} y2={height - bottom} />
      {lines.map(({ name, colour, values }) => {
        const value = values[chosen];
        if (value === null || value === undefined) return null;
        return <circle key={name} cx={at} cy={y(value)} r={4} fill={drawnColour(colour)} />;
      })}
    </g>
  );
}

type ValuesProps = {
  title: string | undefined;
  lines: readonly Line[];
  chosen: number;
  /** From 0 at the left edge to 1 at the right one. */
  at: number;
  unit: string;
};

/** Beside the crosshair, on the side with more room. */
function Values({ title, lines, chosen, at, unit }: ValuesProps) {
  const side =
    at < 0.5 ? { left: `calc(${at * 100}% + 10px)` } : { right: `calc(${(1 - at) * 100}% + 10px)` };
  return (
    <div className={classes.values} style={side} aria-hidden="true">
      <Text size="xs" fw={600}>
        {title}
      </Text>
      {lines.map((line) => (
        <Group key={line.name} gap={6} wrap="nowrap">
          <Swatch colour={line.colour} />
          <Text size="xs">
            {line.name} <b>{valueText(line, chosen, unit)}</b>
          </Text>
        </Group>
      ))}
    </div>
  );
}

function Legend({ lines }: { lines: readonly Line[] }) {
  return (
    <Group gap="md">
      {lines.map(({ name, colour }) => (
        <Group key={name} gap={6} wrap="nowrap">
          <Swatch colour={colour} />
          <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
        </Group>
      ))}
    </Group>
  );
}

type TableProps = Pick<Props, 'label' | 'lines' | 'points'> & { unit: string };

/** Newest first, as in lists. */
function ValuesTable({ label, lines, points, unit }: TableProps) {
  const rows = points.map(({ label: title }, index) => ({ title, index })).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
    <section className={classes.tableBox} aria-label={texts.chart.table(label)} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.chart.time}</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, index }) => (
            <tr key={index}>
              <th scope="row">{title}</th>
              {lines.map((line) => (
                <td key={line.name}>{valueText(line, index, unit)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
