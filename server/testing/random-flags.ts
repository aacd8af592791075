import fc from 'fast-check';
import type {
  Constraint,
  Context,
  Flag,
  Segment,
  Strategy,
  Variant,
} from '../delivery/evaluation/model.ts';

/** Random flags and contexts that the official SDKs can evaluate. */

const text = fc.constantFrom(
  'a',
  'B',
  'b',
  'ab',
  'ø',
  '日本',
  '7',
  '10',
  '-1.5',
  '1.2.3',
  '2.0.0-rc.1',
  ' a ',
  '',
);
const field = fc.constantFrom('userId', 'sessionId', 'remoteAddress', 'plan', 'currentTime');
const address = fc.constantFrom(
  '10.0.0.1',
  '10.0.0.0/8',
  '192.168.1.7',
  '2001:db8::1',
  'no address',
);
const timestamp = fc.constantFrom(
  '2026-01-01T00:00:00.000Z',
  '2025-06-01',
  '2027-12-31T23:59:59+02:00',
);

const constraint: fc.Arbitrary<Constraint> = fc.record({
  contextName: field,
  operator: fc.constantFrom(
    ...['IN', 'NOT_IN', 'STR_STARTS_WITH', 'STR_ENDS_WITH', 'STR_CONTAINS', 'NUM_EQ', 'NUM_GT'],
    ...['NUM_GTE', 'NUM_LT', 'NUM_LTE', 'DATE_AFTER', 'DATE_BEFORE', 'SEMVER_EQ', 'SEMVER_GT'],
    ...['SEMVER_LT', 'SEMVER_GTE', 'SEMVER_LTE', 'REGEX', 'IN_CIDR', 'FROM_THE_FUTURE'],
  ),
  values: fc.array(fc.oneof(text, address), { maxLength: 3 }),
  value: fc.oneof(text, timestamp, fc.constantFrom('^a', '[ab]+$', '(', '\\d')),
  inverted: fc.boolean(),
  caseInsensitive: fc.boolean(),
});

const variant: fc.Arbitrary<Variant> = fc.record({
  name: fc.constantFrom('red', 'green', 'blue'),
  weight: fc.constantFrom(0, 1, 333, 1000),
  stickiness: fc.constantFrom('default', 'userId', 'sessionId'),
  payload: fc.constant({ type: 'string', value: 'x' }),
});
const overridden = fc.tuple(variant, text).map(([it, value]) => ({
  ...it,
  overrides: [{ contextName: 'userId', values: [value] }],
}));

const strategy: fc.Arbitrary<Strategy> = fc.record({
  name: fc.constantFrom(
    ...['default', 'flexibleRollout', 'flexibleRollout', 'userWithId', 'remoteAddress'],
    ...['gradualRolloutUserId', 'gradualRolloutSessionId', 'custom'],
  ),
  parameters: fc.record({
    rollout: fc.nat(100).map(String),
    percentage: fc.nat(100).map(String),
    stickiness: fc.constantFrom('default', 'userId', 'sessionId', 'plan', ''),
    groupId: fc.constantFrom('group', 'Gruppe', 'ørn', ''),
    userIds: fc.constantFrom('a,b', '7, 10', ''),
    IPs: fc.constantFrom('10.0.0.0/8', '192.168.1.7,10.0.0.1', ''),
  }),
  constraints: fc.array(constraint, { maxLength: 2 }),
  segments: fc.subarray([1, 2, 3], { maxLength: 1 }),
  variants: fc.array(variant, { maxLength: 3 }),
});

/** A flag that may depend on any of the names, or on one that is missing. */
export function randomFlag(name: string, names: readonly string[]): fc.Arbitrary<Flag> {
  return fc.record({
    name: fc.constant(name),
    enabled: fc.constantFrom(true, true, true, false),
    strategies: fc.array(strategy, { maxLength: 3 }),
    variants: fc.array(fc.oneof(variant, overridden), { maxLength: 3 }),
    dependencies: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.array(
          fc.record({
            feature: fc.constantFrom(...names, 'missing'),
            enabled: fc.boolean(),
            variants: fc.subarray(['red', 'green', 'disabled']),
          }),
          { maxLength: 1 },
        ),
      },
    ),
  });
}

/** The flags as a server can store them: a flag is not its own parent; parents and segments exist. */
export function storable(flags: readonly Flag[]): Flag[] {
  const names = new Set(flags.map(({ name }) => name));
  return flags.map((flag) => ({
    ...flag,
    dependencies: (flag.dependencies ?? []).filter(
      ({ feature }) => names.has(feature) && feature !== flag.name,
    ),
    strategies: (flag.strategies ?? []).map((strategy) => ({
      ...strategy,
      segments: (strategy.segments ?? []).filter((id) => id < 3),
    })),
  }));
}

export const segments: fc.Arbitrary<Segment[]> = fc.tuple(
  fc.record({ id: fc.constant(1), constraints: fc.array(constraint, { maxLength: 2 }) }),
  fc.record({ id: fc.constant(2), constraints: fc.array(constraint, { maxLength: 1 }) }),
);

/** Always with a user and a session: without them, the result is random. */
export const context: fc.Arbitrary<Context> = fc.record(
  {
    userId: text.filter((it) => it !== ''),
    sessionId: text.filter((it) => it !== ''),
    remoteAddress: address,
    currentTime: fc.constantFrom(...[2025, 2026, 2028].map((year) => new Date(`${year}-03-01`))),
    properties: fc.record({ plan: text }, { requiredKeys: [] }),
  },
  { requiredKeys: ['userId', 'sessionId', 'currentTime'] },
);
