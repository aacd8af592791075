import type { Cleanup } from './cleanup.ts';
import type { Cluster } from './cluster.ts';
import { differenceBetween } from './compare.ts';
import { startLimit } from './limit.ts';
import type { Canned } from './limit-server.ts';
import { countStatements, type Line, measure, openLine, warmUp, whyNot } from './measure.ts';
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

type Contest = { scenario: Scenario; pennon: Line; peer: Line | undefined };

/** Pennon, the peer and the limit, scenario by scenario. */
export async function compareServers(
  bench: Bench,
  scenarios: readonly Scenario[],
  { pennon, peer }: { pennon: Target; peer: Target | undefined },
): Promise<Comparison[]> {
  const first = bench.progress.step('asking each question once', scenarios.length);
  const contests: Contest[] = [];
  for (const scenario of scenarios) {
    contests.push({
      scenario,
      pennon: await openLine(scenario, pennon),
      peer: peer && (await openLine(scenario, peer)),
    });
    first.tick(scenario.name);
  }
  first.done();
  const limit = await startLimit(contests.map(cannedAnswer), bench.cleanup);
  const limits = contests.map((contest, place) => limitLine(contest, limit, place));
  await warmAll(bench, [
    contests.map((contest) => contest.pennon),
    contests.flatMap((contest) => contest.peer ?? []),
    limits,
  ]);
  const step = bench.progress.step('comparing', contests.length);
  const comparisons: Comparison[] = [];
  for (const [place, contest] of contests.entries()) {
    step.tick(`${contest.scenario.group}: ${contest.scenario.name}`);
    comparisons.push(await compareOne(bench, contest, limits[place] ?? contest.pennon));
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

const limitPath = (place: number) => `/answer/${place}`;

/** What Pennon answered first is what the limit server always answers. */
const cannedAnswer = ({ scenario, pennon }: Contest, place: number): Canned => ({
  method: scenario.ask(0).method,
  url: limitPath(place),
  status: scenario.status,
  type: pennon.first.type,
  gzipped: pennon.first.encoding === 'gzip',
  body: pennon.first.body,
});

function limitLine({ scenario, pennon }: Contest, limit: Target, place: number): Line {
  const fixed = { ...scenario.ask(0), path: limitPath(place) };
  return {
    scenario: { ...scenario, ask: () => fixed },
    target: limit,
    next: () => fixed,
    headers: pennon.headers,
    first: { ...pennon.first, ms: 0 },
  };
}

async function compareOne(bench: Bench, contest: Contest, limit: Line): Promise<Comparison> {
  const { scenario, pennon, peer } = contest;
  const obstacles = { pennon: whyNot(pennon), peer: peer && whyNot(peer) };
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
  const able = peer !== undefined && obstacles.peer === undefined ? peer : undefined;
  const lines = [...(able ? [able] : []), pennon, limit];
  const measured = await measure(lines, bench.pace);
  const of = (line: Line | undefined) => (line && measured[lines.indexOf(line)]) ?? null;
  const difference = able && differenceBetween(pennon.first.body, able.first.body);
  return {
    ...empty,
    pennon: of(pennon),
    peer: of(able),
    limit: of(limit),
    statements: {
      pennon: (await countStatements(pennon, bench.cluster)) ?? null,
      peer: (able && (await countStatements(able, bench.cluster))) ?? null,
    },
    missing: obstacles.peer === undefined ? null : `peer: ${obstacles.peer}`,
    difference: difference ?? null,
    explanation: difference === undefined ? null : (scenario.differs ?? null),
  };
}
