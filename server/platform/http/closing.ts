import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors.ts';

/** While the server stops, requests on open connections are refused with 503. */
export function registerClosingRefusal(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async (_, reply) => {
    if (!closing) return;
    void reply.header('connection', 'close');
    throw unavailable('This server is stopping. Try again.');
  });
}
