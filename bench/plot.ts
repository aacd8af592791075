import { type Growth, type Results, ratioToLimit, ratioToPeer } from './results.ts';
import { number, short } from './table.ts';

/** Bar and line charts as SVG text (adr/0014). */

const ink = { text: '#24292f', faint: '#d0d7de', grey: '#6e7781' };
const palette = ['#0a6ebd', '#c4570b', '#2e7d32', '#8e24aa'];

type Scale = (value: number) => number;

/** Equal ratios have equal lengths. */
export function logScale(
  [minimum, maximum]: [number, number],
  [from, to]: [number, number],
): Scale {
  const span = Math.log10(maximum) - Math.log10(minimum) || 1;
  return (value) => from + ((Math.log10(value) - Math.log10(minimum)) / span) * (to - from);
}

/** The powers of ten around all values. */
export function decades(values: readonly number[]): number[] {
  const minimum = Math.floor(Math.log10(Math.min(...values)));
  const maximum = Math.max(minimum + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: maximum - minimum + 1 }, (_, index) => 10 ** (minimum + index));
}

type Bar = { label: string; value: number; colour: string };

/** Ratios to the peer and to the limit by scenario. */
export function ratioPlot(results: Results): string {
  const peer = results.comparisons.flatMap((comparison) =>
    barOf(comparison, ratioToPeer(comparison), palette[0]),
  );
  const limit = results.comparisons.flatMap((comparison) =>
    barOf(comparison, ratioToLimit(comparison), palette[1]),
  );
  const charts = [
    { title: 'Requests per second, as a multiple of the peer', bars: peer },
    { title: 'Requests per second, as a share of the limit', bars: limit },
  ].filter(({ bars }) => bars.length > 0);
  let top = 0;
  const parts = charts.map(({ title, bars }) => {
    const chart = barChart(title, bars, top);
    top += chart.height;
    return chart.svg;
  });
  return document(760, Math.max(top, 40), parts);
}

function barOf(
  { group, name }: { group: string; name: string },
  value: number | null,
  colour = '',
): Bar[] {
  return value === null ? [] : [{ label: `${group}: ${name}`, value, colour }];
}

const rowHeight = 20;
const left = 260;
const right = 690;

function barChart(title: string, bars: readonly Bar[], top: number) {
  const ticks = decades([1, ...bars.map(({ value }) => value)]);
  const x = logScale([ticks[0] ?? 1, ticks.at(-1) ?? 10], [left, right]);
  const first = top + 40;
  const bottom = first + bars.length * rowHeight;
  const rows = bars.map(({ label, value, colour }, index) => {
    const y = first + index * rowHeight;
    const [from, to] = value >= 1 ? [x(1), x(value)] : [x(value), x(1)];
    return [
      text(left - 8, y + 14, label, { anchor: 'end' }),
      `<rect x="${fixed(from)}" y="${y + 3}" width="${fixed(Math.max(1, to - from))}" ` +
        `height="${rowHeight - 6}" fill="${colour}"/>`,
      text(x(Math.max(value, 1)) + 4, y + 14, number(value), { fill: ink.grey }),
    ].join('\n');
  });
  const grid = ticks.map((tick) => gridLine(x(tick), first, bottom, `${tick}`));
  const svg = [text(8, top + 20, title, { weight: 'bold' }), ...grid, ...rows].join('\n');
  return { svg, height: bottom - top + 34 };
}

const gridLine = (x: number, top: number, bottom: number, label: string) =>
  `<line x1="${fixed(x)}" x2="${fixed(x)}" y1="${top}" y2="${bottom}" stroke="${ink.faint}"/>\n` +
  text(x, bottom + 14, label, { anchor: 'middle', fill: ink.grey });

/** Median latency against the number of flags or events, both on a log scale. */
export function growthPlot({ growth }: Results): string {
  const kinds = (['PostgreSQL', 'embedded'] as const)
    .flatMap((database) =>
      (['flags', 'events'] as const).map((what) => ({
        database,
        what,
        lines: growth.filter((line) => line.database === database && line.name.startsWith(what)),
      })),
    )
    .filter(({ lines }) => lines.some(({ points }) => points.length > 0));
  const charts = kinds.map(({ database, what, lines }, index) =>
    lineChart(`${database}: p50 in ms by number of ${what}`, lines, what, {
      x: (index % 2) * 380,
      y: Math.floor(index / 2) * 300,
    }),
  );
  return document(760, Math.max(40, Math.ceil(kinds.length / 2) * 300), charts);
}

function lineChart(
  title: string,
  lines: readonly Growth[],
  what: 'flags' | 'events',
  at: { x: number; y: number },
): string {
  const points = lines.flatMap((line) => line.points);
  const sizes = decades(points.map(({ size }) => size[what]));
  const times = decades(points.map(({ measured }) => measured.p50Ms));
  const x = logScale([sizes[0] ?? 1, sizes.at(-1) ?? 10], [at.x + 50, at.x + 350]);
  const y = logScale([times[0] ?? 1, times.at(-1) ?? 10], [at.y + 220, at.y + 40]);
  const grid = [
    ...sizes.map((size) => gridLine(x(size), at.y + 40, at.y + 220, short(size))),
    ...times.map(
      (time) =>
        `<line x1="${at.x + 50}" x2="${at.x + 350}" y1="${fixed(y(time))}" y2="${fixed(y(time))}" ` +
        `stroke="${ink.faint}"/>\n${text(at.x + 44, y(time) + 4, `${time}`, { anchor: 'end', fill: ink.grey })}`,
    ),
  ];
  const curves = lines.map((line, index) => {
    const colour = palette[index % palette.length] ?? ink.text;
    const spots = line.points.map(
      ({ size, measured }) => [fixed(x(size[what])), fixed(y(measured.p50Ms))] as const,
    );
    const path = spots.map(([cx, cy]) => `${cx},${cy}`).join(' ');
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...spots.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`),
      text(at.x + 50, at.y + 254 + index * 16, `● ${line.name}`, { fill: colour }),
    ].join('\n');
  });
  return [text(at.x + 8, at.y + 20, title, { weight: 'bold' }), ...grid, ...curves].join('\n');
}

function text(
  x: number,
  y: number,
  content: string,
  { anchor = 'start', weight = 'normal', fill = ink.text } = {},
): string {
  const position = `x="${fixed(x)}" y="${fixed(y)}"`;
  return `<text ${position} text-anchor="${anchor}" font-weight="${weight}" fill="${fill}">${escaped(content)}</text>`;
}

const document = (width: number, height: number, parts: readonly string[]) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    ...parts,
    '</svg>',
    '',
  ].join('\n');

const fixed = (value: number) => value.toFixed(1);

const escaped = (content: string) =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
