import { useQuery } from '@tanstack/react-query';
import type { Suggestion } from '../../ui/filter-kinds.ts';
import { flagTypeName } from '../../ui/names.ts';
import { parseFilter } from '../../ui/set-filter.ts';
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
  const nameOf = new Map(
    (isProject ? projects : people).map((each) => [String(each.id), each.name]),
  );
  const labelled = (value: string) => ({
    value,
    label: nameOf.get(value) ?? labelOf(name, value),
  });
  const found = (counted.data?.facets?.[facet] ?? []).map(({ value, count }) => ({
    ...labelled(String(value)),
    count,
  }));
  const listed = found.length > 0 ? found : [...nameOf.keys()].map(labelled);
  return [...listed, ...chosenIn(params[name], listed).map(labelled)];
}

/** Chosen values that are not listed: no flag has them, or the list is not loaded. */
function chosenIn(filter: string | readonly string[] | undefined, listed: readonly Suggestion[]) {
  const values = typeof filter === 'string' ? (parseFilter(filter)?.values ?? []) : [];
  return values.filter((value) => !listed.some((each) => each.value === value));
}

const named = (value: string): Suggestion => ({ value, label: value });

const stageNames: Readonly<Record<string, string>> = texts.stages;
const stateNames: Readonly<Record<string, string>> = texts.states;

function labelOf(filter: FlagFilter['name'], value: string): string {
  if (filter === 'type') return flagTypeName(value);
  if (filter === 'state') return stateNames[value] ?? value;
  return filter === 'lifecycle' ? (stageNames[value] ?? value) : value;
}
