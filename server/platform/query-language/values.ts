import { nearest } from './nearest.ts';
import { badQuery, type Term, type Value } from './syntax.ts';

export function unknownKey({ key, at }: Term, known: readonly string[]) {
  const guess = nearest(key, known);
  const hint = guess === undefined ? `known are ${known.join(', ')}` : `did you mean "${guess}:"?`;
  return badQuery(`"${key}:" is unknown; ${hint} (a text with a colon needs quotes)`, at);
}

/** The value of a term that does not compare. */
export function valueWithoutOperator({ key, operator, value, valueAt }: Term): Value {
  if (operator === '') return value;
  throw badQuery(`"${key}:" takes no "${operator}"; in quotes it is a character`, valueAt);
}

/** The value of a term that takes no prefix either. */
export function plainValue(term: Term): string {
  valueWithoutOperator(term);
  if (term.value.prefix) {
    throw badQuery(`"${term.key}:" takes no "*"; in quotes it is a character`, term.valueAt);
  }
  return term.value.text;
}

/** More values would hide the mistake. */
const listedMax = 20;

export function oneOf(term: Term, known: readonly string[]): string {
  const value = plainValue(term);
  if (known.includes(value)) return value;
  const guess = nearest(value, known);
  const expected =
    known.length <= listedMax
      ? `expected ${known.join(', ')}`
      : `expected a value such as ${known.slice(0, 3).join(', ')}`;
  const hint = guess === undefined ? expected : `did you mean "${guess}"?`;
  throw badQuery(`"${value}" is not a value of "${term.key}:"; ${hint}`, term.valueAt);
}

/** For the value of `tag:` that lacks a type or a value. */
export function badTag({ key, value: { text }, valueAt }: Term) {
  const hint =
    text === '' || text.includes(':')
      ? 'expected type:value'
      : `did you mean "${defaultTagType}:${text}"?`;
  return badQuery(`"${text}" is not a value of "${key}:"; ${hint}`, valueAt);
}

const defaultTagType = 'simple';
