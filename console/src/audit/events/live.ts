import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type EventFilters,
  eventsQuery,
  type FoundEvents,
  type LiveState,
  type LoggedEvent,
  subscribeToEvents,
} from './api.ts';

/** Events received since the stream opened, newest first, at most a page; `ids` has all of them. */
type LiveEvents = { events: readonly LoggedEvent[]; ids: ReadonlySet<number> };

const noEvents: LiveEvents = { events: [], ids: new Set() };

/** Subscribes to events while `on` is true. */
export function useLiveEvents(firstPage: EventFilters & { limit: string }, on: boolean) {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const [received, setReceived] = useState(noEvents);
  const [attempt, setAttempt] = useState(0);
  const request = JSON.stringify(firstPage);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens another stream.
  useEffect(() => {
    setReceived(noEvents);
    setState('connecting');
    if (!on) return undefined;
    const { limit, ...filters } = JSON.parse(request) as typeof firstPage;
    const { queryKey } = eventsQuery({ ...filters, limit });
    return subscribeToEvents(filters, {
      onState: (next) => {
        setState(next);
        // Fetches the events recorded between the page and the start of the stream.
        if (next === 'open') void client.invalidateQueries({ queryKey });
      },
      onEvent: (event) =>
        setReceived((before) => {
          // An interrupted stream may send an event twice.
          if (before.ids.has(event.id)) return before;
          return {
            events: [event, ...before.events].slice(0, Number(limit)),
            ids: new Set([...before.ids, event.id]),
          };
        }),
    });
  }, [request, on, client, attempt]);
  return { state, received, retry: () => setAttempt((before) => before + 1) };
}

/** Merges by id, because the response of the page can arrive after newer events. */
export function mergeLiveEvents(
  { events, total }: FoundEvents,
  received: LiveEvents,
  limit: number,
): FoundEvents {
  const newest = events[0]?.id ?? 0;
  const newer = received.events.filter(({ id }) => id > newest);
  return {
    events: [...newer, ...events].slice(0, limit),
    total: total + [...received.ids].filter((id) => id > newest).length,
  };
}
