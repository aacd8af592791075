import { isDeepStrictEqual } from 'node:util';
import { evaluateFlag } from '../../delivery/evaluation/evaluate.ts';
import type {
  Constraint,
  Context,
  Flag,
  Lookup,
  Segment,
} from '../../delivery/evaluation/model.ts';

/** What SDKs of one environment receive. */
export type Payload = { features: readonly Flag[]; segments: readonly Segment[] };

/** One sentence per flag or segment whose difference can change an evaluation. */
export function listDifferences(theirs: Payload, ours: Payload): string[] {
  return [
    ...differencesOf('Flag', byName(theirs.features), byName(ours.features), flagParts),
    ...differencesOf('Segment', byId(theirs.segments), byId(ours.segments), segmentParts),
  ];
}

const byName = (flags: readonly Flag[]) => new Map(flags.map((flag) => [flag.name, flag]));
const byId = (segments: readonly Segment[]) =>
  new Map(segments.map((segment) => [String(segment.id), segment]));

function differencesOf<T>(
  kind: string,
  theirs: ReadonlyMap<string, T>,
  ours: ReadonlyMap<string, T>,
  partsOf: (item: T) => Record<string, unknown>,
): string[] {
  const names = [...new Set([...theirs.keys(), ...ours.keys()])].sort();
  return names.flatMap((name) => {
    const [there, here] = [theirs.get(name), ours.get(name)];
    if (there === undefined) return [`${kind} ${name} exists only in Pennon.`];
    if (here === undefined) return [`${kind} ${name} exists only in Unleash.`];
    const [one, other] = [partsOf(there), partsOf(here)];
    const parts = Object.keys(one).filter((part) => !isDeepStrictEqual(one[part], other[part]));
    return parts.length === 0 ? [] : [`${kind} ${name}: ${parts.join(', ')} differ.`];
  });
}

/** Absent members are as their defaults, and the order of segments means nothing. */
const flagParts = ({ enabled, strategies = [], variants = [], dependencies = [] }: Flag) => ({
  enabled,
  strategies: strategies.map(({ name, parameters = {}, ...rest }) => ({
    name,
    parameters,
    constraints: (rest.constraints ?? []).map(constraintParts),
    segments: [...(rest.segments ?? [])].sort((one, other) => one - other),
    variants: rest.variants ?? [],
  })),
  variants,
  dependencies: [
    ...new Map(
      dependencies.map(({ feature, enabled: on = true, variants: shown = [] }) => [
        feature,
        { enabled: on, variants: shown },
      ]),
    ),
  ],
});

const segmentParts = ({ constraints }: Segment) => ({
  constraints: constraints.map(constraintParts),
});

const constraintParts = (constraint: Constraint) => ({
  contextName: constraint.contextName,
  operator: constraint.operator,
  values: constraint.values ?? [],
  value: constraint.value ?? '',
  inverted: constraint.inverted ?? false,
  caseInsensitive: constraint.caseInsensitive ?? false,
});

export type Mismatch = { flag: string; context: Context; theirs: string; ours: string };

/** The flags whose state or variant differs for a context. */
export function evaluateBoth(
  theirs: Payload,
  ours: Payload,
  context: Context,
  now: number,
): Mismatch[] {
  const [there, here] = [theirs, ours].map(lookupOf);
  if (!there || !here) return [];
  const names = new Set([...theirs.features, ...ours.features].map(({ name }) => name));
  return [...names].flatMap((flag) => {
    const [one = '', other = ''] = [there, here].map((lookup) => {
      // A random stickiness must draw the same number in both.
      const { enabled, variant } = evaluateFlag(lookup, flag, context, { now, random: () => 0.5 });
      return enabled ? `on, variant ${variant.name}` : 'off';
    });
    return one === other ? [] : [{ flag, context, theirs: one, ours: other }];
  });
}

function lookupOf({ features, segments }: Payload): Lookup {
  const [flags, known] = [byName(features), byId(segments)];
  return { flag: (name) => flags.get(name), segment: (id) => known.get(String(id)) };
}

/** Every value that a constraint or an override compares with, by context field. */
export function valuesOf(payload: Payload): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  for (const [field, texts] of comparedValues(payload)) {
    const known = values.get(field) ?? new Set<string>();
    for (const text of texts) if (known.size < valuesMax) known.add(text);
    values.set(field, known);
  }
  return values;
}

type Compared = readonly [field: string, values: readonly string[]];

function* comparedValues({ features, segments }: Payload): Generator<Compared> {
  for (const { constraints } of segments) yield* constraints.map(comparedBy);
  for (const { strategies = [], variants = [] } of features) {
    for (const { constraints = [], parameters = {} } of strategies) {
      yield* constraints.map(comparedBy);
      yield ['userId', (parameters.userIds ?? '').split(',').map(trimmed).filter(Boolean)];
      yield ['remoteAddress', (parameters.IPs ?? '').split(',').map(trimmed).filter(Boolean)];
    }
    for (const { overrides = [] } of variants) {
      for (const { contextName, values } of overrides) yield [contextName, values];
    }
  }
}

const comparedBy = ({ contextName, values = [], value }: Constraint): Compared => [
  contextName,
  value === undefined ? values : [...values, value],
];

const trimmed = (text: string) => text.trim();

/** Bounds the memory for lists of users. */
const valuesMax = 1000;

const ownFields = ['userId', 'sessionId', 'remoteAddress', 'environment', 'appName', 'currentTime'];

/** A context with values that flags compare with, or none of them, for each field. */
export function sampleContext(
  values: ReadonlyMap<string, ReadonlySet<string>>,
  random: () => number,
): Context {
  const below = (limit: number) => Math.floor(random() * limit);
  const context: Record<string, unknown> = {
    userId: String(below(100_000)),
    sessionId: String(below(100_000)),
  };
  const properties: Record<string, string> = {};
  for (const [field, texts] of values) {
    const list = [...texts];
    if (list.length === 0 || random() < 0.3) continue;
    const text = list[below(list.length)] ?? '';
    if (field === 'currentTime') context.currentTime = new Date(text);
    else if (ownFields.includes(field)) context[field] = text;
    else properties[field] = text;
  }
  if (Number.isNaN((context.currentTime as Date | undefined)?.getTime()))
    delete context.currentTime;
  return { ...context, properties };
}
