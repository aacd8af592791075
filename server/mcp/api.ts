import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badData } from '../platform/errors.ts';
import { viaHeader } from '../platform/http/via.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Values that are undefined are left out. */
type Query = Readonly<Record<string, string | number | undefined>>;

/** Calls the API as the caller of the request; throws `ApiFailure` if it refuses. */
export type Api = (
  method: Method,
  path: string,
  more?: { query?: Query; body?: unknown },
  // biome-ignore lint/suspicious/noExplicitAny: the schema of each route defines its response.
) => Promise<any>;

/** The API refused a call; the caller gets its message. */
export class ApiFailure extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Every call is a request to the server itself, so that permissions, validation, limits, events and
 * the log are those of the API.
 */
export function apiOf(app: FastifyInstance, { ip, headers }: FastifyRequest): Api {
  return async (method, path, { query = {}, body } = {}) => {
    const given = Object.entries(query).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)] as [string, string]],
    );
    const response = await app.inject({
      method,
      remoteAddress: ip,
      url: `${app.settings.baseUriPath}${path}?${new URLSearchParams(given)}`,
      headers: {
        ...viaHeader('mcp'),
        ...(headers.authorization && { authorization: headers.authorization }),
        prefer: 'handling=strict',
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const content = response.body === '' ? undefined : JSON.parse(response.body);
    if (response.statusCode >= 400) throw new ApiFailure(response.statusCode, reasonOf(content));
    return content;
  };
}

type ErrorBody = { name: string; message: string; details?: { message: string; path?: string }[] };

function reasonOf({ name, message, details = [] }: ErrorBody): string {
  const more = details
    .filter((detail) => detail.message !== message)
    .map((detail) => (detail.path ? `${detail.path}: ${detail.message}` : detail.message));
  return [`${name}: ${message}`, ...more].join('\n');
}

/** A path with encoded names. */
export function path(parts: TemplateStringsArray, ...names: (string | number)[]): string {
  return parts.reduce(
    (start, part, index) => `${start}${segmentOf(names[index - 1] ?? '')}${part}`,
  );
}

function segmentOf(name: string | number): string {
  const text = Buffer.from(String(name)).toString();
  // As segments of a path these would change it.
  if (text === '' || text === '.' || text === '..') throw badData(`"${text}" is not a name.`);
  return encodeURIComponent(text);
}
