import {
  type Comparison,
  type DirectionRow,
  type Growth,
  type Results,
  ratioToLimit,
  ratioToPeer,
} from './results.ts';

type Cells = readonly string[];

/** The first column is left-aligned, the others right-aligned. */
export function alignedTable(head: Cells, rows: readonly Cells[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: Cells) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join(
    '\n',
  );
}

export function markdownTable(head: Cells, rows: readonly Cells[]): string {
  const line = (cells: Cells) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|---|${'---:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}

export const comparisonHead: Cells = [
  'scenario',
  'Pennon req/s',
  '±',
  'p50 ms',
  'p99 ms',
  'peer req/s',
  'peer p50 ms',
  '× peer',
  'limit req/s',
  'of limit',
  'statements',
  '',
];

export function comparisonRows(comparisons: readonly Comparison[]): string[][] {
  return comparisons.map((comparison) => {
    const { group, name, pennon, peer, limit, statements } = comparison;
    const { pennon: ours, peer: theirs } = statements;
    return [
      `${group}: ${name}`,
      number(pennon?.rate),
      pennon === null ? '–' : `${Math.round(pennon.spread * 50)}%`,
      number(pennon?.p50Ms),
      number(pennon?.p99Ms),
      number(peer?.rate),
      number(peer?.p50Ms),
      number(ratioToPeer(comparison)),
      number(limit?.rate),
      number(ratioToLimit(comparison)),
      ours === null ? '–' : `${ours} / ${theirs ?? '–'}`,
      remark(comparison),
    ];
  });
}

/** The short form; the full text is below the table. */
function remark({ missing, difference }: Comparison): string {
  if (missing !== null) return missing.split(':', missing.startsWith('peer:') ? 2 : 1).join(':');
  return difference === null ? '' : `≠ ${difference}`;
}

/** Notes on rows with missing results or differences. */
export function explanations(comparisons: readonly Comparison[]): string[] {
  return comparisons.flatMap(({ group, name, missing, difference, explanation }) => [
    ...(missing?.includes('status') ? [`${group}: ${name}: ${missing}`] : []),
    ...(difference === null
      ? []
      : [
          `≠ ${group}: ${name}: ${difference} (Pennon / peer). ` +
            `${explanation ?? 'Not explained yet.'}`,
        ]),
  ]);
}

export function growthTable({ growth }: Results): { head: string[]; rows: string[][] } {
  const widest = Math.max(0, ...growth.map(({ points }) => points.length));
  return {
    head: ['growth', ...Array.from({ length: widest }, (_, index) => `size ${index + 1}`), 'worst'],
    rows: growth.map((line) => [
      `${line.database}: ${line.name}`,
      ...Array.from({ length: widest }, (_, index) => growthCell(line, index)),
      `× ${number(slowdown(line))}`,
    ]),
  };
}

export const directionHead: Cells = ['data', 'request', 'before', 'after', 'time', 'response'];

/** Time should not grow faster than the response. */
export const directionRows = (rows: readonly DirectionRow[]): string[][] =>
  rows.map(({ name, request, before, after }) => [
    name,
    request,
    ...[before, after].map((point) => (point === null ? '–' : `${number(point.p50Ms)} ms`)),
    ...(before === null || after === null
      ? ['–', '–']
      : [
          `× ${number(after.p50Ms / before.p50Ms)}`,
          `× ${number(after.bytes / Math.max(1, before.bytes))}`,
        ]),
  ]);

/** The median latency at the slowest size divided by that at the smallest. */
export function slowdown({ points }: Growth): number {
  const [smallest] = points;
  const worst = Math.max(...points.map(({ measured }) => measured.p50Ms));
  return smallest === undefined ? 1 : worst / smallest.measured.p50Ms;
}

function growthCell({ name, points }: Growth, index: number): string {
  const point = points[index];
  if (point === undefined) return '–';
  const size = name.startsWith('flags') ? point.size.flags : point.size.events;
  return `${short(size)}: ${number(point.measured.p50Ms)} ms`;
}

export const short = (value: number) =>
  value >= 1e6 ? `${value / 1e6}M` : value >= 1000 ? `${value / 1000}k` : String(value);

/** Three significant digits. */
export function number(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (value >= 1000) return String(Math.round(value)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
