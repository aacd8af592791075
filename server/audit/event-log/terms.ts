import { eventTypes } from '../../events/types.ts';
import { dayOf } from '../../platform/http/days.ts';
import type { Criterion } from '../../platform/query-language/criteria.ts';
import { parseQuery } from '../../platform/query-language/parser.ts';
import { badQuery, type Expression, type Term } from '../../platform/query-language/syntax.ts';
import { type TimeBound, timeBounds } from '../../platform/query-language/times.ts';
import { badTag, oneOf, plainValue, unknownKey } from '../../platform/query-language/values.ts';
import type { EventTest, SetColumn } from './filters.ts';

type EventCriterion = Criterion<EventTest>;
type EventTerms = { criteria: EventCriterion[]; oldestFirst: boolean | undefined };

/** The meaning of a query for events; ages are counted back from `now`. */
export function parseEventTerms(text: string, now: number): EventTerms {
  const parts = parseQuery(text);
  const [sort, another] = parts.filter((part) => part.kind === 'term' && part.key === 'sort');
  if (another) throw badQuery('a query has one "sort:"', (another as Term).at);
  return {
    criteria: parts.filter((part) => part !== sort).map((part) => criterionOf(part, now)),
    oldestFirst: sort && oneOf(sort as Term, ['newest', 'oldest']) === 'oldest',
  };
}

function criterionOf(expression: Expression, now: number): EventCriterion {
  if (expression.kind === 'text') return { on: 'text', text: expression.text };
  if (expression.kind === 'not') return negated(criterionOf(expression.part, now));
  if (expression.kind === 'term') return termMeaning(expression, now);
  if (expression.kind === 'within') {
    throw badQuery('a space is expected before "("', expression.partAt);
  }
  const parts = expression.parts.map((part) => criterionOf(part, now));
  return expression.kind === 'and' ? { every: parts } : alternatives(parts);
}

/** A set is excluded by its own index. */
function negated(criterion: EventCriterion): EventCriterion {
  if (!('on' in criterion) || criterion.on !== 'set') return { not: criterion };
  return { ...criterion, exclude: !criterion.exclude };
}

/** Alternatives of one column are one set. */
function alternatives(parts: readonly EventCriterion[]): EventCriterion {
  const sets = parts.filter((part) => 'on' in part && part.on === 'set' && !part.exclude) as Set[];
  const [first] = sets;
  if (first === undefined || sets.length < parts.length) return { some: parts };
  if (sets.some(({ column }) => column !== first.column)) return { some: parts };
  const names = sets.flatMap((set) => set.names ?? []);
  const values = [...new Set(sets.flatMap((set): (string | number)[] => [...set.values]))];
  return { ...first, values, ...(names.length === 0 ? {} : { names }) } as Set;
}

type Set = Extract<EventTest, { on: 'set' }>;

const isIn = (column: SetColumn, values: readonly string[] | readonly number[]): Set => ({
  on: 'set',
  column,
  exclude: false,
  values,
});

const meanings: Readonly<Record<string, (term: Term, now: number) => EventCriterion>> = {
  type: isOfType,
  by: isCreatedBy,
  in: (term) => isIn('project', [plainValue(term)]),
  project: (term) => isIn('project', [plainValue(term)]),
  flag: (term) => isIn('feature_name', [plainValue(term)]),
  env: (term) => isIn('environment', [plainValue(term)]),
  tag: hasTag,
  id: hasId,
  since: (term, now) => ({ on: 'time', bounds: boundOf(term, now) }),
  until: (term, now) => ({ on: 'time', bounds: boundOf(term, now) }),
};

export const eventKeys = [...Object.keys(meanings), 'sort'];

function termMeaning(term: Term, now: number): EventCriterion {
  if (term.key === 'sort') throw badQuery('"sort:" cannot be negated or in parentheses', term.at);
  const meaning = Object.hasOwn(meanings, term.key) ? meanings[term.key] : undefined;
  if (meaning === undefined) throw unknownKey(term, eventKeys);
  return meaning(term, now);
}

/** `type:feature-*` is all types that begin with it. */
function isOfType(term: Term): EventCriterion {
  if (!term.value.prefix || term.operator !== '') return isIn('type', [oneOf(term, eventTypes)]);
  const types = eventTypes.filter((type) => type.startsWith(term.value.text));
  if (types.length > 0) return isIn('type', types);
  throw badQuery(`no event type begins with "${term.value.text}"`, term.valueAt);
}

function isCreatedBy(term: Term): EventCriterion {
  const value = plainValue(term);
  if (isInteger(value)) return isIn('created_by_user_id', idsOf('createdBy', [value]));
  return { ...isIn('created_by_user_id', []), names: [value.toLowerCase()] };
}

function hasTag(term: Term): EventCriterion {
  const json = tagJson(plainValue(term));
  if (json !== undefined) return isIn('tags', [json]);
  throw badTag(term);
}

function hasId(term: Term): EventCriterion {
  const value = plainValue(term);
  if (isInteger(value)) return isIn('id', idsOf('id', [value]));
  throw badQuery('the id of an event is expected, which is an integer', term.valueAt);
}

/** Both days are included; `since:7d` begins seven days ago. */
function boundOf(term: Term, now: number): TimeBound[] {
  const { key, operator, value, valueAt } = term;
  const day = isDay(value.text);
  if (operator !== '' || value.prefix || !(day || /^\d{1,4}[hdw]$/.test(value.text))) {
    throw badQuery(`"${key}:" takes an age such as 7d, or a day such as 2026-11-01`, valueAt);
  }
  // An age grows into the past.
  return timeBounds({ ...term, operator: day === (key === 'since') ? '>=' : '<=' }, now);
}

const isDay = (text: string) => dayOf(text) !== undefined;

/** As JSON, like the tags of an event. */
export function tagJson(tag: string): string | undefined {
  const colon = tag.indexOf(':');
  if (colon < 1 || colon === tag.length - 1) return undefined;
  return JSON.stringify([{ type: tag.slice(0, colon), value: tag.slice(colon + 1) }]);
}

export const isInteger = (text: string) => /^-?\d+$/.test(text);

/** A number outside the range of the column matches no event. */
export function idsOf(param: 'createdBy' | 'id', values: readonly string[]): number[] {
  const largest = param === 'id' ? Number.MAX_SAFE_INTEGER : 2_147_483_647;
  return values.map(Number).filter((value) => Math.abs(value) <= largest);
}
