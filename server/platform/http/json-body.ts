import type { FastifyInstance } from 'fastify';

/** A handler with nothing to say returns null, for which JSON has a word; the wire needs none. */
export function registerEmptyAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_, reply, payload) => {
    if (payload !== 'null') return payload;
    void reply.removeHeader('content-type');
    return '';
  });
}

/** JSON is the only language spoken; an empty body is no body, whatever type it claims. */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    void parse(request, body as string, (error, value) => {
      done(error, mayHoldMinusZero.test(body as string) ? withPlainZeros(value) : value);
    });
  });
}

/** Also a negative number too small to be told from zero; spares most bodies the walk. */
const mayHoldMinusZero = /-(0|[\d.]+e-)/i;

/** The database knows no minus zero, so it would look like a change that nobody can store. */
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
