import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Caller, systemCaller } from '../../platform/caller.ts';
import { registerErrorHandler } from '../../platform/http/error-handler.ts';
import { eventually } from '../../testing/eventually.ts';
import { collectText, createRespond, type ResponseLimits } from './response.ts';

const limits = { max: 3, perOwnerMax: 1, reserved: 1, bytesMax: 100_000_000, readMs: 60_000 };

const callers: Record<string, Caller> = Object.fromEntries(
  ['1', '2', '3', 'admin'].map((name, id) => [
    name,
    { ...systemCaller, kind: 'user', id, name, admin: name === 'admin' } as Caller,
  ]),
);

/** A server that responds with the texts; the path is the name of the caller. */
async function aServer(texts: () => AsyncGenerator<string>, overrides: Partial<ResponseLimits>) {
  const app = Fastify();
  registerErrorHandler(app, () => undefined);
  app.decorateRequest('caller');
  const respond = createRespond({ ...limits, ...overrides });
  app.get<{ Params: { name: string } }>('/:name', (request, reply) => {
    request.caller = callers[request.params.name] ?? systemCaller;
    return respond(request, reply, texts());
  });
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const get = (name: string) => fetch(`http://127.0.0.1:${port}/${name}`);
  /** Sends a request and reads nothing. */
  const send = async (name: string) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.pause().write(`GET /${name} HTTP/1.1\r\nhost: a\r\n\r\n`);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return { get, send };
}

async function* fewTexts() {
  yield '["text"]';
}

describe('a response', () => {
  test('is JSON with its length', async () => {
    const { get } = await aServer(fewTexts, {});

    const response = await get('1');

    expect(await response.json()).toEqual(['text']);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('content-length')).toBe('8');
  });

  test.each([
    [7, 400],
    [8, 200],
  ])('of 8 bytes with a limit of %i is %i', async (bytesMax, status) => {
    const { get } = await aServer(fewTexts, { bytesMax });

    expect((await get('1')).status).toBe(status);
  });

  test('that is not read within the time is aborted, and its slot is free', async () => {
    const large = 'x'.repeat(20_000_000);
    let started = 0;
    async function* texts() {
      started += 1;
      yield started === 1 ? large : '[]';
    }
    const { get, send } = await aServer(texts, { readMs: 50 });
    await send('1');
    await eventually(() => expect(started).toBe(1));

    await eventually(async () => expect((await get('1')).status).toBe(200));
  });
});

describe('requests in progress', () => {
  test('are limited for each caller and in total, and the last is for admins', async () => {
    const ends: (() => void)[] = [];
    async function* waiting() {
      await new Promise<void>((resolve) => ends.push(resolve));
      yield '[]';
    }
    const { get } = await aServer(waiting, {});
    const one = get('1');
    await eventually(() => expect(ends).toHaveLength(1));

    const again = await get('1');
    const other = get('2');
    await eventually(() => expect(ends).toHaveLength(2));
    const third = await get('3');
    const byAdmin = get('admin');
    await eventually(() => expect(ends).toHaveLength(3));
    for (const end of ends) end();

    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await again.json()).toMatchObject({
      name: 'RateLimitError',
      message: 'You have 1 playground requests in progress. Wait until one is complete.',
    });
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await third.json()).toMatchObject({
      message: 'This server already processes 2 playground requests. Try again.',
    });
    const statuses = (await Promise.all([one, other, byAdmin])).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200]);
  });

  test('stop when the client disconnects', async () => {
    let stopped = false;
    async function* endless() {
      try {
        for (;;) yield '';
      } finally {
        stopped = true;
      }
    }
    const { send } = await aServer(endless, {});
    const socket = await send('1');

    socket.destroy();

    await eventually(() => expect(stopped).toBe(true));
  });
});

test('text is collected in pieces of bytes', async () => {
  async function* texts() {
    for (let count = 0; count < 10; count++) yield 'ä'.repeat(40_000);
  }

  const pieces = await collectText(texts(), { bytesMax: 800_000, isAborted: () => false });

  expect(pieces.length).toBeGreaterThan(1);
  expect(Buffer.concat(pieces).toString()).toBe('ä'.repeat(400_000));
});
