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
    void parse(request, body as string, done);
  });
}
