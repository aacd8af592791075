import type { Event } from '../event-log/schema.ts';

/** An event in the form of server-sent events; JSON text has no line break that could end it. */
export const blockOf = (event: Event): string =>
  `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;

/** Gives a reader its position without an event, to resume from. */
export const markOf = (cursor: number, comment: string): string =>
  `: ${comment}\nid: ${cursor}\n\n`;

/** How long a reader that lost its stream waits before it comes back. */
export const retryBlock = 'retry: 1000\n\n';
