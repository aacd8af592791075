import type { FacetName } from '../../../../server/search/schema.ts';
import type { FilterKind } from '../../ui/filter-kinds.ts';
import { texts as ui } from '../../ui/texts.ts';
import type { FlagParams } from './params.ts';
import { texts } from './texts.ts';

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
  { name: 'project', label: ui.common.project, kind: 'set', facet: 'project' },
  { name: 'type', label: ui.common.type, kind: 'set', facet: 'type' },
  { name: 'state', label: texts.fields.state, kind: 'set', facet: 'state' },
  { name: 'tag', label: texts.fields.tag, kind: 'labels', facet: 'tag' },
  { name: 'segment', label: texts.fields.segment, kind: 'labels' },
  { name: 'createdBy', label: texts.fields.createdBy, kind: 'set', facet: 'createdBy' },
  {
    name: 'lifecycle',
    label: texts.fields.lifecycle,
    kind: 'set',
    values: ['initial', 'pre-live', 'live', 'completed', 'archived'],
  },
  { name: 'status', label: ui.common.environment, kind: 'status' },
  { name: 'createdAt', label: texts.fields.created, kind: 'date' },
  { name: 'lastSeenAt', label: texts.fields.lastSeen, kind: 'date' },
  { name: 'favorite', label: texts.fields.favorite, kind: 'yes-no' },
  { name: 'archived', label: texts.fields.archived, kind: 'yes-no' },
];
