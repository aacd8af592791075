import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aUser } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { unauthenticated } from '../errors.ts';
import { type DrainLimits, registerDraining } from './draining.ts';
import { refuseMalformed, registerErrorHandler, sendError } from './error-handler.ts';

const { app, db, admin } = await testApp({ loginsPerMinute: 1 });
const origin = await listen(app);
const large = Buffer.alloc(5_000_000, ' ');
const json = 'application/json';

async function listen(server: FastifyInstance): Promise<string> {
  await server.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

type Post = (
  path: string,
  headers: Record<string, string>,
) => Promise<{ status: number; name: string }>;

const byFetch: Post = async (path, headers) => {
  const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: large });
  const { name } = (await response.json()) as { name: string };
  return { status: response.status, name };
};

/** Sends everything before it reads; the server closes the connection after the response. */
const byClosingClient: Post = async (path, headers) => {
  const request = http.request(`${origin}${path}`, {
    method: 'POST',
    headers: { ...headers, connection: 'close', 'content-length': large.length },
    agent: false,
  });
  request.end(large);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const body = (await response.setEncoding('utf8').toArray()).join('');
  return { status: response.statusCode ?? 0, name: JSON.parse(body).name };
};

const viewer = await aUser(db);
const authorization = admin.token;

describe('a body of 5 MB that is refused before it is read', () => {
  const tokens = '/api/admin/user/tokens';
  test.each([
    [400, 'BadDataError', '/api/admin/%', {}],
    [401, 'AuthenticationRequired', tokens, {}],
    [403, 'NoAccessError', '/api/admin/api-tokens', { authorization: viewer.token }],
    [404, 'NotFoundError', '/api/admin/projects/unknown/features', { authorization }],
    [413, 'ContentTooLargeError', tokens, { authorization }],
    [415, 'ContentTypeError', tokens, { authorization, 'content-type': 'text/plain' }],
  ])('is %i %s, and the client receives it', async (status, name, path, headers) => {
    for (const post of [byFetch, byClosingClient]) {
      for (let round = 0; round < 5; round++) {
        const response = await post(path, { 'content-type': json, ...headers });

        expect(response).toEqual({ status, name });
      }
    }
  });

  test('is 429 RateLimitError, and the client receives it', async () => {
    const names: string[] = [];
    for (const post of [byFetch, byClosingClient]) {
      for (let round = 0; round < 5; round++) {
        names.push((await post('/auth/simple/login', { 'content-type': json })).name);
      }
    }

    // At the beginning of a minute the first one is not limited.
    expect(names).toContain('RateLimitError');
    expect(['ContentTooLargeError', 'RateLimitError']).toEqual(expect.arrayContaining(names));
  });

  test('in chunks is 413, too', async () => {
    for (let round = 0; round < 5; round++) {
      const request = http.request(`${origin}/api/admin/user/tokens`, {
        method: 'POST',
        headers: { authorization, 'content-type': json, 'transfer-encoding': 'chunked' },
        agent: false,
      });
      for (let at = 0; at < large.length; at += 500_000)
        request.write(large.subarray(at, at + 500_000));
      request.end();
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      await response.resume().toArray();

      expect(response.statusCode).toBe(413);
    }
  });
});

describe('a client that sends without end', () => {
  async function refusing(limits: DrainLimits) {
    const server = Fastify();
    registerErrorHandler(server, () => undefined);
    registerDraining(server, limits);
    server.post('/', { onRequest: async () => Promise.reject(unauthenticated('No.')) }, () => '');
    onTestFinished(() => server.close());
    const socket = net.connect(Number(new URL(await listen(server)).port), '127.0.0.1');
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.on('close', resolve));
    const received: string[] = [];
    socket.setEncoding('utf8').on('data', (text: string) => received.push(text));
    await once(socket, 'connect');
    socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10000000000\r\n\r\n');
    return { socket, closed, received: () => received.join('') };
  }

  test('receives the response, and is disconnected after the limit', async () => {
    const { socket, received, closed } = await refusing({ bytesMax: 1_000_000, ms: 600_000 });
    const chunk = Buffer.alloc(100_000);
    let sent = 0;

    const send = () => {
      sent += chunk.length;
      socket.write(chunk, (error) => {
        if (!error) send();
      });
    };
    await once(socket, 'data');
    send();
    await closed;

    expect(received()).toMatch(/^HTTP\/1\.1 401 .*AuthenticationRequired/s);
    // Twice what the buffers of the connection can contain.
    expect(sent).toBeLessThan(50_000_000);
  });

  test('slowly is disconnected after the time', async () => {
    const { received, closed } = await refusing({ bytesMax: 1_000_000, ms: 50 });

    await closed;

    expect(received()).toMatch(/^HTTP\/1\.1 401 /);
  });
});

test('a client that continues to send after input that is not HTTP is disconnected', async () => {
  const port = Number(new URL(origin).port);
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.on('close', resolve));

  socket.write('this is not HTTP\r\n\r\n');
  const [response] = await once(socket, 'data');
  const sending = setInterval(() => socket.write('more'), 20);
  await closed;

  clearInterval(sending);
  expect(String(response)).toMatch(/^HTTP\/1\.1 400 /);
});

test('a request that is not received in time is 408', async () => {
  const limits = { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 };
  const server = http.createServer(limits, (_, response) => response.end());
  server.on('clientError', refuseMalformed).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');

  socket.write('GET /health HTTP/1.1\r\nhost: a\r\n');
  const response = (await socket.setEncoding('utf8').toArray()).join('');

  expect(response).toMatch(/^HTTP\/1\.1 408 .*"name":"RequestTimeoutError"/s);
});

test('a connection remains usable after a body that was not read', async () => {
  const socket = net.connect(Number(new URL(origin).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });

  socket.write(
    'POST /api/admin/user/tokens HTTP/1.1\r\nhost: a\r\ncontent-length: 5000000\r\n\r\n',
  );
  socket.write(large);
  socket.write('GET /health HTTP/1.1\r\nhost: a\r\n\r\n');

  await eventually(() => expect(received).toContain('"health":"GOOD"'));
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
});

test('a client that closes the connection within a body is no failure of the server', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const server = Fastify({ logger: { level: 'error', stream } });
  onTestFinished(() => server.close());
  const statuses: number[] = [];
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const sent = sendError(error, request, reply);
    statuses.push(reply.statusCode);
    return sent;
  });
  server.post('/', async () => 'complete');
  const socket = net.connect(Number(new URL(await listen(server)).port), '127.0.0.1');

  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-type: ${json}\r\n`);
  socket.write('content-length: 100\r\nexpect: 100-continue\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();

  await eventually(() => expect(statuses).toEqual([400]));
  expect(lines).toEqual([]);
});
