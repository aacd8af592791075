import type { BulkMetrics } from '../../usage/metrics/schema.ts';
import { type Block, createBlockParser } from './blocks.ts';

/** The upstream responded with a status that is no success. */
export class UpstreamError extends Error {
  readonly status: number;

  constructor(status: number, path: string) {
    super(`The upstream responded with ${status} to ${path}.`);
    this.status = status;
  }
}

export type ValidToken = { token: string; type: string; projects: string[] };

export type Upstream = {
  /** The tokens that are valid. */
  validate: (texts: readonly string[]) => Promise<ValidToken[]>;
  /** The body of client features, or undefined if it has not changed. */
  features: (token: string, etag: string | undefined) => Promise<Features | undefined>;
  /** The blocks of a stream, after the revision; ends with an error. */
  stream: (
    token: string,
    revision: number | undefined,
    signal: AbortSignal,
  ) => AsyncGenerator<Block, void>;
  /** Reports usage; a repetition with the same key is not counted again. */
  report: (token: string, usage: BulkMetrics, key: string) => Promise<void>;
};

export type Features = { body: unknown; etag: string | undefined };

type Options = {
  /** Undefined: nothing is requested, and everything fails. */
  url: string | undefined;
  headers: Readonly<Record<string, string>>;
  /** Until the end of a response; of a stream, until its headers. */
  timeoutMs: number;
  userAgent: string;
};

/** The specification of clients that this version implements; segments are separate. */
const spec = '5.2.0';

/** More than 200,000 flags. */
const bodyBytesMax = 256 * 1024 * 1024;

/** Pennon sends something every 20 seconds. */
const silenceMaxMs = 65_000;

/** The requests of an edge to the server, or to the edge, in front of which it runs. */
export function createUpstream({ url, headers, timeoutMs, userAgent }: Options): Upstream {
  const identity = { ...headers, 'user-agent': userAgent };

  async function send(path: string, init: RequestInit): Promise<Response> {
    if (url === undefined) throw new Error('There is no upstream.');
    const response = await fetch(`${url}${path}`, {
      // A redirect could send tokens elsewhere.
      redirect: 'error',
      ...init,
      headers: { ...identity, ...(init.headers as Record<string, string>) },
    });
    if (response.ok || response.status === 304) return response;
    void response.body?.cancel().catch(() => {});
    throw new UpstreamError(response.status, path);
  }

  const timeout = () => AbortSignal.timeout(timeoutMs);

  async function post(path: string, body: unknown, more: Record<string, string> = {}) {
    const json = { 'content-type': 'application/json', ...more };
    const init = { method: 'POST', headers: json, body: JSON.stringify(body), signal: timeout() };
    return send(path, init);
  }

  return {
    validate: async (texts) => {
      const body = await readJson(await post('/edge/validate', { tokens: texts }));
      const { tokens } = (body ?? {}) as { tokens?: unknown };
      if (!Array.isArray(tokens) || !tokens.every(isValidToken)) {
        throw new Error('The upstream sent no list of tokens.');
      }
      return tokens;
    },
    features: async (token, etag) => {
      const response = await send('/api/client/features', {
        headers: {
          authorization: token,
          'unleash-client-spec': spec,
          ...(etag === undefined ? {} : { 'if-none-match': etag }),
        },
        signal: timeout(),
      });
      if (response.status === 304) return undefined;
      return { body: await readJson(response), etag: response.headers.get('etag') ?? undefined };
    },
    stream: (token, revision, signal) =>
      readBlocks(signal, timeoutMs, (until) =>
        send('/api/client/streaming', {
          headers: {
            authorization: token,
            'unleash-client-spec': spec,
            accept: 'text/event-stream',
            ...(revision === undefined ? {} : { 'last-event-id': String(revision) }),
          },
          signal: until,
        }),
      ),
    report: async (token, usage, key) => {
      const own = { authorization: token, 'idempotency-key': key };
      await (await post('/api/client/metrics/bulk', usage, own)).arrayBuffer();
    },
  };
}

const isValidToken = (value: unknown): value is ValidToken => {
  const { token, type, projects } = (value ?? {}) as Partial<ValidToken>;
  return typeof token === 'string' && typeof type === 'string' && Array.isArray(projects);
};

/** Stops reading a body that exceeds the bound. */
async function readJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > bodyBytesMax) throw new Error('The response of the upstream is too large.');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

/** Ends the connection if nothing arrives for a while: it may be dead without a sign. */
async function* readBlocks(
  stopped: AbortSignal,
  timeoutMs: number,
  connect: (signal: AbortSignal) => Promise<Response>,
): AsyncGenerator<Block, void> {
  const silence = new AbortController();
  const abort = () => silence.abort(new Error('The stream of the upstream is silent.'));
  let timer = setTimeout(abort, timeoutMs);
  try {
    const response = await connect(AbortSignal.any([stopped, silence.signal]));
    const parser = createBlockParser(bodyBytesMax);
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      clearTimeout(timer);
      timer = setTimeout(abort, silenceMaxMs);
      yield* parser.read(decoder.decode(part, { stream: true }));
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}
