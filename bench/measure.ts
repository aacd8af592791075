import { type Background, createBackground } from './background.ts';
import type { Cluster } from './cluster.ts';
import { waitUntilIdle } from './idle.ts';
import { requestBytes, runRound } from './load.ts';
import type { Pace } from './options.ts';
import { type BenchRequest, changesData, type Scenario } from './scenarios/scenario.ts';
import { type Measured, median, type Round, summarise } from './statistics.ts';
import type { Target } from './target.ts';

/** One scenario at one server, with the response to its first request. */
export type Line = {
  scenario: Scenario;
  target: Target;
  next: () => BenchRequest;
  headers: Readonly<Record<string, string>>;
  first: FirstResponse;
  background: Background;
};

export type FirstResponse = {
  status: number;
  type: string;
  etag: string;
  /** The content encoding of a repeated request. */
  encoding: string;
  body: string;
  ms: number;
};

/** Client tokens get 403 before 404, so a user token checks whether the route exists. */
const isUnknown = async (target: Target, { method, path }: BenchRequest) =>
  (await sendOnce(target, { method, path }, { authorization: target.tokens.user })).status === 404;

/** Sends the first request, which shows whether the server implements the route. */
export async function openLine(scenario: Scenario, target: Target): Promise<Line> {
  let sent = 0;
  const next = () => scenario.request(sent++);
  const token = target.tokens[scenario.as ?? 'user'];
  const headers: Record<string, string> = {
    'accept-encoding': 'gzip',
    ...(token === '' ? {} : { authorization: token }),
    ...(scenario.as === 'client'
      ? { 'unleash-appname': 'bench', 'unleash-instanceid': 'bench' }
      : {}),
  };
  let first = await sendOnce(target, next(), headers);
  if (scenario.revalidates && first.status === 200) {
    headers['if-none-match'] = first.etag;
    first = await sendOnce(target, next(), headers);
  }
  if (first.status === 403 && scenario.as === 'client' && (await isUnknown(target, next()))) {
    first = { ...first, status: 404 };
  }
  // A server may compress only repeated responses; writes are not repeated.
  if (next().method === 'GET' && first.ms < slowMs) {
    first.encoding = (await sendOnce(target, next(), headers)).encoding;
  }
  const background = createBackground(target, scenario.background ?? []);
  return { scenario, target, next, headers, first, background };
}

/** Undefined when the scenario can be measured. */
export function obstacleOf({ scenario, first }: Line): string | undefined {
  if (first.status === scenario.status) return undefined;
  if (first.status === 404) return 'not implemented';
  return `status ${first.status}, expected ${scenario.status}: ${first.body.slice(0, 200)}`;
}

export async function sendOnce(
  { port }: Target,
  { method, path, body }: BenchRequest,
  headers: Readonly<Record<string, string>>,
): Promise<FirstResponse> {
  const start = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(120_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? 'application/json',
    etag: response.headers.get('etag') ?? '',
    encoding: response.headers.get('content-encoding') ?? '',
    body: text,
    ms: performance.now() - start,
  };
}

/** Warming up does not help a server this slow. */
const slowMs = 500;

/** Warms up one server with the fast scenarios, or with the first one. */
export async function warmUp(lines: readonly Line[], pace: Pace): Promise<void> {
  const measurable = lines.filter((line) => obstacleOf(line) === undefined);
  const fast = measurable.filter(({ first }) => first.ms < slowMs);
  const chosen = fast.length > 0 ? fast : measurable.slice(0, 1);
  if (chosen.length === 0) return;
  const end = performance.now() + pace.warmUpSeconds * 1000;
  for (let round = 0; performance.now() < end; round++) {
    const line = chosen[round % chosen.length];
    if (line !== undefined) await runRound(loadOf(line, pace, pace.warmSeconds));
  }
}

/** Alternates between servers, so that other load on the machine affects all of them. */
export async function measure(lines: readonly Line[], pace: Pace): Promise<Measured[]> {
  const rounds: Round[][] = lines.map(() => []);
  const spent = lines.map(() => 0);
  for (const line of lines) {
    if (line.first.ms < slowMs) await runRound(loadOf(line, pace, pace.warmSeconds));
  }
  for (let number = 0; number < pace.rounds; number++) {
    for (const [index, line] of lines.entries()) {
      if (number >= pace.minRounds && (spent[index] ?? 0) > pace.budgetSeconds) continue;
      await waitUntilIdle(pace.idleWaitSeconds * 1000);
      const seconds = changesData(line.scenario) ? pace.writeRoundSeconds : pace.roundSeconds;
      const round = await line.background.during(() => runRound(loadOf(line, pace, seconds)));
      rounds[index]?.push(round);
      spent[index] = (spent[index] ?? 0) + round.seconds;
    }
  }
  return rounds.map(summarise);
}

function loadOf({ scenario, target, next, headers }: Line, pace: Pace, seconds: number) {
  const bytes = (request: BenchRequest) => requestBytes({ ...request, headers });
  const fixed =
    scenario.request(0) === scenario.request(1) ? bytes(scenario.request(0)) : undefined;
  return {
    port: target.port,
    connections: pace.connections,
    seconds,
    expect: scenario.status,
    next: fixed === undefined ? () => bytes(next()) : () => fixed,
  };
}

/** The median of single requests, because servers also execute background statements. */
export async function countStatements(line: Line, cluster: Cluster | undefined) {
  const { target, next, headers, first } = line;
  const count = cluster?.countStatements;
  if (count === undefined || target.database === undefined) return undefined;
  const counts: number[] = [];
  for (let round = 0; round < (first.ms < slowMs ? 5 : 1); round++) {
    const before = await count(target.database);
    await sendOnce(target, next(), headers);
    counts.push((await count(target.database)) - before);
  }
  return median(counts);
}
