import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Responds and returns true, or does nothing and returns false. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Passes each request to the fast path before Fastify; hooks do not run for those it handles. */
export function registerFastPath(app: FastifyInstance, fastPath: FastPath): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  const listeners = app.server.listeners('request') as ((...args: unknown[]) => void)[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (!closing && fastPath(request, response)) return;
    for (const listener of listeners) listener.call(app.server, request, response);
  });
}
