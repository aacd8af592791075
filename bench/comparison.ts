import { createBackground } from './background.ts';
import type { Cleanup } from './cleanup.ts';
import type { Cluster } from './cluster.ts';
import { differenceBetween } from './compare.ts';
import { startLimit } from './limit.ts';
import type { CannedResponse } from './limit-server.ts';
import { countStatements, type Line, measure, obstacleOf, openLine, warmUp } from './measure.ts';
import type { Pace } from './options.ts';
import type { Progress } from './progress.ts';
import type { Comparison } from './results.ts';
import type { Scenario } from './scenarios/scenario.ts';
import type { Target } from './target.ts';

export type Bench = {
  cluster: Cluster | undefined;
  pace: Pace;
  progress: Progress;
  cleanup: Cleanup;
};

type ScenarioRun = { scenario: Scenario; pennon: Line; peer: Line | undefined };

/** Measures Pennon, the peer and the limit for each scenario. */
export async function compareServers(
  bench: Bench,
  scenarios: readonly Scenario[],
  { pennon, peer }: { pennon: Target; peer: Target | undefined },
): Promise<Comparison[]> {
  const first = bench.progress.step('warming up: one request each', scenarios.length);
  const runs: ScenarioRun[] = [];
  for (const scenario of scenarios) {
    runs.push({
      scenario,
      pennon: await openLine(scenario, pennon),
      peer: peer && (await openLine(scenario, peer)),
    });
    first.tick(scenario.name);
  }
  first.done();
  const limit = await startLimit(runs.map(cannedResponse), bench.cleanup);
  const limits = runs.map((run, index) => limitLine(run, limit, index));
  await warmAll(bench, [
    runs.map((run) => run.pennon),
    runs.flatMap((run) => run.peer ?? []),
    limits,
  ]);
  const step = bench.progress.step('comparing', runs.length);
  const comparisons: Comparison[] = [];
  for (const [index, run] of runs.entries()) {
    step.tick(`${run.scenario.group}: ${run.scenario.name}`);
    comparisons.push(await compareOne(bench, run, limits[index] ?? run.pennon));
  }
  step.done();
  return comparisons;
}

export async function warmAll({ progress, pace }: Bench, servers: readonly Line[][]) {
  const step = progress.step('warming up', servers.length);
  for (const lines of servers) {
    await warmUp(lines, pace);
    step.tick();
  }
  step.done();
}

const limitPath = (index: number) => `/response/${index}`;

/** The limit server always sends the first response of Pennon. */
const cannedResponse = ({ scenario, pennon }: ScenarioRun, index: number): CannedResponse => ({
  method: scenario.request(0).method,
  url: limitPath(index),
  status: scenario.status,
  type: pennon.first.type,
  gzipped: pennon.first.encoding === 'gzip',
  body: pennon.first.body,
});

function limitLine({ scenario, pennon }: ScenarioRun, limit: Target, index: number): Line {
  const fixed = { ...scenario.request(0), path: limitPath(index) };
  return {
    scenario: { ...scenario, request: () => fixed },
    target: limit,
    next: () => fixed,
    headers: pennon.headers,
    first: { ...pennon.first, ms: 0 },
    background: createBackground(limit, []),
  };
}

async function compareOne(bench: Bench, run: ScenarioRun, limit: Line): Promise<Comparison> {
  const { scenario, pennon, peer } = run;
  const obstacles = { pennon: obstacleOf(pennon), peer: peer && obstacleOf(peer) };
  const nothing = { pennon: null, peer: null, limit: null };
  const empty: Comparison = {
    group: scenario.group,
    name: scenario.name,
    ...nothing,
    statements: { pennon: null, peer: null },
    missing: obstacles.pennon ?? null,
    difference: null,
    explanation: null,
  };
  if (obstacles.pennon !== undefined) return empty;
  const measurable = peer !== undefined && obstacles.peer === undefined ? peer : undefined;
  const lines = [...(measurable ? [measurable] : []), pennon, limit];
  const measured = await measure(lines, bench.pace);
  const of = (line: Line | undefined) => (line && measured[lines.indexOf(line)]) ?? null;
  const difference = measurable && differenceBetween(pennon.first.body, measurable.first.body);
  return {
    ...empty,
    pennon: of(pennon),
    peer: of(measurable),
    limit: of(limit),
    statements: {
      pennon: (await countStatements(pennon, bench.cluster)) ?? null,
      peer: (measurable && (await countStatements(measurable, bench.cluster))) ?? null,
    },
    missing: obstacles.peer === undefined ? null : `peer: ${obstacles.peer}`,
    difference: difference ?? null,
    explanation: difference === undefined ? null : (scenario.differs ?? null),
  };
}
