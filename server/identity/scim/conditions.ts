import type { RawBuilder } from 'kysely';
import { scimError } from './errors.ts';
import { type Filter, parseFilter } from './filters.ts';
import {
  always,
  both,
  type Column,
  compareText,
  compareTime,
  either,
  groupColumns,
  isBoolean,
  isPresent,
  memberColumn,
  not,
  someMember,
  userColumns,
  valueColumns,
} from './queries.ts';

type Condition = RawBuilder<boolean>;
type Columns = Readonly<Record<string, Column>>;

/** Undefined text matches all. */
export const userCondition = (filter: string | undefined): Condition =>
  filter === undefined ? always : conditionOf(parseFilter(filter), userColumns);

export const groupCondition = (filter: string | undefined): Condition =>
  filter === undefined ? always : conditionOf(parseFilter(filter), groupColumns);

const memberAttributes = /^members(\.value)?$/;

function conditionOf(filter: Filter, columns: Columns): Condition {
  if (filter.kind === 'not') return not(conditionOf(filter.filter, columns));
  if (filter.kind === 'and' || filter.kind === 'or') {
    const [one, other] = filter.filters.map((each) => conditionOf(each, columns));
    return (filter.kind === 'and' ? both : either)(one ?? always, other ?? always);
  }
  const ofMember = columns === groupColumns && memberAttributes.test(filter.attribute);
  if (ofMember) return memberCondition(filter);
  if (filter.kind === 'some') {
    const known = columns === userColumns && Object.hasOwn(valueColumns, filter.attribute);
    const inside = known && valueColumns[filter.attribute];
    if (!inside) throw unknown(filter.attribute);
    // There is one value, if any.
    return both(isPresent(columns[filter.attribute] as Column), conditionOf(filter.filter, inside));
  }
  const column = Object.hasOwn(columns, filter.attribute) && columns[filter.attribute];
  if (!column) throw unknown(filter.attribute);
  return filter.kind === 'present' ? isPresent(column) : comparison(filter, column);
}

type Leaf = Exclude<Filter, { kind: 'and' } | { kind: 'or' } | { kind: 'not' }>;

function memberCondition(filter: Leaf): Condition {
  if (filter.kind === 'present') return someMember(always);
  if (filter.kind === 'some') {
    return someMember(conditionOf(filter.filter, { value: memberColumn }));
  }
  if (filter.operator === 'ne') {
    return not(someMember(comparison({ ...filter, operator: 'eq' }, memberColumn)));
  }
  if (filter.value === null) return filter.operator === 'eq' ? not(someMember(always)) : never;
  return someMember(comparison(filter, memberColumn));
}

const never = not(always);

function comparison(
  { attribute, operator, value }: Extract<Filter, { kind: 'compare' }>,
  column: Column,
): Condition {
  if (operator === 'ne') {
    return not(comparison({ kind: 'compare', attribute, operator: 'eq', value }, column));
  }
  if (value === null) return operator === 'eq' ? not(isPresent(column)) : never;
  if (column.type === 'boolean') {
    if (operator === 'eq' && typeof value === 'boolean') return isBoolean(column, value);
    throw invalid(`"${attribute}" can only be compared with eq or ne and true or false.`);
  }
  if (typeof value !== 'string') throw invalid(`"${attribute}" is compared with text in quotes.`);
  if (column.type !== 'time') return compareText(column, operator, value);
  if (operator === 'co' || operator === 'sw' || operator === 'ew' || !isTime(value)) {
    throw invalid(`"${attribute}" is compared with a time, such as "2026-01-31T00:00:00Z".`);
  }
  return compareTime(column, operator, value);
}

const isTime = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
  Date.parse(text) > Date.parse('0001-01-02T00:00:00Z');

const invalid = (message: string) => scimError('InvalidFilterError', message);

const unknown = (attribute: string) =>
  invalid(`The attribute "${attribute}" cannot be used in a filter.`);
