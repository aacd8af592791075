import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors.ts';

/** The part of the grace period after which clients that do nothing are disconnected. */
const inactiveShare = 1 / 4;

/**
 * While the server stops, requests on open connections are refused with 503. A download that its client
 * reads slowly is aborted, and a connection on which nothing was sent, as browsers open them in advance,
 * is closed, so that they do not use up the time of other requests.
 */
export function registerClosing(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  let closing = false;
  let timer: NodeJS.Timeout | undefined;
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    closing = true;
    const everyMs = app.settings.shutdownGraceMs * inactiveShare;
    timer = setInterval(() => disconnectInactive(sockets), everyMs);
  });
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', async (_, reply) => {
    if (!closing) return;
    void reply.header('connection', 'close');
    throw unavailable('This server is stopping. Try again.');
  });
}

/** A request that is still handled has sent nothing yet, so it is not affected. */
function disconnectInactive(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) {
    if (socket.writableLength > 0 || socket.bytesRead === 0) socket.destroy();
  }
}
