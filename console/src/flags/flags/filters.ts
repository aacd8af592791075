import type { FacetName } from '../../../../server/search/schema.ts';
import type { FilterKind } from '../../ui/filter-kinds.ts';
import { texts as ui } from '../../ui/texts.ts';
import { texts } from '../texts.ts';
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
  { name: 'project', label: ui.common.project, kind: 'set', facet: 'project' },
  { name: 'type', label: ui.common.type, kind: 'set', facet: 'type' },
  { name: 'state', label: texts.flags.fields.state, kind: 'set', facet: 'state' },
  { name: 'tag', label: texts.flags.fields.tag, kind: 'labels', facet: 'tag' },
  { name: 'segment', label: texts.flags.fields.segment, kind: 'labels' },
  { name: 'createdBy', label: texts.flags.fields.createdBy, kind: 'set', facet: 'createdBy' },
  {
    name: 'lifecycle',
    label: texts.flags.fields.lifecycle,
    kind: 'set',
    values: ['initial', 'pre-live', 'live', 'completed', 'archived'],
  },
  { name: 'status', label: ui.common.environment, kind: 'status' },
  { name: 'createdAt', label: texts.flags.fields.created, kind: 'date' },
  { name: 'lastSeenAt', label: texts.flags.fields.lastSeen, kind: 'date' },
  { name: 'favorite', label: texts.flags.fields.favorite, kind: 'yes-no' },
  { name: 'archived', label: texts.flags.fields.archived, kind: 'yes-no' },
];
