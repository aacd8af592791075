import { isDeepStrictEqual } from 'node:util';
import semver from 'semver';
import { badData } from '../../platform/errors.ts';
import type { Constraint, Operator } from './schema.ts';

/** The values a context field allows; a field without legal values is not in the map. */
export type LegalValues = ReadonlyMap<string, readonly string[]>;

const valueLengthMax = 100;

type Kind = 'list' | 'number' | 'date' | 'semver';

const kinds: Record<Operator, Kind> = {
  IN: 'list',
  NOT_IN: 'list',
  STR_CONTAINS: 'list',
  STR_ENDS_WITH: 'list',
  STR_STARTS_WITH: 'list',
  NUM_EQ: 'number',
  NUM_GT: 'number',
  NUM_GTE: 'number',
  NUM_LT: 'number',
  NUM_LTE: 'number',
  DATE_AFTER: 'date',
  DATE_BEFORE: 'date',
  SEMVER_EQ: 'semver',
  SEMVER_GT: 'semver',
  SEMVER_LT: 'semver',
};

/** An unchanged constraint is not checked again: the legal values may have changed since. */
export const findUnchanged = (before: readonly Constraint[], constraint: Constraint) =>
  before.find((stored) => isDeepStrictEqual(withDefaults(stored), withDefaults(constraint)));

const withDefaults = (constraint: Constraint): Constraint => ({
  caseInsensitive: false,
  inverted: false,
  values: [],
  ...constraint,
});

export function checkConstraint(
  constraint: Constraint,
  legalValues: LegalValues,
  path: string,
): Constraint {
  const { contextName, operator } = constraint;
  const kind = kinds[operator];
  const used = kind === 'list' ? checkList(constraint, path) : [checkValue(kind, constraint, path)];
  assertLegal(
    used,
    legalValues.get(contextName),
    `${path}/${kind === 'list' ? 'values' : 'value'}`,
  );
  return {
    contextName,
    operator,
    caseInsensitive: constraint.caseInsensitive ?? false,
    inverted: constraint.inverted ?? false,
    values: kind === 'list' ? used : [],
    ...(kind === 'list' ? {} : { value: used[0] ?? '' }),
  };
}

function checkList({ operator, values = [] }: Constraint, path: string): string[] {
  if (values.length === 0) throw badData(`${operator} needs at least one value.`, `${path}/values`);
  values.forEach((value, index) => {
    // SDKs trim values, and every string contains the empty string.
    if (value.trim() !== '' && [...value].length <= valueLengthMax) return;
    throw badData(
      `A value must have 1 to ${valueLengthMax} characters, not only spaces.`,
      `${path}/values/${index}`,
    );
  });
  return [...values];
}

const tests: Record<Exclude<Kind, 'list'>, { fits: (value: string) => boolean; form: string }> = {
  number: { fits: isDecimal, form: 'a decimal number' },
  date: { fits: isDate, form: 'a date such as 2026-01-31T12:00:00Z' },
  semver: {
    fits: (value) => /^\d/.test(value) && semver.valid(value) !== null,
    form: 'a version such as 1.2.3',
  },
};

function checkValue(kind: Exclude<Kind, 'list'>, constraint: Constraint, path: string): string {
  const { operator } = constraint;
  const value = (constraint.value ?? '').trim();
  const { fits, form } = tests[kind];
  if (fits(value)) return value;
  throw badData(`${operator} needs ${form}, not "${value.slice(0, 100)}".`, `${path}/value`);
}

/** Numbers that every SDK parses: no hexadecimal, no infinity. */
export function isDecimal(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
}

const moment = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** An impossible day such as 30 February is refused instead of rolling over into March. */
function isDate(value: string): boolean {
  const day = moment.exec(value)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(value))) return false;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
}

/** Keeps the error message short. */
const legalShownMax = 10;

function assertLegal(used: readonly string[], legal: readonly string[] | undefined, path: string) {
  if (legal === undefined) return;
  const allowed = new Set(legal);
  const illegal = used.find((value) => !allowed.has(value));
  if (illegal === undefined) return;
  const shown = legal.slice(0, legalShownMax).join(', ');
  const more = legal.length > legalShownMax ? ` and ${legal.length - legalShownMax} more` : '';
  throw badData(`"${illegal}" is not a legal value. Allowed: ${shown}${more}.`, path);
}
