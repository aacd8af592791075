import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Cors = { paths: readonly string[]; origins: readonly string[] };

const maxAgeSeconds = 86_400;

/**
 * Lets pages of other sites call what is below the paths. It comes before the guard, so that browsers
 * may ask without credentials whether they may, and may read why they were refused.
 */
export function registerCors(app: FastifyInstance, { paths, origins }: Cors): void {
  const below = new RegExp(`^(${paths.join('|')})(/|\\?|$)`);
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !below.test(request.url.replace(/\/{2,}/g, '/'))) return;
    const allowed = origins.includes('*') ? '*' : origins.find((it) => it === origin);
    if (allowed !== '*') void reply.header('vary', 'origin');
    if (allowed === undefined) return;
    void reply
      .header('access-control-allow-origin', allowed)
      .header('access-control-expose-headers', 'etag');
    if (isPreflight(request)) return answerPreflight(request, reply);
  });
}

const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

function answerPreflight(request: FastifyRequest, reply: FastifyReply) {
  const wanted = request.headers['access-control-request-headers'];
  if (wanted !== undefined) void reply.header('access-control-allow-headers', wanted);
  return reply
    .header('access-control-allow-methods', 'GET, HEAD, POST')
    .header('access-control-max-age', maxAgeSeconds)
    .code(204)
    .send();
}
