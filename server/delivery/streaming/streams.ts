import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { SdkToken } from '../../platform/caller.ts';
import { RequestError, unauthenticated } from '../../platform/errors.ts';
import {
  createEventStreams,
  type Next,
  type Opening,
  type StreamLimits,
} from '../../platform/http/event-streams.ts';
import type { Refusal } from '../../platform/slots.ts';
import type { Delivery } from '../sdk/delivery.ts';
import type { Selection } from '../sdk/rules.ts';
import { type Message, messageSince } from './messages.ts';
import { blockEnd, headOf, heartbeat, notificationOf } from './rules.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The streams of all SDKs, which share their limits. */
    sdkStreams: Streams;
  }
}

export type StreamRequest = Reader & {
  /** The revision that the SDK has; undefined starts with everything. */
  revision: number | undefined;
};

type Reader = {
  token: SdkToken;
  /** Reads the token again; throws when it is no longer valid. */
  findToken: () => Promise<SdkToken>;
  selection: Selection;
  /** Deltas, or for OpenFeature only that there is something new. */
  format: 'deltas' | 'notifications';
};

export type Streams = {
  open: (request: StreamRequest) => Promise<Readable>;
  close: () => void;
  count: () => number;
};

export function registerSdkStreams(app: FastifyInstance): void {
  const streams = createStreams(app.delivery, {
    max: app.settings.sdkStreamsMax,
    perOwnerMax: app.settings.sdkStreamsPerTokenMax,
    lifetimeMs: app.settings.eventStreamSeconds * 1000,
    onFailure: (err) => app.log.warn({ err }, 'SDK streams: delta failed, trying again'),
  });
  app.decorate('sdkStreams', streams);
  app.addHook('preClose', async () => streams.close());
}

/** Streams to SDKs; the cursor of a stream is a revision. */
export function createStreams(delivery: Delivery, limits: StreamLimits): Streams {
  const streams = createEventStreams<Reader>(
    {
      read: async ({ selection, format }, cursor) => {
        const revision = await delivery.revisionOf(selection);
        if (cursor >= revision) return { chunks: [], cursor };
        return nextOf(await messageSince(delivery, selection, cursor), format);
      },
      keyOf: ({ selection, format }) => [selection, format],
      authorize: async ({ findToken, token }) => {
        if (sameScope(await findToken(), token)) return;
        throw unauthenticated('The token has another scope. Connect again.');
      },
      heartbeat: () => heartbeat,
      refuse: refuseStream,
      subscribe: ({ wake, recheck }) =>
        delivery.onChange((tokensChanged) => {
          if (tokensChanged) recheck();
          wake();
        }),
    },
    { heartbeatMs: 20_000, ...limits },
  );

  return {
    open: ({ revision, ...reader }) =>
      streams.open(openingOf(reader), async () => {
        const message = await messageSince(delivery, reader.selection, revision);
        const next = await nextOf(message, reader.format);
        // Data is sent immediately, so that the SDK receives the headers.
        return next.chunks.length > 0 ? next : { ...next, chunks: [Buffer.from(heartbeat)] };
      }),
    close: streams.close,
    count: streams.count,
  };
}

/** Without the address: the instances of an application often share one. */
const openingOf = (reader: Reader): Opening<Reader> => ({
  reader,
  user: { owner: String(reader.token.id) },
  expiresAt: reader.token.expiresAt === null ? Infinity : Date.parse(reader.token.expiresAt),
});

async function nextOf(message: Message, format: Reader['format']): Promise<Next> {
  const { kind, revision: cursor } = message;
  if (kind === 'nothing') return { chunks: [], cursor };
  if (format === 'notifications') return { chunks: [Buffer.from(notificationOf(cursor))], cursor };
  const complete = kind === 'everything';
  const head = headOf(complete ? 'unleash-connected' : 'unleash-updated', cursor);
  const body = complete ? await message.body() : message.body;
  return { chunks: [Buffer.from(head), body, Buffer.from(blockEnd)], cursor };
}

const sameScope = (one: SdkToken, other: SdkToken) =>
  one.id === other.id &&
  one.environment === other.environment &&
  JSON.stringify(one.projects) === JSON.stringify(other.projects);

const refuseStream = ({ limit, max }: Refusal): RequestError =>
  new RequestError(
    429,
    'RateLimitError',
    limit === 'owner'
      ? `The token has ${max} streams, which is the maximum. Poll instead.`
      : `All ${max} SDK streams of this server are in use. Poll instead.`,
  );
