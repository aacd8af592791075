import type { PastEvent } from '../events/queries.ts';
import {
  type BaseData,
  dataAfter,
  type GeneratedFlag,
  type GeneratorOptions,
  strategyAfter,
} from './flags.ts';
import { createRandoms, type Random } from './random.ts';

/** All events of the flags, oldest first; each event is built on access. */
export type History = { length: number; eventAt: (index: number) => PastEvent };

/**
 * Generates changes until there are `events` steps, counts them in the flags, and assigns every step
 * a time. The result is longer than `events` if the flags need more.
 */
export function planHistory(
  flags: readonly GeneratedFlag[],
  baseData: BaseData,
  { events, ...options }: GeneratorOptions & { events: number },
): History {
  const needed = flags.reduce((sum, flag) => sum + neededSteps(flag), 0);
  const spare = Math.max(0, events - needed);
  const times: number[] = [];
  const owners: number[] = [];
  const codes: number[] = [];
  const randomOf = createRandoms(`${options.seed}/history`);
  flags.forEach((flag, index) => {
    const random = randomOf(index);
    const extra = shareOf(spare, index + 1, flags.length) - shareOf(spare, index, flags.length);
    const steps = planSteps(random, flag, extra);
    spread(random, steps.length, flag.createdAt, options.until).forEach((time, position) => {
      const code = steps[position] ?? 0;
      enterStage(flag, code, time);
      times.push(time);
      owners.push(index);
      codes.push(code);
    });
  });
  const order = Uint32Array.from(times, (_, index) => index).sort(
    (one, other) => (times[one] ?? 0) - (times[other] ?? 0) || one - other,
  );
  const eventAt = (index: number) => {
    const at = order[index] ?? 0;
    const flag = flags[owners[at] ?? 0];
    if (!flag) throw new Error(`Event ${index} does not exist.`);
    return eventOf(baseData, flag, codes[at] ?? 0, times[at] ?? 0);
  };
  return { length: order.length, eventAt };
}

const shareOf = (total: number, part: number, parts: number) => Math.floor((total * part) / parts);

const neededSteps = (flag: GeneratedFlag) =>
  1 +
  flag.tags.length +
  flag.strategies.length +
  flag.toggles.reduce((sum, count) => sum + count, 0) +
  endingOf(flag).length;

/** In chronological order: created, tagged, configured, changed, ended. */
function planSteps(random: Random, flag: GeneratedFlag, extra: number): number[] {
  const strategies = flag.strategies.map((_, part) => pack('added', part));
  const tags = flag.tags.map((_, part) => pack('tagged', part));
  return [
    pack('created'),
    ...tags,
    ...strategies,
    ...planChanges(random, flag, extra),
    ...endingOf(flag),
  ];
}

/** The steps to the current state, then `extra` changes, which are counted in the flag. */
function planChanges(random: Random, flag: GeneratedFlag, extra: number): number[] {
  const steps = flag.toggles.flatMap((on, part) => (on > 0 ? [pack('switched', part, 1)] : []));
  const gradual = flag.strategies.flatMap(({ rollout }, part) => (rollout === null ? [] : [part]));
  let remaining = extra;
  while (remaining > 0) {
    const choice = random.next();
    const part = gradual[random.below(gradual.length)];
    const environment = random.below(flag.toggles.length);
    const switched = flag.toggles[environment] ?? 0;
    if (choice < 0.3 && remaining > 1 && switched > 0) {
      // Off and on again, so that the final state stays the same.
      flag.toggles[environment] = switched + 2;
      steps.push(pack('switched', environment, switched + 1));
      steps.push(pack('switched', environment, switched + 2));
      remaining -= 2;
      continue;
    }
    remaining -= 1;
    if (choice < 0.85 && part !== undefined) {
      const updates = (flag.rollouts[part] ?? 0) + 1;
      flag.rollouts[part] = updates;
      steps.push(pack('updated', part, updates));
      continue;
    }
    flag.descriptions += 1;
    steps.push(pack('described', 0, flag.descriptions));
  }
  return steps;
}

function endingOf({ stage, stale }: GeneratedFlag): number[] {
  return [
    ...(stage === 'completed' ? [pack('completed')] : []),
    ...(stale ? [pack('marked')] : []),
    ...(stage === 'archived' ? [pack('archived')] : []),
  ];
}

/** The first step is the creation; the others are at random times after it, in order. */
function spread(random: Random, count: number, from: number, until: number): number[] {
  const others = Array.from({ length: count - 1 }, () =>
    Math.floor(from + 1 + random.next() * (until - from - 1)),
  );
  return [from, ...others.sort((one, other) => one - other)];
}

/** The first time a flag is enabled enters the stages that real usage would enter. */
function enterStage(flag: GeneratedFlag, code: number, at: number): void {
  const { kind, part, count } = unpack(code);
  if (kind === 'created') flag.entered.initial = at;
  if (kind === 'switched' && count === 1) {
    if (part === 0) flag.entered['pre-live'] = at;
    if (part === flag.toggles.length - 1 && part > 0) flag.entered.live = at;
  }
  if (kind === 'completed') flag.entered.completed = at;
  if (kind === 'archived') flag.entered.archived = at;
}

type Kind = keyof typeof draftOf;

/** The index of the tag, strategy or environment; toggles and updates are counted from 1. */
type Step = { part: number; count: number };

const draftOf = {
  created: (flag: GeneratedFlag): EventDraft => ({
    type: 'feature-created',
    data: dataAfter(flag, 0),
    tags: [],
  }),
  tagged: (flag: GeneratedFlag, { part }: Step): EventDraft => ({
    type: 'feature-tagged',
    data: flag.tags[part] ?? null,
    tags: flag.tags.slice(0, part + 1),
  }),
  added: (flag: GeneratedFlag, { part }: Step): EventDraft => ({
    type: 'feature-strategy-add',
    environment: flag.strategies[part]?.environment,
    data: strategyData(flag, part, 0),
  }),
  switched: (_: GeneratedFlag, { part, count }: Step): EventDraft => ({
    type: count % 2 === 1 ? 'feature-environment-enabled' : 'feature-environment-disabled',
    environment: part,
  }),
  updated: (flag: GeneratedFlag, { part, count }: Step): EventDraft => ({
    type: 'feature-strategy-update',
    environment: flag.strategies[part]?.environment,
    data: strategyData(flag, part, count),
    preData: strategyData(flag, part, count - 1),
  }),
  described: (flag: GeneratedFlag, { count }: Step): EventDraft => ({
    type: 'feature-metadata-updated',
    data: dataAfter(flag, count),
    preData: dataAfter(flag, count - 1),
  }),
  completed: (): EventDraft => ({
    type: 'feature-completed',
    data: { status: 'kept', kept: true },
  }),
  marked: (): EventDraft => ({ type: 'feature-stale-on' }),
  archived: (): EventDraft => ({ type: 'feature-archived' }),
};

/** An event without its flag; `environment` is an index into the base data. */
type EventDraft = Pick<PastEvent, 'type' | 'data' | 'preData' | 'tags'> & {
  environment?: number | undefined;
};

const kinds = Object.keys(draftOf) as Kind[];
const partsMax = 1024;

/** Steps are stored as numbers: a million objects would use too much memory. */
const pack = (kind: Kind, part = 0, count = 0) =>
  kinds.indexOf(kind) + kinds.length * (part + partsMax * count);

function unpack(code: number): Step & { kind: Kind } {
  const rest = Math.floor(code / kinds.length);
  return {
    kind: kinds[code % kinds.length] ?? 'created',
    part: rest % partsMax,
    count: Math.floor(rest / partsMax),
  };
}

function strategyData({ strategies }: GeneratedFlag, part: number, updates: number) {
  const strategy = strategies[part];
  return strategy ? strategyAfter(strategy, updates) : null;
}

function eventOf(baseData: BaseData, flag: GeneratedFlag, code: number, at: number): PastEvent {
  const { kind, part, count } = unpack(code);
  const draft: EventDraft = draftOf[kind](flag, { part, count });
  const actorIndex = kind === 'created' ? flag.creator : flag.creator + part + count;
  const actor = baseData.people[actorIndex % baseData.people.length] ?? baseData.people[0];
  return {
    type: draft.type,
    project: flag.project,
    featureName: flag.name,
    environment:
      draft.environment === undefined ? null : (baseData.environments[draft.environment] ?? null),
    data: draft.data ?? null,
    preData: draft.preData ?? null,
    tags: draft.tags ?? flag.tags,
    createdBy: actor.name,
    createdByUserId: actor.id,
    createdAt: new Date(at).toISOString(),
  };
}
