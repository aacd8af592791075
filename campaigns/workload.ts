import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { readConfig } from '../server/config.ts';
import { openDb } from '../server/platform/db/connect.ts';
import type { Db } from '../server/platform/db/open.ts';
import { aGrant, aProject, aUser } from '../server/testing/a.ts';
import { aProtection, aReviewer } from '../server/testing/change-requests.ts';
import { type Running, runCommand, send } from '../server/testing/process.ts';

type Env = Record<string, string>;

/** A project whose environment `production` requires one approval. */
export type Workload = {
  project: string;
  /** One for each writer, because changes of one author are added to the same draft. */
  authorTokens: readonly string[];
  reviewerToken: string;
};

/** What the server has acknowledged, so that it must exist afterwards. */
export type Acknowledged = {
  flags: Set<string>;
  /** Ids of strategies. */
  strategies: Set<string>;
  /** Environment and flag. */
  enabled: Set<string>;
  /** Id and last acknowledged state. */
  requests: Map<number, string>;
};

export const nothingAcknowledged = (): Acknowledged => ({
  flags: new Set(),
  strategies: new Set(),
  enabled: new Set(),
  requests: new Map(),
});

export const countAcknowledged = ({ flags, strategies, enabled, requests }: Acknowledged) =>
  flags.size + strategies.size + enabled.size + requests.size;

export async function withDb<T>(env: Env, work: (db: Db) => Promise<T>): Promise<T> {
  const opened = await openDb(readConfig(env));
  try {
    return await work(opened.db);
  } finally {
    await opened.close();
  }
}

/** Must run while no server uses the data folder. */
export const createWorkload = (env: Env, writers: number): Promise<Workload> =>
  withDb(env, async (db) => {
    const project = await aProject(db);
    await aProtection(db, { project, environment: 'production' });
    const authorTokens: string[] = [];
    for (let writer = 0; writer < writers; writer++) {
      const { id: userId, token } = await aUser(db);
      await aGrant(db, { project, userId });
      authorTokens.push(token);
    }
    const reviewer = await aReviewer(db, project);
    return { project, authorTokens, reviewerToken: reviewer.token };
  });

/** Thrown when a write is not acknowledged. */
export class NotAcknowledged extends Error {}

export type Target = {
  flag: string;
  writer: number;
  /** Whether some requests are scheduled, to be applied by the job. */
  schedules?: boolean;
};

/** Writes of all kinds about one new flag; throws if one is not acknowledged. */
export async function writeFlag(
  server: Pick<Running, 'url'>,
  workload: Workload,
  target: Target,
  acknowledged: Acknowledged,
): Promise<void> {
  const call = callsTo(server);
  await enableInDevelopment(call, workload.project, target.flag, acknowledged);
  await enableInProduction(call, workload, target, acknowledged);
}

type Call = (
  method: string,
  path: string,
  body?: unknown,
  token?: string,
) => Promise<Record<string, unknown>>;

function callsTo(server: Pick<Running, 'url'>): Call {
  return async (method, path, body, token) => {
    const response = await send({ ...server, ...(token && { token }) }, method, path, body);
    if (response === undefined || response.status === 503) throw new NotAcknowledged();
    if (response.status < 300) return (response.body ?? {}) as Record<string, unknown>;
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  };
}

/** By an import, or one change after another. */
async function enableInDevelopment(
  call: Call,
  project: string,
  flag: string,
  acknowledged: Acknowledged,
): Promise<void> {
  if (randomInt(4) === 0) {
    await call('POST', '/api/admin/features-batch/import', anImport(project, flag));
    acknowledged.flags.add(flag);
  } else {
    const flags = `/api/admin/projects/${project}/features`;
    await call('POST', flags, { name: flag });
    acknowledged.flags.add(flag);
    const environment = `${flags}/${flag}/environments/development`;
    const strategy = await call('POST', `${environment}/strategies`, { name: 'default' });
    acknowledged.strategies.add(String(strategy.id));
    await call('POST', `${environment}/on`);
  }
  acknowledged.enabled.add(`development ${flag}`);
}

/** By a change request, which is applied at once or by the job. */
async function enableInProduction(
  call: Call,
  { project, authorTokens, reviewerToken }: Workload,
  { flag, writer, schedules = true }: Target,
  acknowledged: Acknowledged,
): Promise<void> {
  const here = `/api/admin/projects/${project}`;
  const author = authorTokens[writer] ?? '';
  const change = { feature: flag, action: 'updateEnabled', payload: { enabled: true } };
  const proposals = `${here}/environments/production/change-requests`;
  // After a kill, the change is added to the pending request of the author, which may be in review.
  const { id: requestId, state: pending } = await call('POST', proposals, change, author);
  const id = Number(requestId);
  acknowledged.requests.set(id, String(pending));

  const moveTo = async (state: string, token: string, more = {}) => {
    await call('PUT', `${here}/change-requests/${id}/state`, { state, ...more }, token);
    acknowledged.requests.set(id, state);
  };
  if (pending === 'Draft') await moveTo('In review', author);
  await moveTo('Approved', reviewerToken);
  if (schedules && randomInt(3) === 0) {
    const scheduledAt = new Date(Date.now() + randomInt(5_000, 15_000)).toISOString();
    await moveTo('Scheduled', reviewerToken, { scheduledAt });
  } else {
    await moveTo('Applied', reviewerToken);
    acknowledged.enabled.add(`production ${flag}`);
  }
}

const anImport = (project: string, featureName: string) => ({
  project,
  environment: 'development',
  data: {
    features: [{ name: featureName, type: 'release' }],
    featureStrategies: [{ featureName, name: 'default' }],
    featureEnvironments: [{ name: featureName, featureName, enabled: true }],
  },
});

/** Lists acknowledged writes that are missing, and changes and events without each other. */
async function findLosses(db: Db, acknowledged: Acknowledged): Promise<string[]> {
  const stored = await storedState(db);
  const missing = (what: string, wanted: Iterable<string>, present: ReadonlySet<string>) =>
    [...wanted].filter((key) => !present.has(key)).map((key) => `${what} ${key}`);
  return [
    ...missing('lost flag', acknowledged.flags, stored.flags),
    ...missing('lost strategy', acknowledged.strategies, stored.strategies),
    ...missing('not enabled:', acknowledged.enabled, stored.enabled),
    ...missing('created without event:', stored.flags, stored.created),
    ...missing('event without flag:', stored.created, stored.flags),
    ...missing('enabled without event:', stored.enabled, stored.switchedOn),
    ...missing('event without enabling:', stored.switchedOn, stored.enabled),
    ...[...acknowledged.requests].flatMap(([id, state]) =>
      followsFrom(state, stored.requests.get(id)) ? [] : [`request ${id} is no longer ${state}`],
    ),
  ];
}

/** The job applies scheduled requests, and an unacknowledged transition may have been committed. */
const states = ['Draft', 'In review', 'Approved', 'Scheduled', 'Applied'];

const followsFrom = (acknowledged: string, stored: string | undefined) =>
  stored !== undefined && states.indexOf(stored) >= states.indexOf(acknowledged);

async function storedState(db: Db) {
  const keys = async (query: ReturnType<typeof sql<{ key: string }>>) =>
    new Set((await query.execute(db)).rows.map(({ key }) => key));
  const requests = await db.selectFrom('change_requests').select(['id', 'state']).execute();
  return {
    flags: await keys(sql`select name as key from flags`),
    strategies: await keys(sql`select id::text as key from strategies`),
    enabled: await keys(
      sql`select environment || ' ' || flag as key from flag_environments where enabled`,
    ),
    created: await keys(sql`select feature_name as key from events where type = 'feature-created'`),
    switchedOn: await keys(
      sql`select environment || ' ' || feature_name as key from events
          where type = 'feature-environment-enabled'`,
    ),
    requests: new Map(requests.map(({ id, state }) => [id, state as string])),
  };
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export type Writers = {
  acknowledged: Acknowledged;
  /** Flags with all their writes, and refusals. */
  counts: () => { written: number; refused: number };
  untilAcknowledged: (more: number) => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a writer for each author, until they are stopped; a write may be refused, but not fail. */
export function startWriters(
  serverOf: (writer: number) => Pick<Running, 'url'>,
  workload: Workload,
): Writers {
  const acknowledged = nothingAcknowledged();
  const stopping = new AbortController();
  const counts = { written: 0, refused: 0 };

  async function write(writer: number): Promise<void> {
    for (let number = 1; !stopping.signal.aborted; number++) {
      const target = { flag: `w${writer}-${number}`, writer };
      try {
        await writeFlag(serverOf(writer), workload, target, acknowledged);
        counts.written += 1;
      } catch (error) {
        if (!(error instanceof NotAcknowledged)) throw error;
        counts.refused += 1;
        await pause(5);
      }
    }
  }
  const writing = Promise.all(workload.authorTokens.map((_, writer) => write(writer)));
  // Reported by the next wait, or by the stop.
  writing.catch(() => {});

  async function reach(goal: number): Promise<void> {
    while (countAcknowledged(acknowledged) < goal) await pause(5);
  }
  return {
    acknowledged,
    counts: () => counts,
    untilAcknowledged: async (more) => {
      await Promise.race([writing, reach(countAcknowledged(acknowledged) + more)]);
    },
    stop: async () => {
      stopping.abort();
      await writing;
    },
  };
}

/** Everything acknowledged is stored, with its events, in an intact log. */
export async function expectNothingLost(env: Env, acknowledged: Acknowledged): Promise<void> {
  expect(await withDb(env, (db) => findLosses(db, acknowledged))).toEqual([]);
  expect(await runCommand(['audit', 'verify'], env)).toMatchObject({ code: 0 });
}
