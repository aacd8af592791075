import type { FacetName } from '../../../server/search/schema.ts';
import type { FlagParams } from './params.ts';

type Kind = 'set' | 'labels' | 'date' | 'yes-no' | 'status';

export type FilterName = Exclude<
  keyof FlagParams,
  'query' | 'sortBy' | 'sortOrder' | 'favoritesFirst' | 'offset'
>;

export type FilterKind = {
  name: FilterName;
  label: string;
  kind: Kind;
  /** The search itself counts the values of these. */
  facet?: FacetName;
  /** The values there can be, where they are known beforehand. */
  values?: readonly string[];
};

/** Every filter of the flag search; the page makes a chip of each. */
export const filterKinds: readonly FilterKind[] = [
  { name: 'project', label: 'Project', kind: 'set', facet: 'project' },
  { name: 'type', label: 'Type', kind: 'set', facet: 'type' },
  { name: 'state', label: 'State', kind: 'set', facet: 'state' },
  { name: 'tag', label: 'Tag', kind: 'labels', facet: 'tag' },
  { name: 'segment', label: 'Segment', kind: 'labels' },
  { name: 'createdBy', label: 'Created by', kind: 'set', facet: 'createdBy' },
  {
    name: 'lifecycle',
    label: 'Lifecycle',
    kind: 'set',
    values: ['initial', 'pre-live', 'live', 'completed', 'archived'],
  },
  { name: 'status', label: 'Environment', kind: 'status' },
  { name: 'createdAt', label: 'Created', kind: 'date' },
  { name: 'lastSeenAt', label: 'Last seen', kind: 'date' },
  { name: 'favorite', label: 'Favourite', kind: 'yes-no' },
  { name: 'archived', label: 'Archived', kind: 'yes-no' },
];

/** The operators of a kind as people say them; the first is what a new filter starts with. */
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
  'yes-no': [{ value: 'IS', label: 'is' }],
  status: [{ value: 'IS_ANY_OF', label: 'is any of' }],
};

/** Operators that mean the same as another, which stands for both. */
export const sameOperator: Record<string, string> = {
  IS: 'IS_ANY_OF',
  IS_NOT: 'IS_NONE_OF',
  INCLUDE: 'INCLUDE_ANY_OF',
  DO_NOT_INCLUDE: 'EXCLUDE_IF_ANY_OF',
};
