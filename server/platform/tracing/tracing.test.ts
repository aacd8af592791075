import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { testApp } from '../../testing/app.ts';
import { atEnd } from '../../testing/cleanup.ts';
import { parseTraceParent } from './span.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } };
type Received = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
};

const receiver = await startReceiver();
const { admin, db, config } = await testApp();
const lines: { trace_id?: string; span_id?: string; msg: string }[] = [];
const app = await buildApp({
  db,
  poolUse: () => ({ total: 0, idle: 0, waiting: 0 }),
  listen: () => () => {},
  log: { write: (line) => lines.push(JSON.parse(line)) },
  console: 'absent',
  config: {
    ...config,
    otlpEndpoint: receiver.url,
    otlpHeaders: { 'x-key': 'a key' },
    traceFlushMs: 10,
  },
});
atEnd(() => app.close());
const headers = { authorization: admin.token };

describe('traces', () => {
  test('of a search contain the request and its statements, in the trace of the client', async () => {
    const traceId = 'abcdefabcdefabcdefabcdefabcdef01';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

    await app.inject({
      url: '/api/admin/search/features?query=x',
      headers: { ...headers, traceparent },
    });

    const spans = await receiver.spansOf(traceId);
    const request = spans.find(({ kind }) => kind === 2);
    expect(request).toMatchObject({
      name: 'GET /api/admin/search/features',
      parentSpanId: '00f067aa0ba902b7',
    });
    expect(request?.attributes).toContainEqual({
      key: 'http.response.status_code',
      value: { intValue: '200' },
    });
    const statements = spans.filter(({ kind }) => kind === 3);
    expect(statements.length).toBeGreaterThan(1);
    for (const { parentSpanId, startTimeUnixNano, endTimeUnixNano } of statements) {
      expect(parentSpanId).toBe(request?.spanId);
      expect(Number(endTimeUnixNano)).toBeGreaterThanOrEqual(Number(startTimeUnixNano));
    }
    expect(statements.map(textOf).join()).toContain('flag_search');
    expect(receiver.keys).toContain('a key');
    expect(lines.filter(({ trace_id }) => trace_id === traceId).map(({ msg }) => msg)).toEqual([
      'incoming request',
      'request completed',
    ]);
  });

  test('of a write contain its statements, without their values', async () => {
    const traceId = 'abcdefabcdefabcdefabcdefabcdef02';

    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/admin/projects/default/features',
      headers: { ...headers, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
      payload: { name: 'a-traced-flag' },
    });

    const spans = await receiver.spansOf(traceId);
    const texts = spans.filter(({ kind }) => kind === 3).map(textOf);
    expect(statusCode).toBe(201);
    expect(texts.join()).toMatch(/insert into "?flags/);
    expect(texts.join()).toContain('append_events');
    expect(texts.join()).not.toContain('a-traced-flag');
  });

  test('are not sent if the client decided so, but logged', async () => {
    const traceId = 'abcdefabcdefabcdefabcdefabcdef03';
    const sampled = 'abcdefabcdefabcdefabcdefabcdef04';

    for (const [id, flags] of [
      [traceId, '00'],
      [sampled, '01'],
    ]) {
      const traceparent = `00-${id}-00f067aa0ba902b7-${flags}`;
      await app.inject({ url: '/health', headers: { traceparent } });
    }

    await receiver.spansOf(sampled);
    expect(receiver.received.filter((span) => span.traceId === traceId)).toEqual([]);
    expect(lines.some(({ trace_id }) => trace_id === traceId)).toBe(true);
  });
});

describe('traceparent', () => {
  test.each([
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', true],
    ['cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what', true],
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what', false],
    ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', false],
    ['00-00000000000000000000000000000000-b7ad6b7169203331-01', false],
    ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', false],
    ['00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01', false],
  ])('%s is valid: %s', (header, valid) => {
    expect(parseTraceParent(header) !== undefined).toBe(valid);
  });

  test('any text is valid or ignored', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(parseTraceParent(header)?.traceId ?? 'f'.repeat(32)).toMatch(/^[0-9a-f]{32}$/);
      }),
    );
  });
});

const textOf = ({ attributes }: Received) =>
  attributes.find(({ key }) => key === 'db.query.text')?.value.stringValue ?? '';

/** An HTTP server that decodes OTLP messages in JSON. */
async function startReceiver() {
  const received: Received[] = [];
  const keys: unknown[] = [];
  const server = createServer(async (request, response) => {
    type Message = { resourceSpans: { scopeSpans: { spans: Received[] }[] }[] };
    const { resourceSpans } = (await json(request)) as Message;
    const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((it) => it.spans));
    if (request.url === '/v1/traces') received.push(...spans);
    keys.push(request.headers['x-key']);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  const find = (traceId: string) => received.filter((span) => span.traceId === traceId);
  /** Waits for the request, which ends after its statements. */
  const spansOf = async (traceId: string) => {
    const ends = () => find(traceId).some(({ kind }) => kind === 2);
    await expect.poll(ends).toBe(true);
    return find(traceId);
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    keys,
    spansOf,
  };
}
