import type { PastEvent } from '../events/queries.ts';
import { type Cast, dataAfter, type Life, type LifeOptions, strategyAfter } from './lives.ts';
import { makeRandoms, type Random } from './random.ts';

/** Everything that happened to the flags, oldest first; events are made one by one, when asked. */
export type History = { length: number; eventAt: (place: number) => PastEvent };

/**
 * Invents as many changes as are missing to `events`, counts them in the lives, and gives every
 * step its moment. Fewer than what tells of the flags as they are there cannot be.
 */
export function planHistory(
  lives: readonly Life[],
  cast: Cast,
  { events, ...options }: LifeOptions & { events: number },
): History {
  const needed = lives.reduce((sum, life) => sum + neededSteps(life), 0);
  const spare = Math.max(0, events - needed);
  const moments: number[] = [];
  const owners: number[] = [];
  const codes: number[] = [];
  const randomOf = makeRandoms(`${options.seed}/history`);
  lives.forEach((life, index) => {
    const random = randomOf(index);
    const extra = shareOf(spare, index + 1, lives.length) - shareOf(spare, index, lives.length);
    const steps = planSteps(random, life, extra);
    spread(random, steps.length, life.createdAt, options.until).forEach((moment, place) => {
      const code = steps[place] ?? 0;
      enterStage(life, code, moment);
      moments.push(moment);
      owners.push(index);
      codes.push(code);
    });
  });
  const order = Uint32Array.from(moments, (_, place) => place).sort(
    (one, other) => (moments[one] ?? 0) - (moments[other] ?? 0) || one - other,
  );
  const eventAt = (place: number) => {
    const at = order[place] ?? 0;
    const life = lives[owners[at] ?? 0];
    if (!life) throw new Error('there is no such event');
    return eventOf(cast, life, codes[at] ?? 0, moments[at] ?? 0);
  };
  return { length: order.length, eventAt };
}

const shareOf = (total: number, part: number, parts: number) => Math.floor((total * part) / parts);

const neededSteps = (life: Life) =>
  1 +
  life.tags.length +
  life.strategies.length +
  life.toggles.reduce((sum, count) => sum + count, 0) +
  endingOf(life).length;

/** In the order they happened: made, tagged, set up, changed, ended. */
function planSteps(random: Random, life: Life, extra: number): number[] {
  const setUp = life.strategies.map((_, part) => pack('added', part));
  const tags = life.tags.map((_, part) => pack('tagged', part));
  return [
    pack('created'),
    ...tags,
    ...setUp,
    ...planChanges(random, life, extra),
    ...endingOf(life),
  ];
}

/** What makes the flag as it is, first; then whatever people keep doing, which is counted in. */
function planChanges(random: Random, life: Life, extra: number): number[] {
  const steps = life.toggles.flatMap((on, part) => (on > 0 ? [pack('switched', part, 1)] : []));
  const gradual = life.strategies.flatMap(({ rollout }, part) => (rollout === null ? [] : [part]));
  let left = extra;
  while (left > 0) {
    const input = random.next();
    const part = gradual[random.below(gradual.length)];
    const environment = random.below(life.toggles.length);
    const switched = life.toggles[environment] ?? 0;
    if (input < 0.3 && left > 1 && switched > 0) {
      // Off and on again, so that it ends as it was.
      life.toggles[environment] = switched + 2;
      steps.push(pack('switched', environment, switched + 1));
      steps.push(pack('switched', environment, switched + 2));
      left -= 2;
      continue;
    }
    left -= 1;
    if (input < 0.85 && part !== undefined) {
      const updates = (life.rollouts[part] ?? 0) + 1;
      life.rollouts[part] = updates;
      steps.push(pack('updated', part, updates));
      continue;
    }
    life.descriptions += 1;
    steps.push(pack('described', 0, life.descriptions));
  }
  return steps;
}

function endingOf({ stage, stale }: Life): number[] {
  return [
    ...(stage === 'completed' ? [pack('completed')] : []),
    ...(stale ? [pack('marked')] : []),
    ...(stage === 'archived' ? [pack('archived')] : []),
  ];
}

/** The first is the birth; the others fall anywhere after it, in order. */
function spread(random: Random, count: number, from: number, until: number): number[] {
  const moments = Array.from({ length: count - 1 }, () =>
    Math.floor(from + 1 + random.next() * (until - from - 1)),
  );
  return [from, ...moments.sort((one, other) => one - other)];
}

/** The stages that real use would have brought about are entered with the first switch. */
function enterStage(life: Life, code: number, moment: number): void {
  const { kind, part, time } = unpack(code);
  if (kind === 'created') life.entered.initial = moment;
  if (kind === 'switched' && time === 1) {
    if (part === 0) life.entered['pre-live'] = moment;
    if (part === life.toggles.length - 1 && part > 0) life.entered.live = moment;
  }
  if (kind === 'completed') life.entered.completed = moment;
  if (kind === 'archived') life.entered.archived = moment;
}

type Kind = keyof typeof tell;

/** What a step was about: which tag, strategy or environment, and for which time. */
type Step = { part: number; time: number };

const tell = {
  created: (life: Life): Told => ({
    type: 'feature-created',
    data: dataAfter(life, 0),
    tags: [],
  }),
  tagged: (life: Life, { part }: Step): Told => ({
    type: 'feature-tagged',
    data: life.tags[part] ?? null,
    tags: life.tags.slice(0, part + 1),
  }),
  added: (life: Life, { part }: Step): Told => ({
    type: 'feature-strategy-add',
    place: life.strategies[part]?.environment,
    data: strategyData(life, part, 0),
  }),
  switched: (_: Life, { part, time }: Step): Told => ({
    type: time % 2 === 1 ? 'feature-environment-enabled' : 'feature-environment-disabled',
    place: part,
  }),
  updated: (life: Life, { part, time }: Step): Told => ({
    type: 'feature-strategy-update',
    place: life.strategies[part]?.environment,
    data: strategyData(life, part, time),
    preData: strategyData(life, part, time - 1),
  }),
  described: (life: Life, { time }: Step): Told => ({
    type: 'feature-metadata-updated',
    data: dataAfter(life, time),
    preData: dataAfter(life, time - 1),
  }),
  completed: (): Told => ({ type: 'feature-completed', data: { status: 'kept', kept: true } }),
  marked: (): Told => ({ type: 'feature-stale-on' }),
  archived: (): Told => ({ type: 'feature-archived' }),
};

/** An event without its flag; `place` is the number of the environment in the cast. */
type Told = Pick<PastEvent, 'type' | 'data' | 'preData' | 'tags'> & { place?: number | undefined };

const kinds = Object.keys(tell) as Kind[];
const partsMax = 1024;

/** Steps are kept as numbers: a million of them as objects would fill the memory. */
const pack = (kind: Kind, part = 0, time = 0) =>
  kinds.indexOf(kind) + kinds.length * (part + partsMax * time);

function unpack(code: number): Step & { kind: Kind } {
  const rest = Math.floor(code / kinds.length);
  return {
    kind: kinds[code % kinds.length] ?? 'created',
    part: rest % partsMax,
    time: Math.floor(rest / partsMax),
  };
}

function strategyData({ strategies }: Life, part: number, updates: number) {
  const strategy = strategies[part];
  return strategy ? strategyAfter(strategy, updates) : null;
}

function eventOf(cast: Cast, life: Life, code: number, moment: number): PastEvent {
  const { kind, part, time } = unpack(code);
  const told: Told = tell[kind](life, { part, time });
  const turn = kind === 'created' ? life.creator : life.creator + part + time;
  const actor = cast.people[turn % cast.people.length] ?? cast.people[0];
  return {
    type: told.type,
    project: life.project,
    featureName: life.name,
    environment: told.place === undefined ? null : (cast.environments[told.place] ?? null),
    data: told.data ?? null,
    preData: told.preData ?? null,
    tags: told.tags ?? life.tags,
    createdBy: actor.name,
    createdByUserId: actor.id,
    createdAt: new Date(moment).toISOString(),
  };
}
