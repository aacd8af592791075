import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestBytes, responseReader, runRound } from './load.ts';

let server: Server;
let port: number;
const received: { method: string; url: string; body: string; authorization: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', url = '' } = request;
      received.push({ method, url, body, authorization: request.headers.authorization ?? '' });
      if (url === '/unchanged') response.writeHead(304).end();
      else if (url === '/stream') {
        response.write('{"a":');
        response.end('1}');
      } else response.end('x'.repeat(100_000));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  port = (server.address() as AddressInfo).port;
});

afterAll(() => server.close());

const roundOf = (method: string, path: string, expected: number, body?: unknown) => {
  const headers = { authorization: 'token' };
  const bytes = requestBytes({ method, path, headers, body });
  return runRound({ port, connections: 2, seconds: 0.05, next: () => bytes, expect: expected });
};

describe('runRound', () => {
  test('counts long, streamed and empty responses', async () => {
    for (const [path, status] of [
      ['/long', 200],
      ['/stream', 200],
      ['/unchanged', 304],
    ] as const) {
      const { seconds, latenciesMs } = await roundOf('GET', path, status);

      expect(latenciesMs.length).toBeGreaterThanOrEqual(2);
      expect(Math.max(...latenciesMs)).toBeLessThanOrEqual(seconds * 1000);
    }
  });

  test('sends the method, the headers and the JSON', async () => {
    await roundOf('POST', '/written', 200, { naïve: 'ü' });

    expect(received.at(-1)).toEqual({
      method: 'POST',
      url: '/written',
      body: '{"naïve":"ü"}',
      authorization: 'token',
    });
  });

  test('fails on a response with another status', async () => {
    await expect(roundOf('GET', '/long', 304)).rejects.toThrow('status 200, expected 304');
  });

  test('fails when the port is closed', async () => {
    const closedPort = {
      port: 1,
      connections: 1,
      seconds: 0.05,
      next: () => Buffer.from(''),
      expect: 200,
    };

    await expect(runRound(closedPort)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('responseReader', () => {
  const responses = [
    'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello',
    'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel0o\r\n0\r\n\r\n',
    'HTTP/1.1 304 Not Modified\r\nContent-Length: 900\r\n\r\n',
    'HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n',
  ];

  test('finds the end of a response however it is split', () => {
    fc.assert(
      fc.property(fc.constantFrom(...responses), fc.array(fc.nat({ max: 80 })), (text, offsets) => {
        const read = responseReader();
        const cuts = [...new Set([0, ...offsets.filter((cut) => cut < text.length), text.length])];
        const sorted = cuts.toSorted((one, other) => one - other);
        const pieces = sorted.slice(1).map((cut, index) => text.slice(sorted[index], cut));

        const responses = pieces.map((piece) => read(Buffer.from(piece)));

        expect(responses.at(-1)).toBe(Number(text.slice(9, 12)));
        expect(responses.slice(0, -1).every((status) => status === undefined)).toBe(true);
      }),
    );
  });
});
