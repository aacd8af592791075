import { type Bench, warmAll } from './comparison.ts';
import { type Line, measure, obstacleOf, openLine } from './measure.ts';
import type { Size } from './pennon.ts';
import type { Growth } from './results.ts';
import type { Scenario } from './scenarios/scenario.ts';
import type { Target } from './target.ts';

export type Sized = { size: Size; target: Target };

/** Measures the scenarios at every size, except those that a server does not implement. */
export async function measureGrowth(
  bench: Bench,
  scenarios: readonly Scenario[],
  { database, sized }: { database: Growth['database']; sized: readonly Sized[] },
): Promise<Growth[]> {
  if (sized.length < 2) return [];
  const inOrder = sized.toSorted((one, other) => one.size.flags - other.size.flags);
  const queries: { scenario: Scenario; lines: Line[] }[] = [];
  for (const scenario of scenarios) {
    const lines: Line[] = [];
    for (const { target } of inOrder) lines.push(await openLine(scenario, target));
    if (lines.every((line) => obstacleOf(line) === undefined)) queries.push({ scenario, lines });
  }
  await warmAll(
    bench,
    inOrder.map((_, index) => queries.flatMap(({ lines }) => lines[index] ?? [])),
  );
  const step = bench.progress.step(`growth, ${database}`, queries.length);
  const growth: Growth[] = [];
  for (const { scenario, lines } of queries) {
    step.tick(scenario.name);
    const measured = await measure(lines, bench.pace);
    const points = inOrder.flatMap(({ size }, index) => {
      const found = measured[index];
      return found === undefined ? [] : [{ size, measured: found }];
    });
    growth.push({ database, name: scenario.name, points });
  }
  step.done();
  return growth;
}
