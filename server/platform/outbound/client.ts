import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import { type AllowedHosts, isAllowedAddress, isAllowedName } from './addresses.ts';

export type OutboundRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
};

export type OutboundResponse = {
  status: number;
  retryAfter: string | undefined;
  /** The first kilobyte of the body. */
  text: string;
};

export type FetchInit = {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Without a byte of the response; ten seconds, if absent. */
  idleMs?: number;
  /** The size of the response; one megabyte, if absent. */
  bytesMax?: number;
};

/** Requests to addresses that users enter. */
export type Outbound = {
  /** Rejects if there is no response in time, or the address is not allowed. */
  post: (request: OutboundRequest, timeoutMs: number) => Promise<OutboundResponse>;
  /** As the global function, for libraries. The body is read to its end, and limited. */
  fetch: (url: string, init: FetchInit) => Promise<Response>;
  /** Waits for running requests. */
  close: () => Promise<void>;
};

/** The message contains no address, so that it does not reveal the internal network. */
export class ForbiddenAddressError extends Error {
  constructor(host: string) {
    super(`The host "${host}" has an address that is not allowed.`);
    this.name = 'ForbiddenAddressError';
  }
}

export class ResponseTooLargeError extends Error {
  constructor() {
    super('The response is too large.');
    this.name = 'ResponseTooLargeError';
  }
}

export type Lookup = (
  host: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void;

const connectTimeoutMs = 5000;
const shownBytes = 1024;
/** A longer response is not read to its end, and its connection is closed. */
const readBytesMax = 64 * 1024;

const fetchTimeoutMs = 10_000;
const fetchBytesMax = 1024 * 1024;

/**
 * The address of each new connection is checked after DNS, and the checked address is the one that is
 * connected to. Redirects are not followed; proxies of the environment are not used.
 */
export function createOutbound(
  allowed: AllowedHosts,
  lookup: Lookup = (host, options, callback) => dns.lookup(host, options, callback),
): Outbound {
  const agent = new Agent({
    connect: checkedConnector(allowed, lookup),
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 10_000,
    maxHeaderSize: 16 * 1024,
  });
  return {
    post: async ({ url, headers, body }, timeoutMs) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers,
        body,
        signal,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      return {
        status: response.statusCode,
        retryAfter: [response.headers['retry-after']].flat()[0],
        text: await readStart(response.body),
      };
    },
    fetch: async (url, { method = 'GET', headers = {}, body, signal, ...limits }) => {
      const { idleMs = fetchTimeoutMs, bytesMax = fetchBytesMax } = limits;
      const response = await request(url, {
        dispatcher: agent,
        method: method as 'GET',
        headers,
        signal: signal ?? null,
        ...(body ? { body: String(body) } : {}),
        headersTimeout: idleMs,
        bodyTimeout: idleMs,
      });
      const { statusCode: status } = response;
      const content = await readAll(response.body, bytesMax);
      const entries = Object.entries(response.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((each): [string, string] => [name, each]),
      );
      return new Response(content.length > 0 ? content : null, { status, headers: entries });
    },
    close: () => agent.close(),
  };
}

function checkedConnector(allowed: AllowedHosts, lookup: Lookup): buildConnector.connector {
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup: checkedLookup(allowed, lookup),
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // Node looks up names only.
    if (isIP(host) !== 0 && !isAllowedAddress(allowed, host)) {
      callback(new ForbiddenAddressError(host), null);
      return;
    }
    connect(options, callback);
  };
}

const checkedLookup =
  (allowed: AllowedHosts, lookup: Lookup): LookupFunction =>
  (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      const isAllowed =
        isAllowedName(allowed, host) ||
        addresses.every(({ address }) => isAllowedAddress(allowed, address));
      if (!first || !isAllowed) return callback(new ForbiddenAddressError(host), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });

/** The status has arrived, so that a body that breaks off is no failure. */
async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      if (bytes < shownBytes) chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > readBytesMax) break;
    }
  } catch {
    // What was received is shown.
  }
  return Buffer.concat(chunks).subarray(0, shownBytes).toString('utf8').replaceAll('\0', '');
}

async function readAll(
  body: AsyncIterable<Buffer>,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new ResponseTooLargeError();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
