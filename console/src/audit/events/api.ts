import { queryOptions } from '@tanstack/react-query';
import type {
  Event,
  EventFilterQuery,
  EventPage,
} from '../../../../server/audit/event-log/schema.ts';
import { call, urlOf } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export type LoggedEvent = Event;
export type FoundEvents = Wire<typeof EventPage>;
export type EventFilters = { [K in keyof EventFilterQuery]: EventFilterQuery[K] | undefined };

export const eventsQuery = (
  query: EventFilters & { limit?: string; offset?: string | undefined },
) =>
  queryOptions({
    queryKey: ['events', query],
    queryFn: ({ signal }) => call<FoundEvents>('GET /api/admin/search/events', { query, signal }),
  });

/** Undefined where there is no such event, or the caller may not see it. */
export const eventQuery = (id: string) =>
  queryOptions({ ...eventsQuery({ id: `IS:${id}` }), select: ({ events }) => events[0] });

export const exportUrl = (filters: EventFilters, format: 'ndjson' | 'csv') =>
  urlOf('GET /api/admin/search/events/export', { query: { ...filters, format } });

export type LiveState = 'connecting' | 'open' | 'ended';

type Listener = {
  onEvent: (event: LoggedEvent) => void;
  onState: (state: LiveState) => void;
};

/** Calls `onEvent` for each matching event; returns a function that closes the stream. */
export function subscribeToEvents(
  filters: EventFilters,
  { onEvent, onState }: Listener,
): () => void {
  const url = urlOf('GET /api/admin/search/events/stream', { query: filters });
  const source = new EventSource(url);
  source.onopen = () => onState('open');
  source.onmessage = ({ data }: MessageEvent<string>) => onEvent(JSON.parse(data) as LoggedEvent);
  source.onerror = () => onState(source.readyState === EventSource.CLOSED ? 'ended' : 'connecting');
  return () => source.close();
}
