import type { Event } from '../event-log/schema.ts';

/** An event in the form of server-sent events; JSON text has no line break that could end it. */
export const blockOf = (event: Event): string =>
  `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;

/** Tells a reader where it is without an event, so that it comes back to the right place. */
export const markOf = (cursor: number, comment: string): string =>
  `: ${comment}\nid: ${cursor}\n\n`;

/** How long a reader that lost its stream waits before it comes back. */
export const retryBlock = 'retry: 1000\n\n';
