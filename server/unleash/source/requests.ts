import { setTimeout as wait } from 'node:timers/promises';
import { ResponseTooLargeError } from '../../platform/outbound/client.ts';
import { SourceError } from './source.ts';

/** As the global function, as far as it is needed. */
export type Fetch = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Response>;

export type ApiAddress = {
  url: string;
  token: string;
  /** What the token must be; an admin token may be the personal token of an admin. */
  tokenType?: 'admin' | 'client';
  fetch: Fetch;
  /** What is reached there, for errors. */
  name?: string;
  headers?: Readonly<Record<string, string>>;
  /** Ends waiting for a response. */
  signal?: AbortSignal;
  timeoutMs?: number;
};

/** The JSON of a response; undefined if the installation does not have the path. */
export type Get = (path: string) => Promise<unknown>;

const defaultTimeoutMs = 60_000;
const attemptsMax = 6;
const delayMaxMs = 30_000;

type Pause = (ms: number, signal?: AbortSignal) => Promise<unknown>;

/** Reads from the API; repeats what fails for a moment. */
export function apiRequests(
  address: ApiAddress,
  pause: Pause = (ms, signal) => wait(ms, undefined, signal && { signal }),
): Get {
  const { url, name = 'Unleash', tokenType = 'admin', signal } = address;
  const base = url.replace(/\/+$/, '').replace(/\/api$/, '');
  let reached = false;
  return async (path) => {
    for (let attempt = 1; ; attempt++) {
      const response = await send(`${base}${path}`, address).catch((error: Error) => error);
      signal?.throwIfAborted();
      const isLast = attempt === attemptsMax;
      if (response instanceof Error) {
        // A wrong address is reported at once; a closed connection may have been an idle one.
        const isWrong = !reached && !(attempt === 1 && isClosed(response));
        if (isLast || isWrong || response instanceof ResponseTooLargeError) {
          throw unreadable(`${name} cannot be reached at ${base}`, path, response);
        }
      } else if (response.status === 200) {
        reached = true;
        return parse(response.text, `${base} is not the address of ${article(name)}.`);
      } else if (response.status === 404) {
        return undefined;
      } else if (isLast || !isTemporary(response.status, reached)) {
        const reason = reasonOf(response.status, tokenType);
        throw new SourceError(`${name} refused ${path}: ${reason}.`);
      }
      await pause(Math.min(1000 * 2 ** attempt, delayMaxMs), signal);
    }
  };
}

async function send(
  url: string,
  { token, fetch, headers, signal, timeoutMs = defaultTimeoutMs }: ApiAddress,
): Promise<{ status: number; text: string }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    headers: { authorization: token, accept: 'application/json', ...headers },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  return { status: response.status, text: await response.text() };
}

const isTemporary = (status: number, reached: boolean) =>
  status === 429 || (status >= 500 && reached);

const causeOf = (error: Error) => (error.cause ?? error) as NodeJS.ErrnoException;

const isClosed = (error: Error) =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(causeOf(error).code ?? '');

function unreadable(sentence: string, path: string, error: Error): SourceError {
  if (error instanceof ResponseTooLargeError) {
    return new SourceError(`The response to ${path} is too large.`);
  }
  const cause = /Timeout/.test(error.name)
    ? 'it does not respond in time'
    : causeOf(error).message || error.message;
  return new SourceError(`${sentence}: ${cause}`);
}

function parse(text: string, sentence: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError(sentence);
  }
}

const article = (name: string) => (name === 'Unleash' ? 'an Unleash' : `a ${name}`);

function reasonOf(status: number, tokenType: 'admin' | 'client'): string {
  if (status === 401) return 'the token is not valid there';
  if (status === 403) {
    return `the token is not ${tokenType === 'admin' ? 'that of an admin' : 'a client token'}`;
  }
  if (status >= 300 && status < 400) return 'it redirects; enter the address that it redirects to';
  return `it responded with status ${status}`;
}
