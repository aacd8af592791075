import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type EventFilters,
  eventsQuery,
  type FoundEvents,
  followEvents,
  type LiveState,
  type LoggedEvent,
} from './api.ts';

/** Events received since the stream opened, newest first, at most a page; `ids` has all of them. */
export type Arrived = { events: readonly LoggedEvent[]; ids: ReadonlySet<number> };

const nothing: Arrived = { events: [], ids: new Set() };

/** Subscribes to events while `on` is true. */
export function useLive(firstPage: EventFilters & { limit: string }, on: boolean) {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const [arrived, setArrived] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const asked = JSON.stringify(firstPage);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens another stream.
  useEffect(() => {
    setArrived(nothing);
    setState('connecting');
    if (!on) return undefined;
    const { limit, ...filters } = JSON.parse(asked) as typeof firstPage;
    const { queryKey } = eventsQuery({ ...filters, limit });
    return followEvents(filters, {
      onState: (next) => {
        setState(next);
        // Fetches the events recorded between the page and the start of the stream.
        if (next === 'open') void client.invalidateQueries({ queryKey });
      },
      onEvent: (event) =>
        setArrived((before) => {
          // An interrupted stream may send an event twice.
          if (before.ids.has(event.id)) return before;
          return {
            events: [event, ...before.events].slice(0, Number(limit)),
            ids: new Set([...before.ids, event.id]),
          };
        }),
    });
  }, [asked, on, client, attempt]);
  return { state, arrived, retry: () => setAttempt((before) => before + 1) };
}

/** Merges by id, because the response of the page can arrive after newer events. */
export function withArrived(
  { events, total }: FoundEvents,
  arrived: Arrived,
  limit: number,
): FoundEvents {
  const newest = events[0]?.id ?? 0;
  const unseen = arrived.events.filter(({ id }) => id > newest);
  return {
    events: [...unseen, ...events].slice(0, limit),
    total: total + [...arrived.ids].filter((id) => id > newest).length,
  };
}
