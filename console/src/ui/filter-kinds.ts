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
    { value: 'IS_ANY_OF', label: 'is any of' },
    { value: 'IS_NONE_OF', label: 'is none of' },
  ],
  labels: [
    { value: 'INCLUDE_ANY_OF', label: 'has any of' },
    { value: 'INCLUDE_ALL_OF', label: 'has all of' },
    { value: 'EXCLUDE_IF_ANY_OF', label: 'has none of' },
    { value: 'EXCLUDE_ALL', label: 'has not all of' },
  ],
  date: [
    { value: 'IS_ON_OR_AFTER', label: 'on or after' },
    { value: 'IS_BEFORE', label: 'before' },
  ],
  day: [{ value: 'IS', label: '' }],
  'yes-no': [{ value: 'IS', label: 'is' }],
  status: [{ value: 'IS_ANY_OF', label: 'is any of' }],
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
