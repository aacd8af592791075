import {
  type FetchQueryOptions,
  notifyManager,
  onlineManager,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { ErrorBody } from '../../server/platform/http/schema.ts';
import { texts } from './texts.ts';
import type { Wire } from './wire.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `GET /api/admin/projects/:projectId`, as in `openapi.json`; a test compares them. */
export type Call = `${Method} /${string}`;

export type Input = {
  params?: Record<string, string | number>;
  query?: Record<string, string | readonly string[] | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** An error response of the API; `id` identifies it in the server's log. */
export class ApiError extends Error {
  readonly status: number;
  readonly id: string | undefined;
  /** The kind of error, such as `NotFoundError`. */
  readonly kind: string | undefined;
  readonly details: { message: string; path?: string; position?: number }[];
  /** There is no session any more. */
  signedOut = false;
  /** The names of the missing permissions, for those who grant them. */
  missing: readonly string[] = [];

  constructor(status: number, body: Partial<Wire<typeof ErrorBody>>) {
    super(body.message ?? texts.request.status(status));
    this.status = status;
    this.id = body.id;
    this.kind = body.name;
    this.details = body.details ?? [];
  }
}

/** The server would ignore a property that it does not know. */
const sentAsJson = { 'content-type': 'application/json', prefer: 'handling=strict' };

/** Sends a request; the caller names the type of the response body, from a schema.ts. */
export const call = async <Result = void>(call: Call, input?: Input): Promise<Result> =>
  (await callTagged<Result>(call, input)).body;

export type Tagged<Body> = { body: Body; etag: string | undefined };

/** With the ETag: sent back as If-Match, it lets the server refuse what is based on another version. */
export async function callTagged<Result = void>(
  call: Call,
  input: Input = {},
): Promise<Tagged<Result>> {
  const { body, headers, signal = null } = input;
  const { response, text } = await send(urlOf(call, input), {
    method: methodOf(call),
    // Signing out responds with a redirect, for browsers without scripts.
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : sentAsJson),
      ...headers,
    },
    signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const etag = response.headers.get('etag') ?? undefined;
  if (response.type === 'opaqueredirect') return { body: undefined as Result, etag };
  const result = parsed(text);
  if (!response.ok) {
    throw await explained(call, new ApiError(response.status, (result ?? {}) as object));
  }
  return { body: result as Result, etag };
}

export const ifMatch = (etag: string | undefined): Record<string, string> =>
  etag === undefined ? {} : { 'if-match': etag };

/** Whether `ifMatch` refused the request: there is a newer version. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 412;

/** Whether the state of things does not allow the request. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409;

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.signedOut;

/** The same request for the installation, or for a project. */
export const callInScope = <Result = void>(
  project: string | null,
  [ofInstallation, ofProject]: readonly [Call, Call],
  { params = {}, ...input }: Input = {},
): Promise<Result> =>
  project === null
    ? call<Result>(ofInstallation, { ...input, params })
    : call<Result>(ofProject, { ...input, params: { ...params, projectId: project } });

/** The URL of a request, for downloads and event streams. */
export function urlOf(call: Call, { params = {}, query = {} }: Input = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of typeof value === 'string' ? [value] : (value ?? [])) {
      search.append(name, each);
    }
  }
  const url = new URL(pathOf(call, params), document.baseURI);
  url.search = search.toString();
  return url.href;
}

/** The path of a request, relative to the address of the server. */
export const pathOf = (call: Call, params: NonNullable<Input['params']> = {}): string =>
  call
    .slice(call.indexOf('/') + 1)
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

export const methodOf = (call: Call): string => call.slice(0, call.indexOf(' '));

/** Also refused with 401 if the password, or the link, is wrong. */
const checksPassword = /^\w+ \/(auth|invite|api\/admin\/user\/change-password)/;

/** A missing permission is described by what the person may not do; those texts are loaded when needed. */
async function explained(call: Call, error: ApiError): Promise<ApiError> {
  if (error.status === 401 && !checksPassword.test(call)) {
    error.signedOut = true;
    error.message = texts.request.signedOut;
  }
  if (error.status !== 403) return error;
  const { refusalText } = await import('./ui/refusals/refusal.ts');
  const text = refusalText(error);
  if (text !== undefined) {
    error.message = text;
    error.missing = error.details.map(({ message }) => message);
  }
  return error;
}

/** The connection may also be lost in the middle of a response. */
async function send(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, { message: unreachable(init.method) });
  }
}

const unreachable = (method = 'GET') => {
  if (navigator.onLine) return texts.request.unreachable;
  return method === 'GET' ? texts.request.offline : texts.request.notSaved;
};

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return { message: texts.request.notJson };
  }
}

// Notifies in a microtask, so that a response is rendered without waiting for a timer.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Client errors are permanent; only server and network errors are retried.
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
    },
    // A change that waits for the connection would be made when nobody expects it any more.
    mutations: { networkMode: 'always' },
  },
});

/**
 * What an action needs before it runs. Rejects while offline, also when the connection is lost on the way:
 * a query waits for the connection, and the action would run when nobody expects it any more.
 */
export function ensureNow<Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
  offline: string = texts.request.offline,
): Promise<Data> {
  const cached = client.getQueryData<Data>(query.queryKey);
  if (cached !== undefined) return Promise.resolve(cached);
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ApiError(0, { message: offline }));
    if (!onlineManager.isOnline()) return fail();
    const stop = onlineManager.subscribe((online) => !online && fail());
    void client.ensureQueryData(query).then(resolve, reject).finally(stop);
  });
}

type SessionHandlers = {
  /** A response shows that the session has ended. */
  onEnd: () => void;
  /** A change was made; what happens after it waits for this. */
  onChange: () => Promise<unknown>;
};

export function watchSession({ onEnd, onChange }: SessionHandlers): void {
  const check = (error: unknown) => {
    if (isSignedOut(error)) onEnd();
  };
  queryClient.getQueryCache().config.onError = check;
  queryClient.getMutationCache().config.onError = check;
  queryClient.getMutationCache().config.onSuccess = onChange;
}
