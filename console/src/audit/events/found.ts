import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sortTermOf, withoutSort } from '../../search/query-box/tokens.ts';
import { useValidResult } from '../../search/query-box/valid-result.ts';
import { formatFilter } from '../../ui/set-filter.ts';
import { eventsQuery } from './api.ts';
import { mergeLiveEvents, useLiveEvents } from './live.ts';
import type { EventParams } from './params.ts';

export const pageSize = 50;

/** Replaces the filter where the list has only the events of one project. */
export const inProject = (project: string | undefined) =>
  project === undefined ? {} : { project: formatFilter({ operator: 'IS', values: [project] }) };

/** The page of events, with those that arrive while the list is live. */
export function useFoundEvents(params: EventParams, project?: string) {
  const { offset, open: _, live: liveParam, view: __, ...others } = params;
  const filters = { ...others, ...inProject(project) };
  const limit = String(pageSize);
  const found = useQuery({
    ...eventsQuery({ ...filters, limit, ...(offset === undefined ? {} : { offset }) }),
    placeholderData: keepPreviousData,
  });
  const { mistake, result } = useValidResult(found);
  // A stream and an export have an order of their own.
  const unsorted = { ...filters, q: withoutSort(filters.q) || undefined };
  const on = liveParam === 'true' && !mistake;
  const live = useLiveEvents({ ...unsorted, limit }, on);
  const newestFirst = sortTermOf(filters.q)?.value !== 'oldest';
  const merged = result && (Number(offset ?? 0) || 0) === 0 && newestFirst;
  const shown = merged ? mergeLiveEvents(result, live.received, pageSize) : result;
  return { found, shown, mistake, unsorted, live: { ...live, on } };
}
