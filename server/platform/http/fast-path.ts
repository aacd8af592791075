import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Answers and says true, or leaves the request alone and says false. */
export type ShortCut = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Lets a request be answered before anything else has looked at it: for answers that were given
 * before, word for word, so often that the way there costs more than the answer.
 */
export function registerShortCut(app: FastifyInstance, tryShortCut: ShortCut): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  const handlers = app.server.listeners('request') as ((...args: unknown[]) => void)[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (!closing && tryShortCut(request, response)) return;
    for (const handle of handlers) handle.call(app.server, request, response);
  });
}
