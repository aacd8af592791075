import type { FacetName } from '../../../../server/search/schema.ts';
import type { FilterKind } from '../../ui/filter-kinds.ts';
import type { FlagParams } from './params.ts';

type FilterName = Exclude<
  keyof FlagParams,
  'q' | 'sortBy' | 'sortOrder' | 'favoritesFirst' | 'offset' | 'view'
>;

export type FlagFilter = FilterKind<FilterName> & {
  /** The search counts the values of these filters. */
  facet?: FacetName;
  /** The values, where they are fixed. */
  values?: readonly string[];
};

/** The filters of the flag search. */
export const filterKinds: readonly FlagFilter[] = [
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
