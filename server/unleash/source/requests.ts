import { setTimeout as wait } from 'node:timers/promises';
import { SourceError } from './source.ts';

/** As the global function, as far as it is needed. */
export type Fetch = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Response>;

export type ApiAddress = {
  url: string;
  /** An admin token, or the personal token of an admin. */
  token: string;
  fetch: Fetch;
};

/** The JSON of a response; undefined if the installation does not have the path. */
export type Get = (path: string) => Promise<unknown>;

const timeoutMs = 60_000;
const attemptsMax = 6;
const delayMaxMs = 30_000;

/** Reads from the admin API; repeats what fails for a moment. */
export function apiRequests(
  { url, token, fetch }: ApiAddress,
  pause: (ms: number) => Promise<unknown> = wait,
): Get {
  const base = url.replace(/\/+$/, '').replace(/\/api$/, '');
  let reached = false;
  return async (path) => {
    for (let attempt = 1; ; attempt++) {
      const headers = { authorization: token, accept: 'application/json' };
      const init = { headers, signal: AbortSignal.timeout(timeoutMs) };
      const response = await fetch(`${base}${path}`, init).catch((error: Error) => error);
      const isLast = attempt === attemptsMax;
      if (response instanceof Error) {
        // A wrong address is reported at once.
        if (isLast || !reached) throw unreachable(base, response);
      } else if (response.ok) {
        reached = true;
        return parse(response, base);
      } else if (response.status === 404) {
        return undefined;
      } else if (isLast || !isTemporary(response.status)) {
        throw new SourceError(`Unleash refused ${path}: ${reasonOf(response.status)}.`);
      }
      await pause(Math.min(1000 * 2 ** attempt, delayMaxMs));
    }
  };
}

const isTemporary = (status: number) => status === 429 || status >= 500;

const unreachable = (url: string, error: Error) => {
  const cause = (error.cause as Error | undefined)?.message || error.message;
  return new SourceError(`Unleash cannot be reached at ${url}: ${cause}`);
};

async function parse(response: Response, url: string): Promise<unknown> {
  return response.json().catch(() => {
    throw new SourceError(`${url} is not the address of an Unleash.`);
  });
}

const reasons: Readonly<Record<number, string>> = {
  401: 'the token is not valid there',
  403: 'the token is not that of an admin',
};

const reasonOf = (status: number) => reasons[status] ?? `it responded with status ${status}`;
