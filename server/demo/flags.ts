import type { Constraint, StrategyVariant } from '../flags/strategies/schema.ts';
import type { NamedFlag } from './demo-flags.ts';
import { createIds, createRandoms, type Random } from './random.ts';
import {
  actions,
  applications,
  areas,
  countries,
  type List,
  notes,
  parts,
  plans,
  purposes,
} from './vocabulary.ts';

/** The stored rows that flags and their events refer to. */
export type BaseData = {
  people: List<{ id: number; name: string }>;
  projects: List<string>;
  environments: List<string>;
  segments: readonly number[];
  tags: readonly { type: string; value: string }[];
};

export type GeneratorOptions = {
  seed: string;
  flags: number;
  /** The range of all timestamps, in milliseconds. */
  since: number;
  until: number;
  /** Appended to every name, so that two seeds can share a database. */
  suffix: string;
  /** Instead of generated names, projects and descriptions. */
  named?: readonly NamedFlag[];
};

export const stages = ['initial', 'pre-live', 'live', 'completed', 'archived'] as const;
export type Stage = (typeof stages)[number];

/** A strategy as events contain it, without its rollout. */
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

export type GeneratedStrategy = {
  /** Index of its environment in the base data. */
  environment: number;
  /** The initial rollout; null if it has none. */
  rollout: number | null;
  data: StrategyData;
};

/** A flag with its constant members, and counters of the changes of the others. */
export type GeneratedFlag = {
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
  strategies: GeneratedStrategy[];
  /** How often each environment was toggled, each strategy updated and the description changed. */
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

/** Each flag has its own random numbers, so that adding a flag changes no other. */
export function generateFlags(baseData: BaseData, options: GeneratorOptions): GeneratedFlag[] {
  const used = new Set<string>();
  const randomOf = createRandoms(`${options.seed}/flag`);
  const idOf = createIds(`${options.seed}/strategy`);
  return Array.from({ length: options.flags }, (_, index) => {
    const random = randomOf(index);
    const named = options.named?.[index];
    const name = named?.name ?? freeName(random, used, options.suffix);
    const stage = named && named.age !== 'current' ? 'live' : stageOf(random);
    const identity = { name, stage, idOf: (part: number) => idOf(index, part) };
    const flag = generateFlag(random, baseData, options, identity);
    return named ? withNamed(flag, named, random, options) : flag;
  });
}

function freeName(random: Random, used: Set<string>, suffix: string): string {
  const terms = [random.pick(areas), random.pick(actions), random.pick(parts)].join('-');
  const base = `${terms}${suffix}`;
  let name = base;
  for (let number = 2; used.has(name); number++) name = `${base}-${number}`;
  used.add(name);
  return name;
}

type Identity = { name: string; stage: Stage; idOf: (strategy: number) => string };

function generateFlag(
  random: Random,
  baseData: BaseData,
  { since, until }: GeneratorOptions,
  { name, stage, idOf }: Identity,
): GeneratedFlag {
  const strategies = baseData.environments.flatMap((_, environment) =>
    generateStrategies(random, baseData, {
      flag: name,
      idOf: (index) => idOf(environment * strategiesMax + index),
      environment,
      needed: isOn(stage, environment),
    }),
  );
  return {
    name,
    project: random.pick(baseData.projects),
    type: random.pick(flagTypes),
    purpose: random.chance(0.85) ? random.pick(purposes) : null,
    impressionData: random.chance(0.15),
    creator: random.below(baseData.people.length),
    createdAt: since + Math.floor(random.next() ** 0.8 * (until - since) * 0.95),
    stage,
    stale: stage !== 'initial' && random.chance(0.12),
    tags: random.some(baseData.tags, random.below(4)),
    strategies,
    toggles: baseData.environments.map((_, environment) => (isOn(stage, environment) ? 1 : 0)),
    rollouts: strategies.map(() => 0),
    descriptions: 0,
    entered: {},
  };
}

const day = 24 * 60 * 60 * 1000;
/** Shorter than the lifetime of releases and experiments. */
const youngDays = 38;

function withNamed(
  flag: GeneratedFlag,
  { project, description, age }: NamedFlag,
  random: Random,
  { since, until }: GeneratorOptions,
): GeneratedFlag {
  const young = until - youngDays * day * random.next();
  return {
    ...flag,
    project,
    purpose: description,
    type: age === 'old' || flag.type === 'operational' ? 'release' : flag.type,
    stale: age === 'stale',
    createdAt: Math.floor(age === 'old' ? since + 10 * day * random.next() : young),
  };
}

function stageOf(random: Random): Stage {
  const choice = random.next();
  if (choice < 0.15) return 'initial';
  if (choice < 0.35) return 'pre-live';
  if (choice < 0.75) return 'live';
  return choice < 0.85 ? 'completed' : 'archived';
}

/** A pre-live flag is on in the first environment, a live one in all. */
const isOn = (stage: Stage, environment: number) =>
  stage !== 'initial' && (environment === 0 || stage !== 'pre-live');

const strategiesMax = 5;

type StrategyTarget = {
  flag: string;
  environment: number;
  needed: boolean;
  idOf: (index: number) => string;
};

/** One strategy or, less often, several; mostly none where the flag is off. */
function generateStrategies(
  random: Random,
  baseData: BaseData,
  target: StrategyTarget,
): GeneratedStrategy[] {
  if (!target.needed && random.chance(0.8)) return [];
  const count = random.chance(0.7) ? 1 : 2 + random.below(strategiesMax - 1);
  return Array.from({ length: count }, (_, index) =>
    generateStrategy(random, baseData, target, index),
  );
}

function generateStrategy(
  random: Random,
  baseData: BaseData,
  target: StrategyTarget,
  index: number,
): GeneratedStrategy {
  const gradual = index === 0 || random.chance(0.8);
  const data: StrategyData = {
    id: target.idOf(index),
    name: gradual ? 'flexibleRollout' : 'userWithId',
    title: random.chance(0.3) ? random.pick(gradual ? titles : listTitles) : null,
    disabled: index > 0 && random.chance(0.1),
    parameters: gradual
      ? { stickiness: 'default', groupId: target.flag }
      : { userIds: [1, 2, 3].map(() => 1000 + random.below(9000)).join(',') },
    constraints: random.chance(0.4) ? generateConstraints(random) : [],
    variants: gradual && random.chance(0.15) ? generateVariants(random) : [],
    sortOrder: index,
    segments: random.chance(0.2) ? random.some(baseData.segments, 1 + random.below(2)) : [],
  };
  const rollout = gradual ? random.below(101) : null;
  return { environment: target.environment, rollout, data };
}

function generateConstraints(random: Random): Constraint[] {
  const plain = { caseInsensitive: false, inverted: random.chance(0.1) };
  return Array.from({ length: 1 + random.below(2) }, () => ({
    ...plain,
    ...random.pick(constraintKinds)(random),
  }));
}

const titles: List<string> = [
  'Gradual rollout',
  'Early access',
  'First countries',
  'Returning customers',
];
const listTitles: List<string> = ['Testers', 'Support team', 'Pilot customers'];

type ConstraintKind = (random: Random) => Omit<Constraint, 'caseInsensitive' | 'inverted'>;

const constraintKinds: List<ConstraintKind> = [
  (random) => ({
    contextName: 'appName',
    operator: 'IN',
    values: random.some(applications, 1 + random.below(3)),
  }),
  (random) => ({
    contextName: 'country',
    operator: 'IN',
    values: random.some(countries, 1 + random.below(4)),
  }),
  (random) => ({
    contextName: 'plan',
    operator: random.chance(0.5) ? 'IN' : 'NOT_IN',
    values: [random.pick(plans)],
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

function generateVariants(random: Random): StrategyVariant[] {
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

/** The flag after the given number of description changes; stale and archived come last. */
export const dataAfter = (flag: GeneratedFlag, descriptions: number) => ({
  name: flag.name,
  description: descriptionAfter(flag, descriptions),
  type: flag.type,
  project: flag.project,
  stale: false,
  impressionData: flag.impressionData,
  createdAt: new Date(flag.createdAt).toISOString(),
  archived: false,
});

function descriptionAfter({ purpose }: GeneratedFlag, descriptions: number): string | null {
  if (descriptions === 0) return purpose;
  const note = notes[descriptions % notes.length];
  return purpose === null ? `${note}` : `${purpose} ${note}`;
}

/** The strategy after the given number of updates. */
export function strategyAfter({ data, rollout }: GeneratedStrategy, updates: number): StrategyData {
  if (rollout === null) return data;
  // 101 is prime, so every update changes the rollout.
  const share = String((rollout + 17 * updates) % 101);
  return { ...data, parameters: { rollout: share, ...data.parameters } };
}
