import type { Cluster } from './cluster.ts';
import { requestBytes, runRound } from './load.ts';
import type { Pace } from './options.ts';
import { untilAtRest } from './rest.ts';
import { type Ask, isRead, type Scenario } from './scenarios/scenario.ts';
import { type Measured, median, type Round, summarise } from './statistics.ts';
import type { Target } from './target.ts';

/** One scenario at one server: how its requests are made, and what the first one gave. */
export type Line = {
  scenario: Scenario;
  target: Target;
  next: () => Ask;
  headers: Readonly<Record<string, string>>;
  first: Answer;
};

export type Answer = {
  status: number;
  type: string;
  etag: string;
  /** How the body was packed when it came, if at all. */
  encoding: string;
  body: string;
  ms: number;
};

/** Clients are refused before it is found that nothing is there; so somebody else asks. */
const isUnknown = async (target: Target, { method, path }: Ask) =>
  (await askOnce(target, { method, path }, { authorization: target.tokens.user })).status === 404;

/** Asks once, and finds out whether the server knows the question at all. */
export async function openLine(scenario: Scenario, target: Target): Promise<Line> {
  let asked = 0;
  const next = () => scenario.ask(asked++);
  const token = target.tokens[scenario.as ?? 'user'];
  const headers: Record<string, string> = {
    'accept-encoding': 'gzip',
    ...(token === '' ? {} : { authorization: token }),
    ...(scenario.as === 'client'
      ? { 'unleash-appname': 'bench', 'unleash-instanceid': 'bench' }
      : {}),
  };
  let first = await askOnce(target, next(), headers);
  if (scenario.revalidates && first.status === 200) {
    headers['if-none-match'] = first.etag;
    first = await askOnce(target, next(), headers);
  }
  if (first.status === 403 && scenario.as === 'client' && (await isUnknown(target, next()))) {
    first = { ...first, status: 404 };
  }
  // What comes again may be packed where the first was not; writes are not repeated.
  if (next().method === 'GET' && first.ms < slowMs) {
    first.encoding = (await askOnce(target, next(), headers)).encoding;
  }
  return { scenario, target, next, headers, first };
}

/** Undefined when it can be measured. */
export function whyNot({ scenario, first }: Line): string | undefined {
  if (first.status === scenario.status) return undefined;
  if (first.status === 404) return 'not there yet';
  return `answered ${first.status}, not ${scenario.status}: ${first.body.slice(0, 200)}`;
}

export async function askOnce(
  { port }: Target,
  { method, path, body }: Ask,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
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

/** A server that needs this long has nothing left to warm. */
const slowMs = 500;

/** One server, all its questions in turn; those that answer at once, unless none does. */
export async function warmUp(lines: readonly Line[], pace: Pace): Promise<void> {
  const able = lines.filter((line) => whyNot(line) === undefined);
  const fast = able.filter(({ first }) => first.ms < slowMs);
  const chosen = fast.length > 0 ? fast : able.slice(0, 1);
  if (chosen.length === 0) return;
  const end = performance.now() + pace.warmUpSeconds * 1000;
  for (let turn = 0; performance.now() < end; turn++) {
    const line = chosen[turn % chosen.length];
    if (line !== undefined) await runRound(loadOf(line, pace, pace.warmSeconds));
  }
}

/** Rounds in turn, so that what else the machine does hits all servers alike. */
export async function measure(lines: readonly Line[], pace: Pace): Promise<Measured[]> {
  const rounds: Round[][] = lines.map(() => []);
  const spent = lines.map(() => 0);
  for (const line of lines) {
    if (line.first.ms < slowMs) await runRound(loadOf(line, pace, pace.warmSeconds));
  }
  for (let number = 0; number < pace.rounds; number++) {
    for (const [place, line] of lines.entries()) {
      if (number >= pace.leastRounds && (spent[place] ?? 0) > pace.budgetSeconds) continue;
      await untilAtRest(pace.restSeconds * 1000);
      const seconds = isRead(line.scenario) ? pace.roundSeconds : pace.writeRoundSeconds;
      const round = await runRound(loadOf(line, pace, seconds));
      rounds[place]?.push(round);
      spent[place] = (spent[place] ?? 0) + round.seconds;
    }
  }
  return rounds.map(summarise);
}

function loadOf({ scenario, target, next, headers }: Line, pace: Pace, seconds: number) {
  const bytes = (ask: Ask) => requestBytes({ ...ask, headers });
  const fixed = scenario.ask(0) === scenario.ask(1) ? bytes(scenario.ask(0)) : undefined;
  return {
    port: target.port,
    connections: pace.connections,
    seconds,
    expect: scenario.status,
    next: fixed === undefined ? () => bytes(next()) : () => fixed,
  };
}

/** The median of a few lone requests, for either server also has things to do of its own. */
export async function countStatements(line: Line, cluster: Cluster | undefined) {
  const { target, next, headers, first } = line;
  const count = cluster?.countStatements;
  if (count === undefined || target.database === undefined) return undefined;
  const counts: number[] = [];
  for (let turn = 0; turn < (first.ms < slowMs ? 5 : 1); turn++) {
    const before = await count(target.database);
    await askOnce(target, next(), headers);
    counts.push((await count(target.database)) - before);
  }
  return median(counts);
}
