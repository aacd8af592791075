import type { Tx } from '../db/open.ts';
import { appendPastEvents, type PastEvent } from '../events/queries.ts';
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
import { type FlagRows, insertFlags } from './queries.ts';

const flagsPerStatement = 1000;
const eventsPerStatement = 5000;

export type Planting = LifeOptions & { events: number };

/** Makes the flags and all that happened to them; says how many events that was. */
export async function plantFlags(tx: Tx, cast: Cast, planting: Planting): Promise<number> {
  const lives = planLives(cast, planting);
  const history = planHistory(lives, cast, planting);
  for (let start = 0; start < lives.length; start += flagsPerStatement) {
    await insertFlags(tx, rowsOf(cast, lives.slice(start, start + flagsPerStatement)));
  }
  let writing = Promise.resolve();
  for (let start = 0; start < history.length; start += eventsPerStatement) {
    // The next events are made while the database takes in the last ones.
    const events = slice(history, start, start + eventsPerStatement);
    await writing;
    writing = appendPastEvents(tx, events);
  }
  await writing;
  return history.length;
}

function slice({ length, eventAt }: History, start: number, end: number): PastEvent[] {
  const events: PastEvent[] = [];
  for (let place = start; place < Math.min(end, length); place++) events.push(eventAt(place));
  return events;
}

function rowsOf(cast: Cast, lives: readonly Life[]): FlagRows {
  return {
    flags: lives.map((life) => flagRow(cast, life)),
    flagEnvironments: lives.flatMap(({ name: flag, toggles }) =>
      cast.environments.map((environment, place) => ({
        flag,
        environment,
        enabled: (toggles[place] ?? 0) % 2 === 1,
      })),
    ),
    stages: lives.flatMap(stageRows),
    strategies: lives.flatMap((life) => strategyRows(cast, life)),
    strategySegments: lives.flatMap(({ strategies }) =>
      strategies.flatMap(({ facts: { id, segments } }) =>
        segments.map((segment) => ({ strategy_id: id, segment_id: segment })),
      ),
    ),
    flagTags: lives.flatMap(({ name: flag, tags }) => tags.map((tag) => ({ flag, ...tag }))),
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
