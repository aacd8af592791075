import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, type as systemType, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { growthPlot, ratioPlot } from './plot.ts';
import type { EdgeResults, IntegrationResults, Machine, Results } from './results.ts';
import {
  alignedTable,
  comparisonHead,
  comparisonRows,
  directionHead,
  directionRows,
  explanations,
  growthTable,
  markdownTable,
} from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'docs', 'performance.md');

export function thisMachine(): Machine {
  const [first, ...rest] = cpus();
  return {
    cpu: first?.model.trim() || 'unknown',
    cores: rest.length + (first === undefined ? 0 : 1),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${systemType()} ${release()}`,
    // The load at the start, which shows how reliable the numbers are.
    load: loadavg()[0] ?? 0,
  };
}

/** The short hash, with a suffix if files are changed. */
export function commitOf(folder: string): string {
  try {
    const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args]).toString();
    const changed = git('status', '--porcelain', '--untracked-files=no').trim() !== '';
    return `${git('rev-parse', '--short', 'HEAD').trim()}${changed ? ' with changes' : ''}`;
  } catch {
    return 'unknown';
  }
}

/** Writes the JSON and the plots; returns their common path without extension. */
export function writeResults(results: Results, folder = join(root, 'bench', 'results')): string {
  mkdirSync(folder, { recursive: true });
  const stem = results.at.slice(0, 16).replaceAll(':', '').replace('T', '-');
  const base = join(folder, results.mode === 'normal' ? stem : `${stem}-${results.mode}`);
  writeFileSync(`${base}.json`, `${JSON.stringify(rounded(results), null, 2)}\n`);
  writeFileSync(`${base}-ratios.svg`, ratioPlot(results));
  if (results.growth.length > 0) writeFileSync(`${base}-growth.svg`, growthPlot(results));
  return base;
}

/** Four significant digits keep the file short. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, inner) =>
      typeof inner === 'number' && !Number.isInteger(inner) ? Number(inner.toPrecision(4)) : inner,
    ),
  );
}

export function terminalReport(results: Results): string {
  const growth = growthTable(results);
  return [
    headline(results),
    '',
    alignedTable(comparisonHead, comparisonRows(results.comparisons)),
    ...explanations(results.comparisons),
    ...(growth.rows.length > 0 ? ['', alignedTable(growth.head, growth.rows)] : []),
    ...(results.directions.length > 0
      ? ['', alignedTable(directionHead, directionRows(results.directions))]
      : []),
    ...(results.integrations ? ['', integrationLine(results.integrations)] : []),
    ...(results.edge ? ['', edgeLine(results.edge)] : []),
  ].join('\n');
}

const edgeLine = ({ flags, streams, startMs, memoryMb, lastMs }: EdgeResults) =>
  `Edge with ${flags} flags and ${streams} streams: ready ${startMs} ms after its start from the ` +
  `disk, ${memoryMb} MB, a change at the last stream after ${lastMs} ms.`;

function integrationLine(results: IntegrationResults): string {
  const { writesWithout, writesWith, deliveryDelay } = results;
  const times = ({ p50Ms, p99Ms }: { p50Ms: number; p99Ms: number }) =>
    `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  return [
    `${results.integrations} integrations, one of them dead, ${results.eventsPerMinute} events a minute:`,
    `  writes without them   ${times(writesWithout)}`,
    `  writes with them      ${times(writesWith)}`,
    `  until an event arrives ${times(deliveryDelay)}; ${results.missing} missing after a minute`,
  ].join('\n');
}

function headline({ machine, versions, commit, size, connections, mode, at }: Results): string {
  const { cpu, cores, memoryGb, system, load } = machine;
  return [
    `${at.slice(0, 10)}, ${mode} run of ${commit}: ${size.flags} flags, ${size.events} events, ` +
      `${connections} connections.`,
    `${cores} × ${cpu}, ${memoryGb} GB, ${system}, load ${load.toFixed(1)} at the start; ` +
      `Node ${versions.node}, ${versions.database}, Pennon ${versions.pennon}, ` +
      `peer ${versions.peer}.`,
  ].join('\n');
}

const begin = '<!-- bench: begin (written by npm run bench -- --document) -->';
const end = '<!-- bench: end -->';

/** Replaces the text between the two markers of docs/performance.md. */
export function documentResults(results: Results, base: string): void {
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to === -1) throw new Error('docs/performance.md has no bench markers.');
  const section = markdownReport(results, relative(join(root, 'docs'), base));
  writeFileSync(page, `${text.slice(0, from)}${begin}\n\n${section}\n\n${text.slice(to)}`);
}

function markdownReport(results: Results, base: string): string {
  const growth = growthTable(results);
  return [
    headline(results).replaceAll('\n', ' '),
    `All numbers: [JSON](${base}.json).`,
    `![Ratios to the peer and to the limit](${base}-ratios.svg)`,
    markdownTable(comparisonHead, comparisonRows(results.comparisons)),
    ...list(explanations(results.comparisons)),
    ...(growth.rows.length > 0
      ? [`![Growth](${base}-growth.svg)`, markdownTable(growth.head, growth.rows)]
      : []),
    ...(results.directions.length > 0
      ? [markdownTable(directionHead, directionRows(results.directions))]
      : []),
    ...(results.edge ? [edgeLine(results.edge)] : []),
  ].join('\n\n');
}

const list = (items: readonly string[]) =>
  items.length > 0 ? [items.map((item) => `- ${item}`).join('\n')] : [];
