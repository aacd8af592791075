import { setImmediate } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../db/open.ts';
import { appendingOf, type PastEvent } from '../events/queries.ts';
import { type History, planHistory } from './history.ts';
import {
  type Cast,
  factsAfter,
  type Life,
  type LifeOptions,
  planLives,
  stages,
  strategyAfter,
} from './lives.ts';
import { type FlagRows, flagInsertions, withoutTextIndex } from './queries.ts';

const flagsPerStatement = 2000;
const eventsPerStatement = 5000;
/** From here on it pays to make the index of their texts anew. */
const manyEvents = 20_000;

export type Planting = LifeOptions & { events: number };

/** How many events tell of the flags, and how many milliseconds went into either. */
export type Planted = { events: number; flagsMs: number; eventsMs: number };

/** Makes the flags and all that happened to them. */
export async function plantFlags(tx: Tx, cast: Cast, planting: Planting): Promise<Planted> {
  const start = performance.now();
  const lives = planLives(cast, planting);
  const history = planHistory(lives, cast, planting);
  await runAll(tx, insertionsOf(cast, lives));
  const between = performance.now();
  const append = () => runAll(tx, eventInsertions(history));
  await (history.length > manyEvents ? withoutTextIndex(tx, append) : append());
  const end = performance.now();
  return { events: history.length, flagsMs: between - start, eventsMs: end - between };
}

/** While the database runs a statement, the next one is made. */
async function runAll(tx: Tx, statements: Iterable<RawBuilder<unknown>>): Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  for (const statement of statements) {
    await running;
    running = statement.execute(tx);
    // It may fail while nobody waits for it, which is heard of at the next turn.
    running.catch(() => {});
    await setImmediate();
  }
  await running;
}

/** By name, for that is how most indexes are sorted, and they grow fastest at their end. */
function* insertionsOf(cast: Cast, lives: readonly Life[]): Generator<RawBuilder<unknown>> {
  const sorted = lives.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  for (let start = 0; start < sorted.length; start += flagsPerStatement) {
    yield* flagInsertions(rowsOf(cast, sorted.slice(start, start + flagsPerStatement)));
  }
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
        strategies.flatMap(({ facts: { id, segments } }) =>
          segments.map((segment) => ({ strategy_id: id, segment_id: segment })),
        ),
      ),
    flag_tags: () => lives.flatMap(({ name: flag, tags }) => tags.map((tag) => ({ flag, ...tag }))),
  };
}

function flagRow(cast: Cast, life: Life) {
  const { impressionData, createdAt, archived: _, ...facts } = factsAfter(life, life.descriptions);
  const { archived } = life.entered;
  return {
    ...facts,
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
