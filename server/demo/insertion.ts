import { setImmediate } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import { appendingOf, type PastEvent } from '../events/queries.ts';
import type { Tx } from '../platform/db/open.ts';
import {
  type BaseData,
  dataAfter,
  type GeneratedFlag,
  type GeneratorOptions,
  generateFlags,
  stages,
  strategyAfter,
} from './flags.ts';
import { type History, planHistory } from './history.ts';
import {
  countOfAll,
  type FlagRows,
  flagInsertions,
  flagStatistics,
  type Load,
  refreshOf,
  refreshOfAffected,
  withoutIndexes,
  writeMissingVersions,
} from './queries.ts';

const flagsPerStatement = 2000;
const eventsPerStatement = 5000;

/** The indexes of the tables in `bulk` are dropped and recreated. */
export type InsertOptions = GeneratorOptions & {
  events: number;
  bulk: readonly Load[];
  /** Adds what led to the changes of the flags. */
  extend?: (history: History) => Promise<History>;
};

/** The number of events of flags, and the time spent on flags and on events. */
export type InsertResult = { events: number; flagsMs: number; eventsMs: number };

/** Generates and inserts flags and their events. */
export async function insertFlags(
  tx: Tx,
  baseData: BaseData,
  options: InsertOptions,
): Promise<InsertResult> {
  const start = performance.now();
  const flags = generateFlags(baseData, options);
  const planned = performance.now();
  const history = planHistory(flags, baseData, options);
  const historyPlanned = performance.now();
  const bulk = options.bulk.includes('flags');
  const insert = () => runAll(tx, insertionsOf(baseData, flags, bulk));
  await (bulk ? withoutIndexes(tx, 'flags', insert) : insert());
  const inserted = performance.now();
  const whole = (await options.extend?.(history)) ?? history;
  const append = () => runAll(tx, eventInsertions(whole));
  await (options.bulk.includes('events') ? withoutIndexes(tx, 'events', append) : append());
  await writeMissingVersions(tx);
  return {
    events: history.length,
    flagsMs: planned - start + (inserted - historyPlanned),
    eventsMs: historyPlanned - planned + (performance.now() - inserted),
  };
}

/** As many as one batch of flags has, so that the next batch is built meanwhile. */
const statementsAhead = 8;

/** Builds the next statements while the database runs one. */
async function runAll(tx: Tx, statements: Iterable<RawBuilder<unknown>>): Promise<void> {
  const running: Promise<unknown>[] = [];
  for (const statement of statements) {
    if (running.length === statementsAhead) await running.shift();
    const before = running.at(-1) ?? Promise.resolve();
    const run = before.then(() => statement.execute(tx));
    // A failure is reported when the statement is awaited.
    run.catch(() => {});
    running.push(run);
    await setImmediate();
  }
  for (const run of running) await run;
}

/** By name, the order of most indexes: appending to an index is fastest. */
function* insertionsOf(
  baseData: BaseData,
  flags: readonly GeneratedFlag[],
  bulk: boolean,
): Generator<RawBuilder<unknown>> {
  const sorted = flags.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  for (let start = 0; start < sorted.length; start += flagsPerStatement) {
    const batch = sorted.slice(start, start + flagsPerStatement);
    yield* flagInsertions(rowsOf(baseData, batch));
    if (bulk && start === 0) yield flagStatistics;
    yield bulk ? refreshOf(batch.map(({ name }) => name)) : refreshOfAffected;
  }
  if (bulk) yield countOfAll;
}

function* eventInsertions({ length, eventAt }: History): Generator<RawBuilder<unknown>> {
  for (let start = 0; start < length; start += eventsPerStatement) {
    const events: PastEvent[] = [];
    const end = Math.min(start + eventsPerStatement, length);
    for (let index = start; index < end; index++) events.push(eventAt(index));
    yield appendingOf(events);
  }
}

/** The rows of each table are built on demand. */
function rowsOf(baseData: BaseData, flags: readonly GeneratedFlag[]): FlagRows {
  return {
    flags: () => flags.map((flag) => flagRow(baseData, flag)),
    flag_environments: () =>
      flags.flatMap(({ name: flag, toggles }) =>
        baseData.environments.map((environment, index) => ({
          flag,
          environment,
          enabled: (toggles[index] ?? 0) % 2 === 1,
        })),
      ),
    flag_stages: () => flags.flatMap(stageRows),
    strategies: () => flags.flatMap((flag) => strategyRows(baseData, flag)),
    strategy_segments: () =>
      flags.flatMap(({ strategies }) =>
        strategies.flatMap(({ data: { id, segments } }) =>
          segments.map((segment) => ({ strategy_id: id, segment_id: segment })),
        ),
      ),
    flag_tags: () => flags.flatMap(({ name: flag, tags }) => tags.map((tag) => ({ flag, ...tag }))),
  };
}

function flagRow(baseData: BaseData, flag: GeneratedFlag) {
  const { impressionData, createdAt, archived: _, ...data } = dataAfter(flag, flag.descriptions);
  const { archived } = flag.entered;
  return {
    ...data,
    stale: flag.stale,
    impression_data: impressionData,
    created_at: createdAt,
    created_by_user_id: baseData.people[flag.creator]?.id ?? null,
    archived_at: archived === undefined ? null : new Date(archived).toISOString(),
  };
}

const stageRows = ({ name: flag, entered }: GeneratedFlag) =>
  stages.flatMap((stage) => {
    const enteredAt = entered[stage];
    if (enteredAt === undefined) return [];
    const status = stage === 'completed' ? 'kept' : null;
    return [{ flag, stage, entered_at: new Date(enteredAt).toISOString(), status }];
  });

const strategyRows = (
  baseData: BaseData,
  { name: flag, strategies, rollouts, createdAt }: GeneratedFlag,
) =>
  strategies.map((generated, part) => {
    const { sortOrder, segments: _, ...strategy } = strategyAfter(generated, rollouts[part] ?? 0);
    return {
      ...strategy,
      flag,
      environment: baseData.environments[generated.environment] ?? '',
      sort_order: sortOrder,
      created_at: new Date(createdAt).toISOString(),
    };
  });
