import type { FastifyRequest } from 'fastify';

/** Text that could be the secret part of a token. */
const secretLooking = /[0-9a-f]{32,}/gi;

/** Of links, and of logins at an identity provider. */
const secretParameter = /([?&](?:code|token|state)=)[^&#\s]+/gi;

/** The target of log lines; false disables logging. */
export type LogTarget = false | { write: (line: string) => unknown };

/** One JSON line at the start and end of each request, with the request id and without secrets. */
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

/** For routes with a token in the path, the pattern is logged instead of the URL. */
function loggedUrl(request: FastifyRequest): string {
  const pattern = request.routeOptions.url ?? '';
  if (pattern.includes(':token')) return pattern;
  return withoutSecrets(request.url);
}

export const withoutSecrets = (text: string): string =>
  text.replaceAll(secretLooking, '[redacted]').replaceAll(secretParameter, '$1[redacted]');

/** Without the details of database errors, which quote rows, including hashes of secrets. */
function loggedError(error: Error & { code?: string; constraint?: string; table?: string }) {
  const { name, message, stack = '', code, constraint, table } = error;
  return { type: name, message, stack, code, constraint, table };
}
