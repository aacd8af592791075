import { setImmediate } from 'node:timers/promises';
import semver from 'semver';
import { evaluateConstraint, fieldOf } from '../../delivery/evaluation/constraints.ts';
import type { Constraint, Context } from '../../delivery/evaluation/model.ts';
import { listOf } from '../../delivery/evaluation/strategies.ts';
import type { StrategyToEvaluate } from '../../delivery/playground/queries.ts';
import type { Comparison, EvaluationData } from './evaluation-data.ts';

export const sampleMax = 100;
const usersMax = 20;
const rulesMax = 20;
const valuesMax = 50;

/**
 * Used if none are given: an empty context, users, and users that the constraints of each strategy
 * accept, with one value or another. What is not the same before and after comes first.
 */
export async function sampleContexts(
  { before, after }: Comparison,
  now: number,
): Promise<Context[]> {
  const rules = merge(rulesOf(before), rulesOf(after)).slice(0, rulesMax);
  const compared = (side: 'before' | 'after') =>
    comparisonsIn(rules.filter((rule) => rule[side]).map(({ item }) => item));
  const values = merge(compared('before'), compared('after'))
    .slice(0, valuesMax)
    .flatMap(({ item }) => valuesNextTo(item));
  const profiles = await profilesOf(
    rules.map(({ item }) => item.constraints),
    values,
    now,
  );
  const stickiness = [...new Set([...stickinessIn(before), ...stickinessIn(after)])];
  return distinct([{}, ...usersOf(profiles.slice(0, sampleMax - 1), stickiness)]);
}

type Merged<T> = { item: T; before: boolean; after: boolean };

/** Without duplicates, and first what is on one side only. */
function merge<T>(before: readonly T[], after: readonly T[]): Merged<T>[] {
  const [then, afterwards] = [byContent(before), byContent(after)];
  const all = [...new Map([...then, ...afterwards])].map(([key, item]) => ({
    item,
    before: then.has(key),
    after: afterwards.has(key),
  }));
  const isOnBoth = (each: Merged<T>) => each.before && each.after;
  return [...all.filter((each) => !isOnBoth(each)), ...all.filter(isOnBoth)];
}

const byContent = <T>(items: readonly T[]) =>
  new Map(items.map((item) => [JSON.stringify(item), item]));

const distinct = <T>(items: readonly T[]): T[] => [...byContent(items).values()];

/** What decides a strategy; `constraints` include those of its segments. */
type Rule = Pick<StrategyToEvaluate, 'name' | 'parameters' | 'variants'> & {
  constraints: readonly Constraint[];
};

const rulesOf = ({ flags, segments }: EvaluationData): Rule[] =>
  flags.flatMap(({ strategies }) =>
    strategies.map(({ name, parameters, variants, ...strategy }) => ({
      name,
      parameters,
      variants,
      constraints: [
        ...strategy.constraints,
        ...strategy.segments.flatMap((id) => segments.get(id)?.constraints ?? []),
        ...(lists.get(name)?.(parameters) ?? []),
      ],
    })),
  );

/** Strategy types that compare a field with a list, as constraints. */
const lists = new Map<string, (parameters: Rule['parameters']) => Constraint[]>([
  ['userWithId', ({ userIds }) => [isOneOf('userId', 'IN', userIds)]],
  ['remoteAddress', ({ IPs }) => [isOneOf('remoteAddress', 'IN_CIDR', IPs)]],
]);

const isOneOf = (contextName: string, operator: string, values: string | undefined) => ({
  contextName,
  operator,
  values: listOf(values),
});

/** What a constraint compares a field with. */
type Compared = { field: string; operator: string; value: string };

/** First the first value of each constraint, then the second of each. */
function comparisonsIn(rules: readonly Rule[]): Compared[] {
  const found = rules.flatMap(({ constraints }) =>
    constraints.flatMap(({ operator, contextName, values = [], value }) => {
      const field = fieldOf({ operator, contextName });
      return [...values, ...(value === undefined ? [] : [value])].map((each, position) => ({
        position,
        compared: { field, operator, value: each.trim() },
      }));
    }),
  );
  // A flag is evaluated in its environment only.
  const possible = found.filter(({ compared }) => compared.field !== 'environment');
  return possible
    .sort((one, other) => one.position - other.position)
    .map(({ compared }) => compared);
}

type Value = { field: string; value: string };

/** Values of which the operator accepts some and refuses others. */
const valuesNextTo = ({ field, operator, value }: Compared): Value[] =>
  neighbours(operator, value).map((each) => ({ field, value: each }));

function neighbours(operator: string, value: string): string[] {
  if (operator.startsWith('NUM_')) {
    return [value, String(Number(value) + 1), String(Number(value) - 1)];
  }
  if (operator.startsWith('SEMVER_')) {
    return [value.replace(/^v/, ''), semver.inc(value, 'patch') ?? value, '0.0.0'];
  }
  if (operator.startsWith('DATE_')) {
    const date = Date.parse(value);
    if (Number.isNaN(date)) return [];
    return [date - 1000, date + 1000].map((each) => new Date(each).toISOString());
  }
  if (operator.startsWith('STR_')) return [value, `${value}1`, `1${value}`, `1${value}1`];
  // The first address of a range.
  return operator === 'IN_CIDR' ? [value.replace(/\/.*/, '')] : [value];
}

type Profile = Readonly<Record<string, string>>;

/** Values of fields that satisfy a rule: for each rule one, then others that differ in one field. */
async function profilesOf(
  rules: readonly Rule['constraints'][],
  values: readonly Value[],
  now: number,
): Promise<Profile[]> {
  const byField = new Map(values.map(({ field }) => [field, [] as Profile[]]));
  for (const { field, value } of values) byField.get(field)?.push({ [field]: value });
  const [first, others]: [Profile[], Profile[]] = [[], []];
  for (const constraints of rules) {
    const accepted = [...byField].map(([field, candidates]) => {
      const own = constraints.filter((constraint) => fieldOf(constraint) === field);
      const accepts = (context: Context) =>
        own.every((constraint) => evaluateConstraint(constraint, context, { now }).result);
      return [{}, ...candidates].filter(accepts);
    });
    const satisfying: Profile = Object.assign({}, ...accepted.map(([each]) => each));
    first.push(satisfying);
    others.push(...accepted.flat().map((each) => ({ ...satisfying, ...each })));
    // Lists of values are long; other requests are served in between.
    await setImmediate();
  }
  return distinct([{}, ...first, ...others]);
}

const stickinessIn = ({ flags }: EvaluationData): string[] => [
  'userId',
  ...flags.flatMap(({ strategies, variants }) => [
    ...[...variants, ...strategies.flatMap((strategy) => strategy.variants)].flatMap(
      ({ stickiness }) => fieldOfStickiness(stickiness),
    ),
    ...strategies.flatMap(({ name, parameters }) =>
      name === 'gradualRolloutSessionId' ? ['sessionId'] : fieldOfStickiness(parameters.stickiness),
    ),
  ]),
];

const fieldOfStickiness = (stickiness = 'default') =>
  ['', 'default', 'random'].includes(stickiness) ? [] : [stickiness];

/** The same number of users for each profile, no two with the same id. */
function usersOf(profiles: readonly Profile[], stickiness: readonly string[]): Context[] {
  const usersEach = Math.min(usersMax, Math.floor((sampleMax - 1) / profiles.length));
  // Profiles take turns, so that each gets random numbers from the whole range.
  return Array.from({ length: usersEach * profiles.length }, (_, index) => ({
    ...Object.fromEntries(stickiness.map((field) => [field, `user-${index + 1}`])),
    ...profiles[index % profiles.length],
  }));
}
