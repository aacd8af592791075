import type { Constraint, StrategyVariant } from '../flags/strategies/schema.ts';
import { makeIds, makeRandoms, type Random } from './random.ts';
import { actions, applications, areas, type List, parts, purposes } from './vocabulary.ts';

/** Who and what the flags live among; all of it exists before them. */
export type Cast = {
  people: List<{ id: number; name: string }>;
  projects: List<string>;
  environments: List<string>;
  segments: readonly number[];
  tags: readonly { type: string; value: string }[];
};

export type LifeOptions = {
  seed: string;
  flags: number;
  /** Nothing is older, nothing is newer; in milliseconds. */
  since: number;
  until: number;
  /** Behind every name, so that two seeds can share a database. */
  suffix: string;
};

export const stages = ['initial', 'pre-live', 'live', 'completed', 'archived'] as const;
export type Stage = (typeof stages)[number];

/** A strategy as events tell of it, but for its rollout. */
export type StrategyData = {
  id: string;
  name: string;
  title: string | null;
  disabled: boolean;
  parameters: Record<string, string>;
  constraints: Constraint[];
  variants: StrategyVariant[];
  sortOrder: number;
  segments: number[];
};

export type StrategyLife = {
  /** Number of its environment in the cast. */
  environment: number;
  /** Where the rollout began; null when it has none. */
  rollout: number | null;
  data: StrategyData;
};

/** A flag from its first day: what never changes, and how often the rest did. */
export type Life = {
  name: string;
  project: string;
  type: string;
  purpose: string | null;
  impressionData: boolean;
  creator: number;
  createdAt: number;
  stage: Stage;
  stale: boolean;
  tags: { type: string; value: string }[];
  strategies: StrategyLife[];
  /** How often each environment was switched, each strategy updated, the flag described anew. */
  toggles: number[];
  rollouts: number[];
  descriptions: number;
  /** When each stage was entered. */
  entered: Partial<Record<Stage, number>>;
};

const flagTypes: List<string> = [
  ...(['release', 'release', 'release', 'release', 'experiment', 'experiment'] as const),
  ...(['operational', 'kill-switch', 'permission'] as const),
];

/** Each life has a chance of its own, so that one flag more changes no other. */
export function planLives(cast: Cast, options: LifeOptions): Life[] {
  const used = new Set<string>();
  const randomOf = makeRandoms(`${options.seed}/flag`);
  const idOf = makeIds(`${options.seed}/strategy`);
  return Array.from({ length: options.flags }, (_, index) => {
    const random = randomOf(index);
    const name = freeName(random, used, options.suffix);
    return planLife(random, cast, options, { name, idOf: (part) => idOf(index, part) });
  });
}

function freeName(random: Random, used: Set<string>, suffix: string): string {
  const words = [random.pick(areas), random.pick(actions), random.pick(parts)].join('-');
  const base = `${words}${suffix}`;
  let name = base;
  for (let number = 2; used.has(name); number++) name = `${base}-${number}`;
  used.add(name);
  return name;
}

type Identity = { name: string; idOf: (strategy: number) => string };

function planLife(
  random: Random,
  cast: Cast,
  { since, until }: LifeOptions,
  { name, idOf }: Identity,
): Life {
  const stage = stageOf(random);
  const strategies = cast.environments.flatMap((_, environment) =>
    planStrategies(random, cast, {
      flag: name,
      idOf: (index) => idOf(environment * strategiesPerPlace + index),
      environment,
      needed: isOn(stage, environment),
    }),
  );
  return {
    name,
    project: random.pick(cast.projects),
    type: random.pick(flagTypes),
    purpose: random.chance(0.85) ? random.pick(purposes) : null,
    impressionData: random.chance(0.15),
    creator: random.below(cast.people.length),
    createdAt: since + Math.floor(random.next() ** 0.8 * (until - since) * 0.95),
    stage,
    stale: stage !== 'initial' && random.chance(0.12),
    tags: random.some(cast.tags, random.below(4)),
    strategies,
    toggles: cast.environments.map((_, environment) => (isOn(stage, environment) ? 1 : 0)),
    rollouts: strategies.map(() => 0),
    descriptions: 0,
    entered: {},
  };
}

function stageOf(random: Random): Stage {
  const place = random.next();
  if (place < 0.15) return 'initial';
  if (place < 0.35) return 'pre-live';
  if (place < 0.75) return 'live';
  return place < 0.85 ? 'completed' : 'archived';
}

/** A flag on its way is on in the first environment; one that arrived is on in all. */
const isOn = (stage: Stage, environment: number) =>
  stage !== 'initial' && (environment === 0 || stage !== 'pre-live');

const strategiesPerPlace = 5;

type Place = {
  flag: string;
  environment: number;
  needed: boolean;
  idOf: (index: number) => string;
};

/** One where the flag must be on, about three where somebody took care. */
function planStrategies(random: Random, cast: Cast, place: Place): StrategyLife[] {
  if (!place.needed && random.chance(0.8)) return [];
  const count = random.chance(0.7) ? 1 : 2 + random.below(strategiesPerPlace - 1);
  return Array.from({ length: count }, (_, index) => planStrategy(random, cast, place, index));
}

function planStrategy(random: Random, cast: Cast, place: Place, index: number): StrategyLife {
  const gradual = index === 0 || random.chance(0.8);
  const data: StrategyData = {
    id: place.idOf(index),
    name: gradual ? 'flexibleRollout' : 'userWithId',
    title: random.chance(0.3) ? `Step ${index + 1}` : null,
    disabled: index > 0 && random.chance(0.1),
    parameters: gradual
      ? { stickiness: 'default', groupId: place.flag }
      : { userIds: [1, 2, 3].map(() => 1000 + random.below(9000)).join(',') },
    constraints: random.chance(0.4) ? planConstraints(random) : [],
    variants: gradual && random.chance(0.15) ? planVariants(random) : [],
    sortOrder: index,
    segments: random.chance(0.2) ? random.some(cast.segments, 1 + random.below(2)) : [],
  };
  const rollout = gradual ? random.below(101) : null;
  return { environment: place.environment, rollout, data };
}

function planConstraints(random: Random): Constraint[] {
  const plain = { caseInsensitive: false, inverted: random.chance(0.1) };
  return Array.from({ length: 1 + random.below(2) }, () => ({
    ...plain,
    ...random.pick(constraintKinds)(random),
  }));
}

type ConstraintKind = (random: Random) => Omit<Constraint, 'caseInsensitive' | 'inverted'>;

const constraintKinds: List<ConstraintKind> = [
  (random) => ({
    contextName: 'appName',
    operator: 'IN',
    values: random.some(applications, 1 + random.below(3)),
  }),
  () => ({
    contextName: 'userId',
    operator: 'STR_ENDS_WITH',
    values: ['@example.com', '@example.org'],
  }),
  (random) => ({
    contextName: 'currentTime',
    operator: 'DATE_AFTER',
    values: [],
    value: `2025-0${1 + random.below(9)}-15T08:00:00.000Z`,
  }),
];

function planVariants(random: Random): StrategyVariant[] {
  const first = 100 * (1 + random.below(9));
  return [
    { name: 'control', weight: first, weightType: 'fix', stickiness: 'default' },
    {
      name: 'treatment',
      weight: 1000 - first,
      weightType: 'variable',
      stickiness: 'default',
      payload: { type: 'string', value: 'b' },
    },
  ];
}

/** The flag as it was after so many descriptions; marked and archived only in the end. */
export const dataAfter = (life: Life, descriptions: number) => ({
  name: life.name,
  description: descriptionAfter(life, descriptions),
  type: life.type,
  project: life.project,
  stale: false,
  impressionData: life.impressionData,
  createdAt: new Date(life.createdAt).toISOString(),
  archived: false,
});

function descriptionAfter({ purpose }: Life, descriptions: number): string | null {
  if (descriptions === 0) return purpose;
  return `${purpose ?? 'Nobody wrote down why.'} Note ${descriptions}.`;
}

/** The strategy as it was after so many updates. */
export function strategyAfter({ data, rollout }: StrategyLife, updates: number): StrategyData {
  if (rollout === null) return data;
  // Any step that shares no divisor with 101 makes every update a change.
  const share = String((rollout + 17 * updates) % 101);
  return { ...data, parameters: { rollout: share, ...data.parameters } };
}
