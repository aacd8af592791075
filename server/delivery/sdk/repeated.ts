import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caches } from '../../platform/cache/cache.ts';
import type { Delivery } from './delivery.ts';

export type Repeated = {
  /** Responds with a cached 304 or 200 if the same request would get it again. */
  respond: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Caches the response that is about to be sent, a 304 if it has no body. */
  store: (request: FastifyRequest, reply: FastifyReply, payload: Sent) => void;
};

type Sent = { revision: number; body?: Buffer };

type Parts = {
  caches: Caches;
  delivery: Delivery;
  /** The only path for which responses are cached. */
  path: string;
  /** Records the duration of a response. */
  observe: (status: number, seconds: number) => void;
};

type Stored = { status: 200 | 304; headers: readonly string[]; body: Buffer | undefined };

/** Of 304, about 10,000 SDKs. */
const headersBytesMax = 16 * 1024 * 1024;
/** Of 200; the payloads have the same buffers. */
const bodiesBytesMax = 64 * 1024 * 1024;
/** Then one request takes the full path, which records the use of the token. */
const ttlMaxMs = 60_000;

/**
 * The fast path of SDKs that poll: a request equal to an earlier one gets the headers of its response, and
 * its body. With 8 connections it sends 7,260 responses with 304 a second, the full path 3,105 (10,000
 * flags, a busy machine).
 */
export function createRepeated({ caches, delivery, path, observe }: Parts): Repeated {
  const create = (name: string, bytesMax: number) =>
    caches.create<Stored>({
      name,
      bytesMax,
      bytesOf: ({ headers, body }) =>
        headers.reduce((sum, text) => sum + 50 + text.length, body?.length ?? 0),
    });
  const unchanged = create('sdk_not_modified', headersBytesMax);
  const complete = create('sdk_repeated', bodiesBytesMax);
  let completeVersion = delivery.version();
  /** Read at arrival, before the token is looked up: it may change until the response. */
  const versions = new WeakMap<IncomingMessage, number>();

  function cacheFor({ url, headers }: IncomingMessage) {
    if (headers['if-none-match'] !== undefined) return unchanged;
    // Queries have any number of values, and each has a body of its own.
    return url === path ? complete : undefined;
  }

  return {
    respond: (request, response) => {
      if (request.method !== 'GET' || !request.url?.startsWith(path)) return false;
      const start = performance.now();
      const version = delivery.version();
      // Bodies of an older version must not stay in memory.
      if (version !== completeVersion) complete.clear();
      completeVersion = version;
      const cached = cacheFor(request)?.get(keyOf(request), version);
      if (!cached) {
        versions.set(request, version);
        return false;
      }
      const { status, headers, body } = cached;
      response.writeHead(status, [...headers, 'x-request-id', randomUUID()]);
      response.end(body);
      observe(status, (performance.now() - start) / 1000);
      return true;
    },
    store: ({ raw, sdkToken }, reply, { revision, body }) => {
      const { expiresAt } = sdkToken;
      const version = versions.get(raw);
      const isCurrent = revision === delivery.revisionOf(sdkToken);
      const cache = cacheFor(raw);
      if (version === undefined || !isCurrent || (cache === unchanged) !== (body === undefined)) {
        return;
      }
      // It would be another one a second later.
      if (reply.hasHeader('age')) return;
      const expiresMs = expiresAt === null ? ttlMaxMs : Date.parse(expiresAt) - Date.now();
      const headers = Object.entries(reply.getHeaders())
        .filter(([name, header]) => name !== 'x-request-id' && header !== undefined)
        .flatMap(([name, header]) => [name, String(header)]);
      const value: Stored = body
        ? { status: 200, headers: [...headers, 'content-length', String(body.length)], body }
        : { status: 304, headers, body };
      cache?.set(keyOf(raw), version, { value, ttlMs: Math.min(ttlMaxMs, expiresMs) });
    },
  };
}

/** All inputs of the response. */
const keyOf = ({ url, headers }: IncomingMessage): string =>
  `${url}\n${headers.authorization}\n${headers['if-none-match']}\n${headers['unleash-client-spec']}` +
  `\n${headers['accept-encoding']}`;
