import { setImmediate } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import { appendingOf, type PastEvent } from '../events/queries.ts';
import type { Tx } from '../platform/db/open.ts';
import { type History, planHistory } from './history.ts';
import {
  type Cast,
  dataAfter,
  type Life,
  type LifeOptions,
  planLives,
  stages,
  strategyAfter,
} from './lives.ts';
import {
  countOfAll,
  type FlagRows,
  flagInsertions,
  flagStatistics,
  type Load,
  refreshOf,
  refreshOfAffected,
  withoutIndexes,
} from './queries.ts';

const flagsPerStatement = 2000;
const eventsPerStatement = 5000;

/** `bulk` says of which there are so many that their indexes are made anew. */
export type Planting = LifeOptions & { events: number; bulk: readonly Load[] };

/** How many events tell of the flags, and how many milliseconds went into either. */
export type Planted = { events: number; flagsMs: number; eventsMs: number };

/** Makes the flags and all that happened to them. */
export async function plantFlags(tx: Tx, cast: Cast, planting: Planting): Promise<Planted> {
  const start = performance.now();
  const lives = planLives(cast, planting);
  const planned = performance.now();
  const history = planHistory(lives, cast, planting);
  const told = performance.now();
  const bulky = planting.bulk.includes('flags');
  const insert = () => runAll(tx, insertionsOf(cast, lives, bulky));
  await (bulky ? withoutIndexes(tx, 'flags', insert) : insert());
  const inserted = performance.now();
  const append = () => runAll(tx, eventInsertions(history));
  await (planting.bulk.includes('events') ? withoutIndexes(tx, 'events', append) : append());
  return {
    events: history.length,
    flagsMs: planned - start + (inserted - told),
    eventsMs: told - planned + (performance.now() - inserted),
  };
}

/** As many as tell of a batch of flags, so that all of the next are made meanwhile. */
const statementsAhead = 8;

/** While the database runs a statement, the next ones are made. */
async function runAll(tx: Tx, statements: Iterable<RawBuilder<unknown>>): Promise<void> {
  const running: Promise<unknown>[] = [];
  for (const statement of statements) {
    if (running.length === statementsAhead) await running.shift();
    const before = running.at(-1) ?? Promise.resolve();
    const run = before.then(() => statement.execute(tx));
    // It may fail while nobody waits for it, which is heard of when its turn comes.
    run.catch(() => {});
    running.push(run);
    await setImmediate();
  }
  for (const run of running) await run;
}

/** By name, for that is how most indexes are sorted, and they grow fastest at their end. */
function* insertionsOf(
  cast: Cast,
  lives: readonly Life[],
  bulky: boolean,
): Generator<RawBuilder<unknown>> {
  const sorted = lives.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  for (let start = 0; start < sorted.length; start += flagsPerStatement) {
    const batch = sorted.slice(start, start + flagsPerStatement);
    yield* flagInsertions(rowsOf(cast, batch));
    if (bulky && start === 0) yield flagStatistics;
    yield bulky ? refreshOf(batch.map(({ name }) => name)) : refreshOfAffected;
  }
  if (bulky) yield countOfAll;
}

function* eventInsertions({ length, eventAt }: History): Generator<RawBuilder<unknown>> {
  for (let start = 0; start < length; start += eventsPerStatement) {
    const events: PastEvent[] = [];
    const end = Math.min(start + eventsPerStatement, length);
    for (let place = start; place < end; place++) events.push(eventAt(place));
    yield appendingOf(events);
  }
}

/** Each table's rows are made when they are asked for, one table after the other. */
function rowsOf(cast: Cast, lives: readonly Life[]): FlagRows {
  return {
    flags: () => lives.map((life) => flagRow(cast, life)),
    flag_environments: () =>
      lives.flatMap(({ name: flag, toggles }) =>
        cast.environments.map((environment, place) => ({
          flag,
          environment,
          enabled: (toggles[place] ?? 0) % 2 === 1,
        })),
      ),
    flag_stages: () => lives.flatMap(stageRows),
    strategies: () => lives.flatMap((life) => strategyRows(cast, life)),
    strategy_segments: () =>
      lives.flatMap(({ strategies }) =>
        strategies.flatMap(({ data: { id, segments } }) =>
          segments.map((segment) => ({ strategy_id: id, segment_id: segment })),
        ),
      ),
    flag_tags: () => lives.flatMap(({ name: flag, tags }) => tags.map((tag) => ({ flag, ...tag }))),
  };
}

function flagRow(cast: Cast, life: Life) {
  const { impressionData, createdAt, archived: _, ...data } = dataAfter(life, life.descriptions);
  const { archived } = life.entered;
  return {
    ...data,
    stale: life.stale,
    impression_data: impressionData,
    created_at: createdAt,
    created_by_user_id: cast.people[life.creator]?.id ?? null,
    archived_at: archived === undefined ? null : new Date(archived).toISOString(),
  };
}

const stageRows = ({ name: flag, entered }: Life) =>
  stages.flatMap((stage) => {
    const moment = entered[stage];
    if (moment === undefined) return [];
    const status = stage === 'completed' ? 'kept' : null;
    return [{ flag, stage, entered_at: new Date(moment).toISOString(), status }];
  });

const strategyRows = (cast: Cast, { name: flag, strategies, rollouts, createdAt }: Life) =>
  strategies.map((life, part) => {
    const { sortOrder, segments: _, ...strategy } = strategyAfter(life, rollouts[part] ?? 0);
    return {
      ...strategy,
      flag,
      environment: cast.environments[life.environment] ?? '',
      sort_order: sortOrder,
      created_at: new Date(createdAt).toISOString(),
    };
  });
