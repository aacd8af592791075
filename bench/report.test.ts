import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { decades, growthPlot, logScale, ratioPlot } from './plot.ts';
import { bar } from './progress.ts';
import { terminalReport, writeResults } from './report.ts';
import type { Comparison, Results } from './results.ts';
import type { Measured } from './statistics.ts';
import { alignedTable, markdownTable, number, slowdown } from './table.ts';

const folder = mkdtempSync(join(tmpdir(), 'pennon-bench-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const measured = (rate: number): Measured => ({
  rate,
  spread: 0.1,
  p50Ms: 1000 / rate,
  p99Ms: 2000 / rate,
  rounds: 3,
  requests: 30,
});

const comparison = (part: Partial<Comparison>): Comparison => ({
  group: 'flag search',
  name: 'default page',
  pennon: measured(2000),
  peer: measured(10),
  limit: measured(8000),
  statements: { pennon: 3, peer: 8 },
  missing: null,
  difference: null,
  explanation: null,
  ...part,
});

const nothing = { pennon: null, peer: null, limit: null };

const results: Results = {
  at: '2026-01-02T03:04:05.000Z',
  mode: 'quick',
  commit: 'abc1234',
  machine: { cpu: 'A & B <c>', cores: 2, memoryGb: 8, system: 'Linux 6', load: 0.25 },
  versions: { node: 'v20', database: 'PostgreSQL 15', pennon: '0.1.0', peer: '6.10.1' },
  connections: 4,
  size: { flags: 10_000, events: 60_000 },
  directions: [],
  comparisons: [
    comparison({}),
    comparison({ name: 'tag <x> & y', difference: 'total 1 / 2', explanation: 'Counts twice.' }),
    comparison({ name: 'odd', difference: 'count 3 / 4' }),
    comparison({ name: 'dashboard', ...nothing, missing: 'not implemented' }),
  ],
  integrations: null,
  edge: null,
  growth: [
    {
      database: 'PostgreSQL',
      name: 'flags: default page',
      points: [
        { size: { flags: 1000, events: 1e5 }, measured: measured(1000) },
        { size: { flags: 10_000, events: 1e6 }, measured: measured(500) },
      ],
    },
  ],
};

describe('the report on the terminal', () => {
  test('has one row per scenario, with ratios and statements', () => {
    const row = terminalReport(results)
      .split('\n')
      .find((line) => line.startsWith('flag search: default page'));

    expect(row?.split(/\s{2,}/)).toEqual([
      'flag search: default page',
      '2,000',
      '5%',
      '0.50',
      '1.00',
      '10.0',
      '100',
      '200',
      '8,000',
      '0.25',
      '3 / 8',
    ]);
  });

  test('marks differences, with an explanation or its absence', () => {
    const text = terminalReport(results);

    expect(text).toContain('≠ total 1 / 2');
    expect(text).toContain('tag <x> & y: total 1 / 2 (Pennon / peer). Counts twice.');
    expect(text).toContain('odd: count 3 / 4 (Pennon / peer). Not explained yet.');
  });

  test('shows why a number is missing', () => {
    expect(terminalReport(results)).toMatch(/dashboard +–.*not implemented/);
  });

  test('shows how much slower the slowest size is than the smallest', () => {
    const [growth] = results.growth;

    expect(growth && slowdown(growth)).toBe(2);
    expect(terminalReport(results)).toContain('× 2.00');
  });
});

describe('tables', () => {
  test('align the first column left and the others right', () => {
    expect(alignedTable(['a', 'bb'], [['long', '1']])).toBe('a     bb\n────  ──\nlong   1');
  });

  test('escape the bar in markdown', () => {
    expect(markdownTable(['a', 'b'], [['x|y', '1']])).toBe('| a | b |\n|---|---:|\n| x\\|y | 1 |');
  });

  test('show three significant digits', () => {
    expect([1_234_567, 999.6, 123.4, 12.34, 1.234, 0.0567, null].map(number)).toEqual([
      '1,234,567',
      '1000',
      '123',
      '12.3',
      '1.23',
      '0.06',
      '–',
    ]);
  });
});

describe('plots', () => {
  test('give equal ratios equal lengths', () => {
    const x = logScale([1, 1000], [0, 300]);

    expect([x(1), x(10), x(100), x(1000)].map(Math.round)).toEqual([0, 100, 200, 300]);
    expect(decades([0.3, 250])).toEqual([0.1, 1, 10, 100, 1000]);
    expect(decades([1])).toEqual([1, 10]);
  });

  test('have a bar for each ratio and none for missing ones', () => {
    const svg = ratioPlot(results);

    expect(svg.match(/<rect x=/g)).toHaveLength(6);
    expect(svg).toContain('tag &lt;x&gt; &amp; y');
    expect(svg).not.toContain('dashboard');
  });

  test('have a line for each growth scenario', () => {
    const svg = growthPlot(results);

    expect(svg.match(/<polyline/g)).toHaveLength(1);
    expect(svg.match(/<circle/g)).toHaveLength(2);
  });

  test('of an empty run are valid images', () => {
    const empty = { ...results, comparisons: [], growth: [] };

    expect(ratioPlot(empty)).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(growthPlot(empty)).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
  });
});

describe('results', () => {
  test('are JSON and plots, named by time and mode', () => {
    const base = writeResults(results, folder);

    expect(readdirSync(folder).toSorted()).toEqual([
      '2026-01-02-0304-quick-growth.svg',
      '2026-01-02-0304-quick-ratios.svg',
      '2026-01-02-0304-quick.json',
    ]);
    expect(JSON.parse(readFileSync(`${base}.json`, 'utf8'))).toMatchObject({ commit: 'abc1234' });
  });
});

describe('the progress bar', () => {
  test('is empty at the start, full at the end and never longer', () => {
    expect([bar(0, 4), bar(2, 4), bar(4, 4), bar(5, 4)].map((text) => text.indexOf('░'))).toEqual([
      0, 12, -1, -1,
    ]);
    expect(bar(0, 0)).toHaveLength(24);
  });
});
