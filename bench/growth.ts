import { type Bench, warmAll } from './comparison.ts';
import { type Line, measure, openLine, whyNot } from './measure.ts';
import type { Size } from './pennon.ts';
import type { Growth } from './results.ts';
import type { Scenario } from './scenarios/scenario.ts';
import type { Target } from './target.ts';

export type Sized = { size: Size; target: Target };

/** The same questions at every size in turn; those that a server does not know are left out. */
export async function measureGrowth(
  bench: Bench,
  scenarios: readonly Scenario[],
  { database, sized }: { database: Growth['database']; sized: readonly Sized[] },
): Promise<Growth[]> {
  if (sized.length < 2) return [];
  const inOrder = sized.toSorted((one, other) => one.size.flags - other.size.flags);
  const questions: { scenario: Scenario; lines: Line[] }[] = [];
  for (const scenario of scenarios) {
    const lines: Line[] = [];
    for (const { target } of inOrder) lines.push(await openLine(scenario, target));
    if (lines.every((line) => whyNot(line) === undefined)) questions.push({ scenario, lines });
  }
  await warmAll(
    bench,
    inOrder.map((_, place) => questions.flatMap(({ lines }) => lines[place] ?? [])),
  );
  const step = bench.progress.step(`growth, ${database}`, questions.length);
  const growth: Growth[] = [];
  for (const { scenario, lines } of questions) {
    step.tick(scenario.name);
    const measured = await measure(lines, bench.pace);
    const points = inOrder.flatMap(({ size }, place) => {
      const found = measured[place];
      return found === undefined ? [] : [{ size, measured: found }];
    });
    growth.push({ database, name: scenario.name, points });
  }
  step.done();
  return growth;
}
