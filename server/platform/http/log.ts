import type { FastifyRequest } from 'fastify';

/** Anything that could be the secret half of a token. */
const secretLooking = /[0-9a-f]{32,}/gi;

/** Where log lines go; false for nowhere. */
export type LogTarget = false | { write: (line: string) => unknown };

/** One JSON line for each request's start and end, joined by the request id; no secrets in them. */
export const logOptions = (level: string) => ({
  level,
  redact: {
    paths: [
      'password',
      '*.password',
      'secret',
      '*.secret',
      'authorization',
      '*.authorization',
      '*.cookie',
    ],
    censor: '[redacted]',
  },
  serializers: {
    err: loggedError,
    req: (request: FastifyRequest) => ({
      method: request.method,
      url: loggedUrl(request),
      remoteAddress: request.ip,
    }),
  },
});

/** Some routes name a token in their path: there the pattern is logged instead of the address. */
function loggedUrl(request: FastifyRequest): string {
  const pattern = request.routeOptions.url ?? '';
  if (pattern.includes(':token')) return pattern;
  return request.url.replaceAll(secretLooking, '[redacted]');
}

/** The database's details quote rows, hashes of secrets included: what and where is enough. */
function loggedError(error: Error & { code?: string; constraint?: string; table?: string }) {
  const { name, message, stack = '', code, constraint, table } = error;
  return { type: name, message, stack, code, constraint, table };
}
