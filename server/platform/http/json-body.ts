import type { FastifyInstance } from 'fastify';

/** A handler without a result returns null; the response then has no body. */
export function registerEmptyResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (_, reply, payload) => {
    if (payload !== 'null') return payload;
    void reply.removeHeader('content-type');
    return '';
  });
}

/** Only JSON is accepted; an empty body is no body, whatever its content type. */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    void parse(request, body as string, (error, value) => {
      done(error, mayContainMinusZero.test(body as string) ? withPlainZeros(value) : value);
    });
  });
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
