import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { atEnd } from './cleanup.ts';

export type Received = { headers: Record<string, string>; body: string; path: string };

export type Receiver = {
  url: string;
  /** In the order of arrival. */
  received: Received[];
};

type Respond = (response: ServerResponse, request: Received, index: number) => void;

/** A real HTTP server that records what it gets; by default it responds with 204. */
export async function aReceiver(
  respond: Respond = (response) => response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const arrived = { headers, body, path: request.url ?? '' };
    received.push(arrived);
    respond(response, arrived, received.length - 1);
  });
  // As in `identity-provider.ts`.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received };
}
