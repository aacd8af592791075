import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A handler without a result returns null; the response then has no body. */
export function registerEmptyResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (_, reply, payload) => {
    if (payload !== 'null') return payload;
    void reply.removeHeader('content-type');
    return '';
  });
}

/**
 * Only JSON is accepted; an empty body is no body, whatever its content type. A body that the route
 * does not take is read only if it is JSON, so that the response can name what was ignored.
 */
export function registerJsonBody(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    skipNeedlessBody(request);
    done();
  });
  app.removeAllContentTypeParsers();
  acceptJson(app, 'application/json');
}

/** For a plugin whose bodies are JSON under another name. */
export function acceptJson(app: FastifyInstance, mediaType: string): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(mediaType, { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    void parse(request, body as string, (error, value) => {
      if (error && !takesBody(request)) return done(null, undefined);
      done(error, mayContainMinusZero.test(body as string) ? withPlainZeros(value) : value);
    });
  });
}

const takesBody = ({ is404, routeOptions }: FastifyRequest) =>
  !is404 && routeOptions.schema?.body !== undefined;

/** Without these headers Fastify does not read the body. */
const bodyHeaders = ['content-type', 'content-length', 'transfer-encoding'] as const;

function skipNeedlessBody(request: FastifyRequest): void {
  const { headers, is404 } = request;
  if (bodyHeaders.every((name) => headers[name] === undefined)) return;
  const isJson = !is404 && /^application\/json\b/i.test(headers['content-type'] ?? '');
  // Clients send a content type with an empty body (curl -d '').
  if (headers['content-length'] !== '0' && (isJson || takesBody(request))) return;
  for (const name of bodyHeaders) delete headers[name];
}

/** Also matches negative numbers that round to zero; most bodies need no traversal. */
const mayContainMinusZero = /-(0|[\d.]+e-)/i;

/** The database does not store minus zero, so it would always differ from what is stored. */
function withPlainZeros(body: unknown): unknown {
  const root = { body };
  const open: object[] = [root];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    for (const [key, value] of Object.entries(item)) {
      if (Object.is(value, -0)) Object.assign(item, { [key]: 0 });
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return root.body;
}
