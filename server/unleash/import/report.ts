import type { Omission } from '../source/source.ts';
import { layouts } from './layout.ts';
import type { TableOutcome } from './write.ts';

type Line = { read: number; created: number; changed: number; removed: number; skipped: number };

export type Report = {
  /** By the labels of tables. */
  lines: Map<string, Line>;
  /** Names of changed rows, by label; only the first ones. */
  changed: Map<string, string[]>;
  /** How often a row was left out, by reason. */
  skipped: Map<string, number>;
  omissions: readonly Omission[];
  events: number;
  /** What a dry run has counted instead of writing it. */
  pending?: { usage: number; events: number };
};

export const emptyReport = (): Report => ({
  lines: new Map(),
  changed: new Map(),
  skipped: new Map(),
  omissions: [],
  events: 0,
});

const namesMax = 10;
const reasonsMax = 1000;
const shownMax = 300;

/** Names and reasons contain texts of the source, of any length. */
const shortened = (text: string) => (text.length > shownMax ? `${text.slice(0, shownMax)}…` : text);

export function addBatch(report: Report, tables: readonly TableOutcome[]): void {
  for (const { table, read, created, changed, removed, skipped } of tables) {
    const label = layouts[table]?.label ?? table;
    const line = report.lines.get(label) ?? { ...noRows };
    line.read += read;
    line.created += created;
    line.changed += changed.length;
    line.removed += removed;
    line.skipped += skipped.length;
    report.lines.set(label, line);
    const names = report.changed.get(label) ?? [];
    names.push(...changed.slice(0, namesMax - names.length).map(shortened));
    if (names.length > 0) report.changed.set(label, names);
    for (const reason of skipped.map(shortened)) {
      const known = report.skipped.get(reason);
      if (known === undefined && report.skipped.size >= reasonsMax) continue;
      report.skipped.set(reason, (known ?? 0) + 1);
    }
  }
}

const noRows: Line = { read: 0, created: 0, changed: 0, removed: 0, skipped: 0 };

export function addEvents(report: Report, count: number): void {
  report.events += count;
}

/** What the source has, by label; the events of the report are only those of one run. */
export const totalsOf = ({ lines }: Report, events: number): Record<string, number> => ({
  ...Object.fromEntries(
    [...lines].filter(([, { read }]) => read > 0).map(([label, { read }]) => [label, read]),
  ),
  ...(events > 0 ? { events } : {}),
});

/** The report without the names of tables and columns. */
export type Summary = {
  tables: {
    name: string;
    total: number;
    created: number;
    changed: number;
    removed: number;
    unchanged: number;
    leftOut: number;
  }[];
  /** Those that are new. */
  events: number;
  /** Of a dry run, which only counts it. */
  usage: number | null;
  /** The names of what a run changes. */
  differences: string[];
  /** What is not imported, with the reasons. */
  leftOut: string[];
};

export function summaryOf({ lines, changed, skipped, ...report }: Report): Summary {
  return {
    tables: [...lines].map(([name, line]) => ({
      name,
      total: line.read,
      created: line.created,
      changed: line.changed,
      removed: line.removed,
      leftOut: line.skipped,
      unchanged: line.read - line.created - line.changed - line.skipped,
    })),
    events: report.pending?.events ?? report.events,
    usage: report.pending?.usage ?? null,
    differences: [...changed].map(([label, names]) => {
      const more = (lines.get(label)?.changed ?? 0) - names.length;
      return `${label}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    }),
    leftOut: [
      ...[...skipped].map(([reason, count]) => (count > 1 ? `${reason} (${count})` : reason)),
      ...report.omissions.map(
        ({ what, count, reason }) => `${count === undefined ? '' : `${count} `}${what}: ${reason}`,
      ),
    ],
  };
}

/** The report as lines of text: a table, what differs, and what is left out. */
export function renderReport(report: Report): string[] {
  const { tables, events, usage, differences, leftOut } = summaryOf(report);
  const heads = ['', 'in Unleash', 'new', 'changed', 'removed', 'unchanged', 'left out'];
  const rows = tables.map((it) =>
    [it.name, it.total, it.created, it.changed, it.removed, it.unchanged, it.leftOut].map(String),
  );
  const others = [
    ...(usage === null ? [] : [['usage', String(usage)]]),
    ['events', String(events), String(events)],
  ];
  return [
    ...tableOf([heads, ...rows, ...others]),
    ...sectionOf('Different from Unleash:', differences),
    ...sectionOf('Left out:', leftOut),
  ];
}

function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

const sectionOf = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
