import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Example, ExampleCall } from '../server/testing/example.ts';
import type { Running } from '../server/testing/process.ts';
import { headersWith, type Spoil, spoils } from '../server/testing/spoiled-calls.ts';
import { arrangeAll, callExample, nameOf } from '../server/testing/world.ts';
import { type JsonSchema, valuesOf } from './from-schema.ts';
import { megabytes, metricsOf } from './metrics.ts';
import { campaignSize, report } from './options.ts';
import { aRemoteWorld, callsOver, examples } from './world.ts';

/** Random requests to a server process: valid, nearly valid and hostile, by every kind of caller. */
const requests = campaignSize(1_000_000);
const batch = 10_000;
const connections = 16;
const slowMs = 2_000;

const world = await aRemoteWorld(1);
const [server] = world.servers as [Running];
const { clientToken, viewer, owner } = world.people;
const bodies = await bodiesByOperation();

const attempts = fc.tuple(
  fc.constantFrom(...examples),
  fc.oneof(
    { weight: 3, arbitrary: spoils },
    { weight: 2, arbitrary: fc.constant<'schema'>('schema') },
  ),
  fc.constantFrom(world.admin.token, owner.token, viewer.token, clientToken, null),
  fc.nat(),
);
type Attempt = [Example, Spoil | 'schema', string | null, number];

test(`${requests} random requests: no 5xx, none slower than ${slowMs} ms`, async () => {
  const failures: string[] = [];
  const memory: number[] = [];
  let slowest = 0;

  async function send([example, spoil, token, seed]: Attempt, calls: Map<Example, ExampleCall>) {
    const arranged = calls.get(example) ?? {};
    const { call, method = example.method } =
      spoil === 'schema' ? { call: withSchemaBody(example, arranged, seed) } : spoil(arranged);
    const headers = seed % 8 === 0 ? anyHeaders(token, seed) : {};
    const start = performance.now();
    const response = await callExample(remote, { ...example, method }, call, { token, headers });
    const ms = performance.now() - start;
    slowest = Math.max(slowest, ms);
    if (response.status < 500 && ms < slowMs) return;
    const line = `${nameOf(example)} ${response.status} ${Math.round(ms)} ms: `;
    failures.push(line + JSON.stringify(call).slice(0, 2000));
    console.log(failures.at(-1));
  }

  const remote = { ...world, call: callsOver(server, world.admin.token) };
  for (let done = 0; done < requests; done += batch) {
    const calls = await arrangeAll(world);
    const seed = Date.now();
    const queue = fc.sample(attempts, { numRuns: Math.min(batch, requests - done), seed });
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
          await send(next as Attempt, calls);
        }
      }),
    );
    memory.push((await metricsOf(server)).get('process_resident_memory_bytes') ?? 0);
    if (failures.length > 100) break;
    console.log(`${done} requests, seed ${seed}, ${failures.length} failures`);
  }

  const metrics = await metricsOf(server);
  report({
    requests,
    failures: failures.length,
    'slowest ms': Math.round(slowest),
    'event loop delay p99 ms': Math.round(
      1000 * (metrics.get('nodejs_eventloop_lag_p99_seconds') ?? 0),
    ),
    'RSS MB after a tenth': megabytes(memory[Math.floor(memory.length / 10)]),
    'RSS MB at the end': megabytes(memory.at(-1)),
  });
  expect(failures).toEqual([]);
}, 14_400_000);

const anyHeaders = (token: string | null, seed: number) =>
  fc.sample(headersWith(token ?? ''), { numRuns: 1, seed })[0] ?? {};

function withSchemaBody(example: Example, call: ExampleCall, seed: number): ExampleCall {
  const arbitrary = bodies.get(nameOf(example));
  if (arbitrary === undefined) return call;
  const [body] = fc.sample(arbitrary, { numRuns: 1, seed });
  return { ...call, body };
}

/** Arbitrary bodies by method and path, from the OpenAPI document. */
async function bodiesByOperation(): Promise<Map<string, fc.Arbitrary<unknown>>> {
  const document = JSON.parse(await readFile('openapi.json', 'utf8'));
  const resolve = (ref: string): JsonSchema =>
    document.components.schemas[ref.split('/').at(-1) ?? ''];
  const found = new Map<string, fc.Arbitrary<unknown>>();
  for (const [path, operations] of Object.entries<Record<string, Operation>>(document.paths)) {
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const schema = requestBody?.content?.['application/json']?.schema;
      const name = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
      if (schema !== undefined) found.set(name, valuesOf(schema, resolve));
    }
  }
  return found;
}

type Operation = { requestBody?: { content?: Record<string, { schema: JsonSchema }> } };
