import { parseQuery } from '../platform/query-language/parser.ts';
import {
  badQuery,
  type Expression,
  type Term,
  type Within,
} from '../platform/query-language/syntax.ts';
import { timeBounds } from '../platform/query-language/times.ts';
import {
  badTag,
  oneOf,
  plainValue,
  unknownKey,
  valueWithoutOperator,
} from '../platform/query-language/values.ts';
import type { Criterion } from './criteria.ts';
import { settingKeys, settingMeaning } from './settings.ts';

export const states = ['active', 'stale', 'potentially-stale'];
export const stages = ['initial', 'pre-live', 'live', 'completed', 'archived'];

/** As in the parameters sortBy and sortOrder. */
export type QuerySort = { by: string; descending: boolean };

export type ParsedTerms = { criteria: Criterion[]; sort: QuerySort | undefined };

/** The meaning of a query for flags; ages are counted back from `now`. */
export function parseTerms(text: string, now: number): ParsedTerms {
  const parts = parseQuery(text);
  const [sort, another] = parts.filter((part) => part.kind === 'term' && part.key === 'sort');
  if (another) throw badQuery('a query has one "sort:"', (another as Term).at);
  return {
    criteria: parts.filter((part) => part !== sort).map((part) => criterionOf(part, { now })),
    sort: sort && parseQuerySort(sort as Term),
  };
}

/** Where a term is: in parentheses after an environment, or not. */
type Scope = { now: number; environment?: string };

function criterionOf(expression: Expression, scope: Scope): Criterion {
  if (expression.kind === 'text') {
    if (scope.environment !== undefined) throw notInEnvironment('a text', expression.at);
    return { on: 'text', values: [expression.text] };
  }
  if (expression.kind === 'not') return { not: criterionOf(expression.part, scope) };
  if (expression.kind === 'within') return criterionWithin(expression, scope);
  if (expression.kind === 'term') return termMeaning(expression, scope);
  const parts = expression.parts.map((part) => criterionOf(part, scope));
  return expression.kind === 'and' ? { every: parts } : { some: parts };
}

const notInEnvironment = (what: string, at: number) =>
  badQuery(`${what} is not about an environment`, at);

/** `env:production(rollout:<100)`. */
function criterionWithin({ key, value, part, at }: Within, { now, environment }: Scope) {
  if (key !== 'env' || value.prefix || environment !== undefined) {
    throw badQuery('parentheses can follow env:<environment> only, and not inside of it', at);
  }
  return criterionOf(part, { now, environment: value.text });
}

const meanings: Readonly<Record<string, (term: Term, now: number) => Criterion>> = {
  is: isWord,
  name: nameIs,
  project: (term) => ({ on: 'project', values: [plainValue(term)] }),
  type: (term) => ({ on: 'type', values: [plainValue(term)] }),
  stage: (term) => ({ on: 'stage', values: [oneOf(term, stages)] }),
  by: (term) => ({ on: 'creator', values: [plainValue(term)] }),
  tag: hasTag,
  segment: (term) => ({ on: 'segment', all: false, values: [plainValue(term)] }),
  env: isSwitched,
  created: (term, now) => ({ on: 'created', bounds: timeBounds(term, now) }),
  lastSeen: (term, now) => ({ on: 'seen', bounds: timeBounds(term, now) }),
};

export const flagKeys = [...Object.keys(meanings), ...settingKeys, 'constraint.<field>', 'sort'];

function termMeaning(term: Term, { now, environment }: Scope): Criterion {
  const { key } = term;
  if (key === 'sort') throw badQuery('"sort:" cannot be negated or in parentheses', term.at);
  const meaning = Object.hasOwn(meanings, key) ? meanings[key] : undefined;
  const criterion =
    settingMeaning(term, environment) ??
    (environment === undefined ? meaning?.(term, now) : inEnvironment(term, environment));
  if (criterion !== undefined) return criterion;
  throw meaning ? notInEnvironment(`"${key}:"`, term.at) : unknownKey(term, flagKeys);
}

function inEnvironment(term: Term, environment: string): Criterion | undefined {
  if (term.key === 'is') {
    const status = oneOf(term, ['on', 'off']) === 'on' ? 'enabled' : 'disabled';
    return { on: 'switch', values: [`${environment}:${status}`] };
  }
  if (term.key !== 'segment') return undefined;
  return { on: 'setting', environment, settings: [{ kind: 'segment', value: plainValue(term) }] };
}

function isWord(term: Term): Criterion {
  const word = oneOf(term, [...states, 'archived', 'favorite']);
  if (word === 'archived' || word === 'favorite') return { on: word, value: true };
  return { on: 'state', values: [word] };
}

function nameIs(term: Term): Criterion {
  const { text, prefix } = valueWithoutOperator(term);
  return { on: 'name', value: text, prefix };
}

function hasTag(term: Term): Criterion {
  const tag = tagOf(plainValue(term));
  if (tag !== undefined) return { on: 'tag', all: false, values: [tag] };
  throw badTag(term);
}

/** Split at its first colon; whitespace around type and value is ignored. */
export function tagOf(text: string): string | undefined {
  const colon = text.indexOf(':');
  const type = text.slice(0, Math.max(colon, 0)).trim();
  const value = text.slice(colon + 1).trim();
  return type === '' || value === '' ? undefined : `${type}:${value}`;
}

function isSwitched(term: Term): Criterion {
  const [, environment, status] = /^(.+)=(on|off)$/s.exec(plainValue(term)) ?? [];
  if (environment === undefined) {
    throw badQuery(
      'a switch is expected as env:production=on or =off, or terms as env:production(…)',
      term.valueAt,
    );
  }
  const state = status === 'on' ? 'enabled' : 'disabled';
  return { on: 'switch', values: [`${environment}:${state}`] };
}

const sortKeys: Readonly<Record<string, string>> = {
  created: 'createdAt',
  lastSeen: 'lastSeenAt',
  name: 'name',
  type: 'type',
  project: 'project',
  stale: 'stale',
};

/** `sort:name`, `sort:-created` for the other direction, `sort:env:production`. */
function parseQuerySort(term: Term): QuerySort {
  const text = plainValue(term);
  const descending = text.startsWith('-');
  const key = descending ? text.slice(1) : text;
  const [, environment] = /^env:(.+)$/s.exec(key) ?? [];
  if (environment !== undefined) return { by: `environment:${environment}`, descending };
  const value = { text: key, prefix: false };
  const known = oneOf({ ...term, value }, Object.keys(sortKeys));
  return { by: sortKeys[known] ?? known, descending };
}
