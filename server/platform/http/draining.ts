import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export type DrainLimits = { bytesMax: number; ms: number };

const defaults: DrainLimits = { bytesMax: 16 * 1024 * 1024, ms: 30_000 };

/**
 * A connection that is closed while its client still sends is reset, and the client loses the
 * response. So after a response to a request whose body was not read, the rest of the body is
 * received and discarded. Beyond the limits the client is disconnected.
 */
export function registerDraining({ server }: FastifyInstance, limits = defaults): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    closeAfterBody(request);
    response.prependOnceListener('finish', () => {
      if (!request.complete) limitBody(request, limits);
    });
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  (headers['content-length'] ?? headers['transfer-encoding']) !== undefined;

/** Node calls `destroySoon` when a response that closes the connection is sent. */
function closeAfterBody(request: IncomingMessage): void {
  const { socket } = request;
  const close = () => Socket.prototype.destroySoon.call(socket);
  socket.destroySoon = () => {
    if (request.complete) close();
    else request.once('close', close);
  };
}

function limitBody(request: IncomingMessage, { bytesMax, ms }: DrainLimits): void {
  const disconnect = () => request.socket.destroy();
  const timer = setTimeout(disconnect, ms);
  request.once('close', () => clearTimeout(timer));
  let left = bytesMax;
  request.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) disconnect();
  });
  // Marks the body as read; otherwise Node discards all of it, however long it is.
  request.read(0);
}
