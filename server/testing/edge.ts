import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildEdge } from '../edge-app.ts';
import { type EdgeOptions, readEdgeConfig } from '../edge-config.ts';
import { atEnd } from './cleanup.ts';

export type TestEdge = {
  app: FastifyInstance;
  url: string;
  /** The status, the headers and the parsed body of a request with the token. */
  get: (path: string, token: string, headers?: Record<string, string>) => Promise<EdgeResponse>;
  post: (path: string, token: string, body: unknown) => Promise<EdgeResponse>;
};

// biome-ignore lint/suspicious/noExplicitAny: tests compare bodies of any shape.
export type EdgeResponse = { status: number; body: any; headers: Headers };

type Options = { env?: Record<string, string>; own?: Partial<EdgeOptions>; keys?: Buffer[] };

/** An edge that listens, with short intervals; closed when the test ends. */
export async function anEdge(upstream: string, options: Options = {}): Promise<TestEdge> {
  const { shared, own } = readEdgeConfig({ UPSTREAM_URL: upstream, ...options.env });
  const app = await buildEdge({
    shared,
    own: {
      ...own,
      refreshSeconds: 0.1,
      revalidateSeconds: 0.2,
      reportSeconds: 0.1,
      ...options.own,
    },
    encryptionKeys: options.keys ?? [],
    log: false,
  });
  atEnd(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return { app, url, ...callsTo(url + shared.baseUriPath) };
}

/** Calls of SDKs over real connections. */
export function callsTo(url: string): Pick<TestEdge, 'get' | 'post'> {
  const call = async (path: string, init: RequestInit): Promise<EdgeResponse> => {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    get: (path, token, headers = {}) =>
      call(path, { headers: { authorization: token, ...headers } }),
    post: (path, token, body) =>
      call(path, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/** What a proxy does with a request instead of passing it on. */
export type Fault = 'none' | 'down' | 'error' | 'lost-response';

export type FaultyProxy = { url: string; set: (fault: Fault) => void; requests: string[] };

/** A server between an edge and its upstream that fails on demand. */
export async function aFaultyProxy(target: string): Promise<FaultyProxy> {
  let fault: Fault = 'none';
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (fault === 'down') request.socket.destroy();
    else if (fault === 'error') response.writeHead(500).end('{}');
    else pass(target, request, response, fault);
  });
  // As in `identity-provider.ts`.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    set: (next) => {
      fault = next;
      // Streams and idle connections end, too.
      server.closeAllConnections();
    },
  };
}

function pass(target: string, request: IncomingMessage, response: ServerResponse, fault: Fault) {
  const { method, headers, url = '' } = request;
  const forwarded = http.request(`${target}${url}`, { method, headers, agent: false }, (found) => {
    if (fault === 'lost-response') return response.destroy();
    response.writeHead(found.statusCode ?? 502, found.headers);
    return found.pipe(response);
  });
  forwarded.on('error', () => response.destroy());
  response.on('close', () => forwarded.destroy());
  request.pipe(forwarded);
}
