import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type EventFilters,
  eventsQuery,
  type FoundEvents,
  followEvents,
  type LiveState,
} from './api.ts';

/** Puts each event that happens at the head of the first page, while it is asked for. */
export function useLive(firstPage: EventFilters & { limit: string }, on: boolean) {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const asked = JSON.stringify(firstPage);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens another stream.
  useEffect(() => {
    setFresh(new Set());
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
      onEvent: (event) => {
        setFresh((before) => new Set([...before, event.id]));
        client.setQueryData<FoundEvents>(queryKey, (page) => {
          if (!page || page.events.some(({ id }) => id === event.id)) return page;
          const events = [event, ...page.events].slice(0, Number(limit));
          return { events, total: page.total + 1 };
        });
      },
    });
  }, [asked, on, client, attempt]);
  return { state, fresh, retry: () => setAttempt((before) => before + 1) };
}
