import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badData, conflict, notFound, RequestError, unavailable } from '../errors.ts';
import { validationError } from './validation.ts';

/** Turns whatever was thrown into `{id, name, message, details}`; nothing else answers an error. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = toRequestError(error, request);
    if (answer.status >= 500) request.log.error({ err: error }, 'request failed');
    return sendError(reply, request, answer);
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(reply, request, notFound(`${request.method} ${pathOf(request)}`)),
  );
}

function sendError(reply: FastifyReply, request: FastifyRequest, error: RequestError) {
  const { name, message, details } = error;
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ id: request.id, name, message, details });
}

function toRequestError(error: FastifyError, request: FastifyRequest): RequestError {
  if (error instanceof RequestError) return error;
  if (error.validation) {
    return validationError(error.validation as never, error.validationContext ?? 'body');
  }
  const known = fastifyErrors[error.code]?.(error, request) ?? databaseErrors[error.code]?.();
  if (known) return known;
  if (isConnectionError(error)) return unavailable('The database cannot be reached; try again');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new RequestError(error.statusCode, 'BadDataError', error.message);
  }
  return new RequestError(500, 'InternalError', 'Something went wrong on the server');
}

type Translate = (error: FastifyError, request: FastifyRequest) => RequestError;

const fastifyErrors: Record<string, Translate> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (_, request) =>
    new RequestError(
      415,
      'ContentTypeError',
      `Send JSON with content-type application/json, not ${request.headers['content-type'] ?? 'none'}`,
    ),
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new RequestError(413, 'ContentTooLargeError', 'The body is larger than this server accepts'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => badData('The body is not valid JSON', '/body'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => badData('content-length does not match the body'),
};

/** What only a race with another writer can cause, for commands look before they write. */
const databaseErrors: Record<string, () => RequestError> = {
  '23503': () => conflict('Something this refers to was removed meanwhile; look again and retry'),
  '23505': () => conflict('Somebody else created the same thing meanwhile; look again and retry'),
  '57014': () => unavailable('The database took too long; try again'),
  '53300': () => unavailable('The database has no connection left; try again'),
};

/** SQLSTATE classes 08 and 57P: the server is away, shutting down or starting up. */
function isConnectionError({ code = '', message }: Partial<FastifyError>): boolean {
  return (
    /^(08|57P)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    /connection terminated|timeout exceeded when trying to connect/i.test(message ?? '')
  );
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/';
