import type { Bench } from './comparison.ts';
import { type Line, measure, obstacleOf, openLine } from './measure.ts';
import type { DirectionRow } from './results.ts';
import type { Direction } from './scenarios/directions.ts';
import type { Target } from './target.ts';

/** Measures the requests of a direction before and after its data was added. */
export async function measureDirection(
  bench: Bench,
  { name, scenarios }: Direction,
  { before, after }: { before: Target; after: Target },
): Promise<DirectionRow[]> {
  const rows: DirectionRow[] = [];
  for (const scenario of scenarios) {
    const few = await openLine(scenario, before);
    const many = await openLine(scenario, after);
    // A flag that only the larger data has is compared with nothing.
    const lines = [few, many].filter((line) => obstacleOf(line) === undefined);
    const measured = await measure(lines, bench.pace);
    const pointOf = (line: Line) => {
      const found = measured[lines.indexOf(line)];
      return found === undefined ? null : { p50Ms: found.p50Ms, bytes: line.first.body.length };
    };
    rows.push({ name, request: scenario.name, before: pointOf(few), after: pointOf(many) });
  }
  return rows;
}
