import { useQuery } from '@tanstack/react-query';
import type { Suggestion } from '../../ui/filter-kinds.ts';
import { flagTypeName } from '../../ui/names.ts';
import {
  creatorsQuery,
  environmentsQuery,
  flagsQuery,
  projectNamesQuery,
  segmentNamesQuery,
} from './api.ts';
import type { FlagFilter } from './filters.ts';
import type { FlagParams } from './params.ts';
import { texts } from './texts.ts';

/** The values of a filter, with counts under the other filters where the API has them. */
export function useFilterValues(kind: FlagFilter, params: FlagParams, open: boolean): Suggestion[] {
  const { facet, name, values } = kind;
  const { [name]: _, offset: __, view: ___, ...others } = params;
  const counted = useQuery({
    ...flagsQuery({ ...others, limit: '1', facets: facet ?? 'type' }),
    enabled: open && facet !== undefined,
  });
  const environments = useQuery({ ...environmentsQuery, enabled: name === 'status' });
  const segments = useQuery({ ...segmentNamesQuery, enabled: open && name === 'segment' });
  const creators = useQuery({ ...creatorsQuery, enabled: name === 'createdBy' });
  const isProject = name === 'project';
  const projects = useQuery({ ...projectNamesQuery, enabled: isProject }).data?.projects ?? [];

  if (name === 'status') {
    return (environments.data?.environments ?? []).flatMap((environment) => [
      { value: `${environment.name}:enabled`, label: texts.isOn(environment.name) },
      { value: `${environment.name}:disabled`, label: texts.isOff(environment.name) },
    ]);
  }
  if (name === 'segment') return (segments.data?.segments ?? []).map((each) => named(each.name));
  if (facet === undefined)
    return (values ?? []).map((value) => ({ value, label: labelOf(name, value) }));
  const people = name === 'createdBy' ? (creators.data ?? []) : [];
  const nameOf = new Map<string | number, string>(
    (isProject ? projects : people).map((each) => [each.id, each.name]),
  );
  const found = (counted.data?.facets?.[facet] ?? []).map(({ value, count }) => ({
    value: String(value),
    label: nameOf.get(value) ?? labelOf(name, String(value)),
    count,
  }));
  if (found.length > 0) return found;
  return [...nameOf].map(([id, label]) => ({ value: String(id), label }));
}

const named = (value: string): Suggestion => ({ value, label: value });

const stageNames: Readonly<Record<string, string>> = texts.stages;
const stateNames: Readonly<Record<string, string>> = texts.states;

function labelOf(filter: FlagFilter['name'], value: string): string {
  if (filter === 'type') return flagTypeName(value);
  if (filter === 'state') return stateNames[value] ?? value;
  return filter === 'lifecycle' ? (stageNames[value] ?? value) : value;
}
