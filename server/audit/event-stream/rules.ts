import type { Event } from '../event-log/schema.ts';

/** JSON text contains no line break, which would end the block. */
export const blockOf = (event: Event): string =>
  `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;

/** Sends the position without an event, so that the reader can resume from it. */
export const positionBlock = (cursor: number, comment: string): string =>
  `: ${comment}\nid: ${cursor}\n\n`;

/** Delay before a reader reconnects. */
export const retryBlock = 'retry: 1000\n\n';
