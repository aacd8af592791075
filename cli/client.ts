import { version } from '../server/version.ts';
import { Failure } from './failure.ts';
import type { Profile } from './profiles.ts';

type Query = Readonly<Record<string, string | number | undefined>>;
export type RequestOptions = {
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** Calls of the admin API; a refusal is a `Failure` with a message for people. */
export type Client = {
  /** The address of the server, without a slash at its end. */
  url: string;
  get: <T>(path: string, query?: Query) => Promise<T>;
  send: <T>(method: string, path: string, options?: RequestOptions) => Promise<T>;
  /** A response of any length, for example a stream of events. */
  open: (method: string, path: string, options?: RequestOptions) => Promise<Response>;
};

const timeoutMs = 120_000;

/** `headers` are sent with every request. */
export function createClient(
  { url, token }: Profile,
  headers: Readonly<Record<string, string>> = {},
): Client {
  const open: Client['open'] = async (method, path, options = {}) => {
    const response = await send({ url, token }, method, path, {
      ...options,
      headers: { 'user-agent': `pennon/${version}`, ...headers, ...options.headers },
    });
    if (response.ok) return response;
    throw await refusal(url, response);
  };
  const sendJson = async <T>(method: string, path: string, options: RequestOptions = {}) => {
    const signal = options.signal ?? AbortSignal.timeout(timeoutMs);
    const response = await open(method, path, { ...options, signal });
    return (await readJson(url, response)) as T;
  };
  return {
    url,
    open,
    send: sendJson,
    get: (path, query) => sendJson('GET', path, query ? { query } : {}),
  };
}

/** A path with encoded names: path`/api/admin/projects/${project}`. */
export function path(texts: TemplateStringsArray, ...names: (string | number)[]): string {
  return texts.reduce((before, text, at) => `${before}${encodeName(names[at - 1])}${text}`);
}

function encodeName(name: string | number | undefined): string {
  const text = String(name);
  // Clients resolve them as relative paths even if they are encoded.
  if (text === '.' || text === '..' || text === '')
    throw new Failure(`"${text}" is not a valid name.`);
  return encodeURIComponent(text);
}

async function send(
  { url, token }: Profile,
  method: string,
  route: string,
  { query = {}, body, headers, signal }: RequestOptions,
): Promise<Response> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const parameters = new URLSearchParams(given as [string, string][]);
  const address = `${url}${route}${given.length > 0 ? `?${parameters}` : ''}`;
  try {
    return await fetch(address, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      // The token is for this address only.
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    throw unreachable(url, error);
  }
}

function unreachable(url: string, error: unknown): Error {
  const { name, cause } = error as { name?: string; cause?: NodeJS.ErrnoException };
  if (name === 'AbortError') return error as Error;
  if (name === 'TimeoutError') return new Failure(`${url} did not respond in time.`);
  const reason = cause?.code ?? cause?.message ?? (error as Error).message;
  return new Failure(`${url} cannot be reached: ${reasons[reason] ?? reason}.`);
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'the name of the host is unknown',
  EAI_AGAIN: 'the name of the host cannot be resolved',
  UND_ERR_SOCKET: 'the connection was closed',
};

async function readJson(url: string, response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw noPennon(url, response);
    throw unreachable(url, error);
  }
}

const noPennon = (url: string, { status }: Response) =>
  new Failure(
    `${url} responded with ${status} and without JSON. Is it the address of Pennon?`,
    status,
  );

async function refusal(url: string, response: Response): Promise<Failure> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    return new Failure(`${url} redirects to ${headers.get('location')}. Use that address.`, status);
  }
  if (status === 401) {
    return new Failure(`${url} does not accept the token. Run pennon login.`, status);
  }
  const body = (await readJson(url, response)) as ErrorBody | undefined;
  const messages = body?.details?.map(({ message }) => message) ?? [body?.message];
  const text = messages.filter((message) => message !== undefined).join('\n');
  return new Failure(text || `${url} responded with ${status}.`, status, body?.name);
}

type ErrorBody = { name?: string; message?: string; details?: { message: string }[] };
