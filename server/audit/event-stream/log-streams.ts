import type { Readable } from 'node:stream';
import type { Caller } from '../../platform/caller.ts';
import type { Listen } from '../../platform/db/listen.ts';
import type { Db } from '../../platform/db/open.ts';
import { RequestError, unavailable } from '../../platform/errors.ts';
import {
  createEventStreams,
  type Next,
  type StreamLimits,
} from '../../platform/http/event-streams.ts';
import { type Refusal, slotUserOf } from '../../platform/slots.ts';
import type { EventFilters } from '../event-log/filters.ts';
import { openLog, readPages } from '../event-log/reading.ts';
import { blockOf, positionBlock, retryBlock } from './rules.ts';

/** Notified when events are appended. */
const channel = 'pennon_events';

/** Sent by one read; then authorizations are checked again. */
const readCharacters = 256 * 1024;

export type StreamRequest = Reader & {
  address: string;
  /** Undefined starts after the newest event. */
  after: number | undefined;
};

type Reader = {
  filters: EventFilters;
  caller: Caller;
  /** Throws if the credentials are no longer valid. */
  findCaller: () => Promise<Caller>;
};

export type LogStreams = {
  open: (request: StreamRequest) => Promise<Readable>;
  close: () => void;
  count: () => number;
};

/** Streams of the event log; visibility is checked on every read. */
export function createLogStreams(db: Db, listen: Listen, limits: StreamLimits): LogStreams {
  const streams = createEventStreams<Reader>(
    {
      read: (reader, cursor) => readLog(db, reader, cursor),
      keyOf: ({ filters, caller }) => [filters, caller.restricted ? caller.id : caller.admin],
      authorize: async (reader) => {
        reader.caller = await reader.findCaller();
      },
      heartbeat: (cursor) => positionBlock(cursor, 'still here'),
      refuse: refuseStream,
      subscribe: ({ wake }) => listen(channel, wake),
    },
    { recheckMs: 2000, pollMs: 5000, ...limits },
  );

  return {
    open: ({ after, address, ...reader }) =>
      streams.open({ reader, user: slotUserOf(reader.caller, address) }, async () => {
        const { resolved } = await openLog(db, reader.caller, reader.filters);
        const cursor = Math.min(after ?? resolved.newest, resolved.newest);
        const head = retryBlock + positionBlock(cursor, 'from here on');
        return { chunks: [Buffer.from(head)], cursor, more: true };
      }),
    close: streams.close,
    count: streams.count,
  };
}

async function readLog(db: Db, { caller, filters }: Reader, cursor: number): Promise<Next> {
  const log = await openLog(db, caller, filters);
  const chunks: Buffer[] = [];
  let last = cursor;
  let characters = 0;
  const pages = readPages(db, log, { cursor }, (event) => {
    last = event.id;
    return blockOf(event);
  });
  for await (const text of pages) {
    chunks.push(Buffer.from(text));
    characters += text.length;
    if (characters >= readCharacters) return { chunks, cursor: last, more: true };
  }
  return { chunks, cursor: Math.max(cursor, log.resolved.newest) };
}

function refuseStream({ limit, max }: Refusal): RequestError {
  if (limit === 'all') {
    return unavailable(`All ${max} event streams of this server are in use. Try again later.`);
  }
  const whose = limit === 'owner' ? 'You have' : 'Your address has';
  const message = `${whose} ${max} event streams, which is the maximum. Close one first.`;
  return new RequestError(429, 'RateLimitError', message);
}
