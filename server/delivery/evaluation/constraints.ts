import { RE2JS } from 're2js';
import semver from 'semver';
import { isInRange, isSameAddress } from './addresses.ts';
import { contextValue } from './context.ts';
import type { Constraint, Context, Surroundings } from './model.ts';

/** Whether a constraint holds, and what it was asked about; null where the context has no value. */
export type ConstraintOutcome = {
  constraint: Constraint;
  result: boolean;
  contextValue: string | null;
};

export function evaluateConstraint(
  constraint: Constraint,
  context: Context,
  { now }: Pick<Surroundings, 'now'>,
): ConstraintOutcome {
  const test = operators.get(constraint.operator);
  const value = isAboutTime(constraint)
    ? momentOf(context, now)
    : contextValue(context, constraint.contextName);
  // An operator of a newer server holds for nobody, whichever way it is turned.
  const result = test !== undefined && test(constraint, value) !== (constraint.inverted ?? false);
  return { constraint, result, contextValue: value ?? null };
}

type Test = (constraint: Constraint, value: string | undefined) => boolean;

const isAboutTime = ({ operator }: Constraint) => operator.startsWith('DATE_');

/** Dates are compared with the current time, whichever field the constraint names. */
function momentOf(context: Context, now: number): string {
  const given = context.currentTime;
  const moment = given ? new Date(given as string | number | Date) : new Date(now);
  return Number.isNaN(moment.getTime()) ? String(given) : moment.toISOString();
}

const isIn: Test = (constraint, value) =>
  value !== undefined && valuesOf(constraint).includes(value);

const text =
  (compare: (value: string, wanted: string) => boolean): Test =>
  (constraint, value) => {
    if (value === undefined) return false;
    const folded = fold(constraint, value);
    return valuesOf(constraint).some((wanted) => compare(folded, fold(constraint, wanted)));
  };

const number =
  (compare: (value: number, wanted: number) => boolean): Test =>
  (constraint, value) =>
    // Comparisons with what is not a number are false by themselves.
    compare(Number(value), Number(constraint.value));

const date =
  (compare: (value: number, wanted: number) => boolean): Test =>
  (constraint, value) =>
    compare(Date.parse(value ?? ''), new Date(constraint.value ?? '').getTime());

const version =
  (compare: (value: string, wanted: string) => boolean): Test =>
  (constraint, value) =>
    value !== undefined &&
    // A version that is asked about may not begin with v; one that is stored may.
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
  ['STR_STARTS_WITH', text((value, wanted) => value.startsWith(wanted))],
  ['STR_ENDS_WITH', text((value, wanted) => value.endsWith(wanted))],
  ['STR_CONTAINS', text((value, wanted) => value.includes(wanted))],
  ['NUM_EQ', number((value, wanted) => value === wanted)],
  ['NUM_GT', number((value, wanted) => value > wanted)],
  ['NUM_GTE', number((value, wanted) => value >= wanted)],
  ['NUM_LT', number((value, wanted) => value < wanted)],
  ['NUM_LTE', number((value, wanted) => value <= wanted)],
  ['DATE_AFTER', date((value, wanted) => value > wanted)],
  ['DATE_BEFORE', date((value, wanted) => value < wanted)],
  ['SEMVER_EQ', version(semver.eq)],
  ['SEMVER_GT', version(semver.gt)],
  ['SEMVER_GTE', version(semver.gte)],
  ['SEMVER_LT', version(semver.lt)],
  ['SEMVER_LTE', version(semver.lte)],
  ['REGEX', matches],
  ['IN_CIDR', isInRanges],
] satisfies [string, Test][]);

const cleaned = new WeakMap<Constraint, readonly string[]>();

/** Trimmed once for each constraint: lists are long, and asked again with every context. */
function valuesOf(constraint: Constraint): readonly string[] {
  const existing = cleaned.get(constraint);
  if (existing) return existing;
  const values = (constraint.values ?? []).filter((value) => value).map((value) => value.trim());
  cleaned.set(constraint, values);
  return values;
}

const fold = ({ caseInsensitive }: Constraint, value: string) =>
  caseInsensitive ? value.toLocaleLowerCase() : value;

const isVersion = (value: string | undefined): value is string => semver.valid(value) !== null;

const patterns = new WeakMap<Constraint, RE2JS | undefined>();

/** Undefined for an invalid pattern; RE2 matches in linear time, whatever the pattern. */
function compiled(constraint: Constraint): RE2JS | undefined {
  if (patterns.has(constraint)) return patterns.get(constraint);
  const pattern = compile(constraint);
  patterns.set(constraint, pattern);
  return pattern;
}

function compile({ value = '', caseInsensitive = false }: Constraint): RE2JS | undefined {
  try {
    return RE2JS.compile(value, caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0);
  } catch {
    return undefined;
  }
}
