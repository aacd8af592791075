import type { Filter, FilterValue, Operator } from './filters.ts';

type Values = Readonly<Record<string, unknown>>;

/** Compared with case; the others without. */
const caseExact = new Set(['id', 'externalid']);

/** Evaluates a filter on a resource, or on one value of a multi-valued attribute. */
export function matches(filter: Filter, resource: Values): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((each) => matches(each, resource));
    case 'or':
      return filter.filters.some((each) => matches(each, resource));
    case 'not':
      return !matches(filter.filter, resource);
    case 'present':
      return valuesAt(resource, filter.attribute).some(isPresent);
    case 'some':
      return valuesAt(resource, filter.attribute).some(
        (value) => isObject(value) && matches(filter.filter, value),
      );
    case 'compare':
      return matchesValue(filter, resource);
  }
}

function matchesValue(
  { attribute, operator, value }: Extract<Filter, { kind: 'compare' }>,
  resource: Values,
): boolean {
  const exact = caseExact.has(attribute);
  const found = valuesAt(resource, attribute).map(simple).filter(isPresent);
  if (value === null) return found.length === 0 ? operator === 'eq' : operator === 'ne';
  if (operator === 'ne') return !found.some((each) => compare(each, 'eq', value, exact));
  return found.some((each) => compare(each, operator, value, exact));
}

/** A complex value is compared by its member `value`. */
const simple = (value: unknown) => (isObject(value) ? value.value : value);

function compare(found: unknown, operator: Operator, value: FilterValue, exact: boolean): boolean {
  if (typeof found !== typeof value) return false;
  if (typeof found !== 'string' || typeof value !== 'string') {
    return operator === 'eq' && found === value;
  }
  const [one, other] = exact ? [found, value] : [found.toLowerCase(), value.toLowerCase()];
  return comparisons[operator](one, other);
}

const comparisons: Record<Operator, (one: string, other: string) => boolean> = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  co: (one, other) => one.includes(other),
  sw: (one, other) => one.startsWith(other),
  ew: (one, other) => one.endsWith(other),
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
};

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== '';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All values at a path of names in lower case; lists contribute each of their values. */
function valuesAt(resource: Values, path: string): unknown[] {
  const dot = path.indexOf('.');
  const found = memberOf(resource, dot < 0 ? path : path.slice(0, dot));
  const values = Array.isArray(found) ? found : found === undefined ? [] : [found];
  if (dot < 0) return values;
  return values.filter(isObject).flatMap((value) => valuesAt(value, path.slice(dot + 1)));
}

/** Names of attributes are case-insensitive. */
export function memberOf(object: Values, name: string): unknown {
  const key = keyIn(object, name);
  return key === undefined ? undefined : object[key];
}

export function keyIn(object: Values, name: string): string | undefined {
  if (Object.hasOwn(object, name)) return name;
  const lower = name.toLowerCase();
  return Object.keys(object).find((key) => key.toLowerCase() === lower);
}
