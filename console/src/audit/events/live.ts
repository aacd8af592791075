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

/** What has happened since one watches: the newest first, as many as a page has, and the ids of all. */
export type Arrived = { events: readonly LoggedEvent[]; ids: ReadonlySet<number> };

const nothing: Arrived = { events: [], ids: new Set() };

/** Tells of each event that happens, while it is asked for. */
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
        // What happened between the page and the stream is found by asking once more.
        if (next === 'open') void client.invalidateQueries({ queryKey });
      },
      onEvent: (event) =>
        setArrived((before) => {
          // A stream that was interrupted may tell of an event again.
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

/**
 * The first page with what arrived after it. Its answer may come later than events that it was too
 * early for, so that both are kept apart and put together by the ids, which tell their order.
 */
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
