import { type EventFilters, parseEventFilters } from '../../audit/event-log/filters.ts';
import type { IntegrationFilter } from './schema.ts';

/**
 * The filter of an integration, by the parser of event search. An integration of a project gets
 * events of that project only, whatever its filter.
 */
export function parseFilter(filter: IntegrationFilter, project: string | null): EventFilters {
  const { includeUnscoped = false, ...query } = filter;
  const parsed = parseEventFilters(query);
  const sets = parsed.sets.map((set) =>
    includeUnscoped && !set.exclude && ['project', 'environment'].includes(set.column)
      ? { ...set, orNull: true as const }
      : set,
  );
  const own = { column: 'project', exclude: false, values: [project ?? ''] } as const;
  return { ...parsed, sets: project === null ? sets : [...sets, own] };
}
