import { RE2JS } from 're2js';
import semver from 'semver';
import { isInRange, isSameAddress } from './addresses.ts';
import { contextValue } from './context.ts';
import type { Constraint, Context, EvaluationOptions } from './model.ts';

/** Whether a constraint holds, and the value it compared; null where the context has none. */
export type ConstraintOutcome = {
  constraint: Constraint;
  result: boolean;
  contextValue: string | null;
};

export function evaluateConstraint(
  constraint: Constraint,
  context: Context,
  { now }: Pick<EvaluationOptions, 'now'>,
): ConstraintOutcome {
  const test = operators.get(constraint.operator);
  const value = comparesTime(constraint)
    ? timeOf(context, now)
    : contextValue(context, constraint.contextName);
  // An unknown operator never matches, inverted or not.
  const result = test !== undefined && test(constraint, value) !== (constraint.inverted ?? false);
  return { constraint, result, contextValue: value ?? null };
}

type Test = (constraint: Constraint, value: string | undefined) => boolean;

type Compared = Pick<Constraint, 'operator' | 'contextName'>;

const comparesTime = ({ operator }: Compared) => operator.startsWith('DATE_');

/** Dates are compared with the current time, whichever field the constraint names. */
export const fieldOf = (constraint: Compared): string =>
  comparesTime(constraint) ? 'currentTime' : constraint.contextName;

function timeOf(context: Context, now: number): string {
  const given = context.currentTime;
  const moment = given ? new Date(given as string | number | Date) : new Date(now);
  return Number.isNaN(moment.getTime()) ? String(given) : moment.toISOString();
}

const isIn: Test = (constraint, value) =>
  value !== undefined && valuesOf(constraint).includes(value);

const text =
  (compare: (value: string, expected: string) => boolean): Test =>
  (constraint, value) => {
    if (value === undefined) return false;
    const folded = fold(constraint, value);
    return valuesOf(constraint).some((expected) => compare(folded, fold(constraint, expected)));
  };

const number =
  (compare: (value: number, expected: number) => boolean): Test =>
  (constraint, value) =>
    // Comparisons with NaN are false.
    compare(Number(value), Number(constraint.value));

const date =
  (compare: (value: number, expected: number) => boolean): Test =>
  (constraint, value) =>
    compare(Date.parse(value ?? ''), new Date(constraint.value ?? '').getTime());

const version =
  (compare: (value: string, expected: string) => boolean): Test =>
  (constraint, value) =>
    value !== undefined &&
    // The version in the context may not begin with v; the one in the constraint may.
    !value.startsWith('v') &&
    isVersion(value) &&
    isVersion(constraint.value) &&
    compare(value, constraint.value);

const matches: Test = (constraint, value) =>
  value !== undefined && (compiled(constraint)?.matcher(value).find() ?? false);

const isInRanges: Test = (constraint, value) =>
  value !== undefined &&
  valuesOf(constraint).some((range) => isSameAddress(value, range) || isInRange(value, range));

const operators: ReadonlyMap<string, Test> = new Map([
  ['IN', isIn],
  ['NOT_IN', (constraint, value) => !isIn(constraint, value)],
  ['STR_STARTS_WITH', text((value, expected) => value.startsWith(expected))],
  ['STR_ENDS_WITH', text((value, expected) => value.endsWith(expected))],
  ['STR_CONTAINS', text((value, expected) => value.includes(expected))],
  ['NUM_EQ', number((value, expected) => value === expected)],
  ['NUM_GT', number((value, expected) => value > expected)],
  ['NUM_GTE', number((value, expected) => value >= expected)],
  ['NUM_LT', number((value, expected) => value < expected)],
  ['NUM_LTE', number((value, expected) => value <= expected)],
  ['DATE_AFTER', date((value, expected) => value > expected)],
  ['DATE_BEFORE', date((value, expected) => value < expected)],
  ['SEMVER_EQ', version(semver.eq)],
  ['SEMVER_GT', version(semver.gt)],
  ['SEMVER_GTE', version(semver.gte)],
  ['SEMVER_LT', version(semver.lt)],
  ['SEMVER_LTE', version(semver.lte)],
  ['REGEX', matches],
  ['IN_CIDR', isInRanges],
] satisfies [string, Test][]);

const trimmed = new WeakMap<Constraint, readonly string[]>();

/** Trimmed once for each constraint: lists are long, and used with every context. */
function valuesOf(constraint: Constraint): readonly string[] {
  const existing = trimmed.get(constraint);
  if (existing) return existing;
  const values = (constraint.values ?? []).filter((value) => value).map((value) => value.trim());
  trimmed.set(constraint, values);
  return values;
}

const fold = ({ caseInsensitive }: Constraint, value: string) =>
  caseInsensitive ? value.toLocaleLowerCase() : value;

const isVersion = (value: string | undefined): value is string => semver.valid(value) !== null;

const patterns = new WeakMap<Constraint, RE2JS | undefined>();

/** Undefined for an invalid pattern; RE2 matches in linear time. */
function compiled(constraint: Constraint): RE2JS | undefined {
  if (patterns.has(constraint)) return patterns.get(constraint);
  const pattern = compile(constraint.value ?? '', constraint.caseInsensitive ?? false);
  patterns.set(constraint, pattern);
  return pattern;
}

function compile(value: string, caseInsensitive: boolean): RE2JS | undefined {
  try {
    return RE2JS.compile(value, caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0);
  } catch {
    return undefined;
  }
}
