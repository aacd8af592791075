import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from './cleanup.ts';

/** What a scripted upstream does with its response to a request; by default it is sent. */
export type Sending = (response: ServerResponse, body: string, request: IncomingMessage) => void;

export type ScriptedUpstream = {
  url: string;
  /** Its flags are all of this state from now on; connected streams receive a delta. */
  publish: (state: number) => void;
  /** Responses are sent so until they are sent properly again; streams end. */
  fail: (sending: Sending | undefined) => void;
  /** Sends text to the streams of edges. */
  stream: (text: string) => void;
  streams: Set<ServerResponse>;
  requests: string[];
  /** The sum of what was reported of a flag; a repeated report counts once. */
  reported: (flag: string) => number;
};

export const scriptedToken = '*:development.secret';
const flags = ['a', 'b', 'c'];

const featureOf = (name: string, state: number) => ({
  name,
  project: 'default',
  enabled: true,
  strategies: [{ name: 'default' }],
  description: `state ${state}`,
});

/** A server-sent event with all flags of a state. */
export const deltaOf = (state: number, more: readonly object[] = []) => {
  const events = flags.map((name) => ({
    type: 'feature-updated',
    eventId: state,
    feature: featureOf(name, state),
  }));
  const data = JSON.stringify({ events: [...events, ...more] });
  return `event: unleash-updated\nid: ${state}\ndata: ${data}\n\n`;
};

export const bodyOf = (state: number) =>
  JSON.stringify({
    version: 2,
    features: flags.map((name) => featureOf(name, state)),
    meta: { revisionId: state },
  });

/** The state that all flags of a response are of; fails for a mixture. */
export function stateIn(features: readonly { name: string; description: string }[]): number {
  const found = [...new Set(features.map(({ description }) => description))];
  if (features.length !== flags.length || found.length !== 1) {
    throw new Error(`A mixture: ${JSON.stringify(features)}`);
  }
  return Number(found[0]?.replace('state ', ''));
}

/** An upstream without a database whose state is a number, the same in each of its flags. */
export async function aScriptedUpstream(tokens = [scriptedToken]): Promise<ScriptedUpstream> {
  const streams = new Set<ServerResponse>();
  const requests: string[] = [];
  const usage = createUsage();
  let state = 1;
  let sending: Sending | undefined;
  const server = http.createServer(async (request, response) => {
    const { url = '', method, headers } = request;
    requests.push(`${method} ${url}`);
    const text = await readText(request);
    if (url === '/api/client/metrics/bulk') usage.add(text, headers['idempotency-key']);
    if (sending) return sending(response, responseTo(url), request);
    if (url === '/api/client/streaming') return connect(response);
    if (url === '/api/client/features' && headers['if-none-match'] === `"${state}"`) {
      return response.writeHead(304).end();
    }
    return response.writeHead(200, { etag: `"${state}"` }).end(responseTo(url));
  });

  function responseTo(url: string): string {
    if (url === '/edge/validate') {
      const type = (token: string) => (token.includes('.page') ? 'frontend' : 'client');
      const valid = tokens.map((token) => ({ token, type: type(token), projects: ['*'] }));
      return JSON.stringify({ tokens: valid });
    }
    return url === '/api/client/features' ? bodyOf(state) : '{}';
  }

  function connect(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': connected\n\n');
    streams.add(response);
    response.on('close', () => streams.delete(response));
  }

  // As in `identity-provider.ts`.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const stream = (text: string) => {
    for (const response of streams) response.write(text);
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish: (next) => {
      state = next;
      stream(deltaOf(state));
    },
    fail: (next) => {
      sending = next;
      server.closeAllConnections();
    },
    stream,
    streams,
    requests,
    reported: usage.of,
  };
}

/** Counts by flag, as a server that recognises repeated reports. */
function createUsage() {
  const keys = new Set<unknown>();
  const sums = new Map<string, number>();
  return {
    add: (text: string, key: unknown) => {
      if (keys.has(key)) return;
      keys.add(key);
      const { metrics } = JSON.parse(text) as { metrics: { featureName: string; yes: number }[] };
      for (const { featureName, yes } of metrics) {
        sums.set(featureName, (sums.get(featureName) ?? 0) + yes);
      }
    },
    of: (flag: string) => sums.get(flag) ?? 0,
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
