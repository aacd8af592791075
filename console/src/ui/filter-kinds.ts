import { texts } from './texts.ts';

/** How a filter is edited and described. */
export type Kind = 'set' | 'labels' | 'date' | 'day' | 'yes-no' | 'status';

export type FilterKind<Name extends string = string> = {
  /** The name of the query parameter. */
  name: Name;
  label: string;
  kind: Kind;
};

/** A value of a filter, with the number of matches. */
export type Suggestion = { value: string; label: string; count?: number };

/** The operators of each kind; the first is the default. */
export const operatorsOf: Record<Kind, readonly { value: string; label: string }[]> = {
  set: [
    { value: 'IS_ANY_OF', label: texts.filter.isAnyOf },
    { value: 'IS_NONE_OF', label: texts.filter.isNoneOf },
  ],
  labels: [
    { value: 'INCLUDE_ANY_OF', label: texts.filter.hasAnyOf },
    { value: 'INCLUDE_ALL_OF', label: texts.filter.hasAllOf },
    { value: 'EXCLUDE_IF_ANY_OF', label: texts.filter.hasNoneOf },
    { value: 'EXCLUDE_ALL', label: texts.filter.hasNotAllOf },
  ],
  date: [
    { value: 'IS_ON_OR_AFTER', label: texts.filter.onOrAfter },
    { value: 'IS_BEFORE', label: texts.filter.before },
  ],
  day: [{ value: 'IS', label: '' }],
  'yes-no': [{ value: 'IS', label: texts.filter.is }],
  status: [{ value: 'IS_ANY_OF', label: texts.filter.isAnyOf }],
};

/** Operators that are aliases of another. */
const aliases: Record<string, string> = {
  IS: 'IS_ANY_OF',
  IS_NOT: 'IS_NONE_OF',
  INCLUDE: 'INCLUDE_ANY_OF',
  DO_NOT_INCLUDE: 'EXCLUDE_IF_ANY_OF',
};

/** The operator without aliases; the default of the kind for any other. */
export function operatorIn(kind: Kind, operator: string | undefined): string {
  const operators = operatorsOf[kind];
  const match = operators.find(
    ({ value }) => value === operator || value === aliases[operator ?? ''],
  );
  return match?.value ?? operators[0]?.value ?? '';
}
