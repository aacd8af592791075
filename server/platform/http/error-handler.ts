import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  badData,
  conflict,
  notFound,
  RateLimitError,
  RequestError,
  unavailable,
} from '../errors.ts';
import { refusedMembers } from './handling.ts';
import { validationError } from './validation.ts';

/** Every error response is `{id, name, message, details}`. */
export function registerErrorHandler(app: FastifyInstance, tryPage: TryPage): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => {
    const body = bodyOf(request, notFound('Route', `${request.method} ${pathOf(request)}`));
    return tryPage(request, reply) ?? send(reply, 404, body);
  });
}

/** Sends the console for a path without a route; undefined if the path is not a page. */
type TryPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { status, body } = errorResponse(error, request);
  const mayRetry = status === 429 || status === 503;
  const seconds = error instanceof RateLimitError ? error.retryAfterSeconds : retryAfterSeconds;
  if (mayRetry && !reply.hasHeader('retry-after')) reply.header('retry-after', seconds);
  return send(reply, status, body);
}

/** Longer than a failover to a standby server usually takes to begin. */
const retryAfterSeconds = 5;

/** Internal errors are logged, and their cause is not sent; a refusal, such as 503, is no error. */
export function errorResponse(error: FastifyError, request: FastifyRequest) {
  const refusal = toRequestError(error, request);
  const failed = refusal.status >= 500 && refusal !== (error as Error);
  if (failed) request.log.error({ err: error }, 'request failed');
  return { status: refusal.status, body: bodyOf(request, refusal) };
}

/** For what is no complete HTTP request; the response is written to the socket. */
export function refuseMalformed(error: Error, socket: Socket): void {
  const { status, name, message } =
    malformed[(error as NodeJS.ErrnoException).code ?? ''] ?? notHttp;
  const body = JSON.stringify({ id: randomUUID(), name, message, details: [{ message }] });
  if (!socket.writable) return;
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Not at once, so that the client reads the response; without it, the client decides when.
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

const lingerMs = 2000;

const notHttp = {
  status: '400 Bad Request',
  name: 'BadDataError',
  message: 'This is not a valid HTTP request.',
};

const malformed: Record<string, typeof notHttp> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    name: 'BadDataError',
    message: 'The headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    name: 'RequestTimeoutError',
    message: 'The request was not received in time.',
  },
};

const bodyOf = ({ id }: FastifyRequest, { name, message, details }: RequestError) => ({
  id,
  name,
  message,
  details,
});

const send = (reply: FastifyReply, status: number, body: object) =>
  reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);

function toRequestError(error: FastifyError, request: FastifyRequest): RequestError {
  if (error instanceof RequestError) return error;
  // The client is gone; nobody reads this response, but it is logged and counted.
  if (error === request.raw.errored) return badData('The body is incomplete.', '/body');
  if (error.validation) {
    const part = error.validationContext ?? 'body';
    const unknown = part === 'body' ? refusedMembers(request) : [];
    return validationError([...unknown, ...(error.validation as ErrorObject[])], part);
  }
  const mapped = fastifyErrors[error.code]?.(error, request) ?? databaseErrors[error.code]?.();
  if (mapped) return mapped;
  if (isConnectionError(error)) return unavailable('The database cannot be reached. Try again.');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new RequestError(error.statusCode, 'BadDataError', error.message);
  }
  return new RequestError(500, 'InternalError', 'Internal server error.');
}

type Translate = (error: FastifyError, request: FastifyRequest) => RequestError;

const fastifyErrors: Record<string, Translate> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (_, request) =>
    new RequestError(
      415,
      'ContentTypeError',
      `Send JSON with content-type application/json, not ${request.headers['content-type'] ?? 'none'}.`,
    ),
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new RequestError(413, 'ContentTooLargeError', 'The body is larger than this server accepts.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () =>
    badData(
      'The body is not valid JSON, or has a key __proto__ or constructor.prototype.',
      '/body',
    ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => badData('"content-length" does not match the body.'),
};

/** A newer version has migrated the database while this process runs. */
const otherSchema = () =>
  unavailable('The database was upgraded for a newer version of Pennon. Try again later.');

/** Caused by concurrent writes, since commands check before they write, or by the state of the database. */
const databaseErrors: Record<string, () => RequestError> = {
  '42703': otherSchema,
  '42883': otherSchema,
  '42P01': otherSchema,
  '23503': () => conflict('A referenced resource was just deleted. Read it again and retry.'),
  '23505': () => conflict('The resource was just created. Read it again and retry.'),
  '40001': () => unavailable('Too many concurrent changes. Try again.'),
  '40P01': () => unavailable('Too many concurrent changes. Try again.'),
  '57014': () => unavailable('The database took too long. Try again.'),
  '25006': () => unavailable('The database accepts no writes at the moment. Try again later.'),
  '53100': () => unavailable('The disk of the database is full. Try again later.'),
  '53200': () => unavailable('The database is out of memory. Try again.'),
  '53300': () => unavailable('The database has no connection left. Try again.'),
};

/** SQLSTATE classes 08 and 57P: the server is unavailable, shutting down or starting up. */
function isConnectionError({ code = '', message }: Partial<FastifyError>): boolean {
  return (
    /^(08|57P)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    /connection terminated|connection error|timeout exceeded when trying to connect/i.test(
      message ?? '',
    )
  );
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/';
