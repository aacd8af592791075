import { useQuery } from '@tanstack/react-query';
import { eventTypes } from '../../../../server/events/types.ts';
import {
  creatorsQuery,
  environmentsQuery,
  flagsQuery,
  projectNamesQuery,
} from '../../flags/flags/api.ts';
import { useProjectNames } from '../../flags/flags/project-name.ts';
import { tagsQuery } from '../../flags/tags/api.ts';
import type { FilterKind, Suggestion } from '../../ui/filter-kinds.ts';
import { texts as ui } from '../../ui/texts.ts';
import { texts as labels } from '../labels/texts.ts';
import { texts } from '../texts.ts';
import type { EventParams } from './params.ts';

type EventFilter = FilterKind<
  Exclude<keyof EventParams, 'q' | 'offset' | 'open' | 'live' | 'view'>
>;

const text = texts.events.filters;

/** The filters of the event search. */
export const filterKinds: readonly EventFilter[] = [
  { name: 'project', label: ui.common.project, kind: 'set' },
  { name: 'feature', label: ui.common.flag, kind: 'set' },
  { name: 'type', label: text.type, kind: 'set' },
  { name: 'createdBy', label: text.by, kind: 'set' },
  { name: 'environment', label: ui.common.environment, kind: 'set' },
  { name: 'tag', label: text.tag, kind: 'set' },
  { name: 'from', label: text.from, kind: 'day' },
  { name: 'to', label: text.to, kind: 'day' },
];

/** Types with the same label differ by their name. */
function labelOf(type: (typeof eventTypes)[number]): string {
  const label = labels[type];
  const others = eventTypes.filter((each) => labels[each] === label);
  return others.length > 1 ? `${label} (${type})` : label;
}

const typeSuggestions = eventTypes.map((type) => ({ value: type, label: labelOf(type) }));

const named = (value: string): Suggestion => ({ value, label: value });

export function useEventValues(
  { name }: EventFilter,
  _params: EventParams,
  open: boolean,
  text: string,
): readonly Suggestion[] {
  const projects = useQuery({ ...projectNamesQuery, enabled: name === 'project' });
  const nameOf = useProjectNames();
  const creators = useQuery({ ...creatorsQuery, enabled: name === 'createdBy' });
  const environments = useQuery({ ...environmentsQuery, enabled: open && name === 'environment' });
  const tags = useQuery({ ...tagsQuery, enabled: open && name === 'tag' });
  const flags = useQuery({
    ...flagsQuery({ query: text.trim() || undefined, limit: '20', sortBy: 'name' }),
    enabled: open && name === 'feature',
  });
  switch (name) {
    case 'project':
      return (projects.data?.projects ?? []).map(({ id }) => ({ value: id, label: nameOf(id) }));
    case 'createdBy':
      return (creators.data ?? []).map(({ id, name: label }) => ({ value: String(id), label }));
    case 'environment':
      return (environments.data?.environments ?? []).map((each) => named(each.name));
    case 'feature':
      return (flags.data?.features ?? []).map((each) => named(each.name));
    case 'tag':
      return (tags.data?.tags ?? []).map(({ type, value }) => named(`${type}:${value}`));
    case 'type':
      return typeSuggestions;
    default:
      return [];
  }
}
