import v8 from 'node:v8';
import vm from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aProject } from './testing/a.ts';
import type { Method, TestResponse } from './testing/app.ts';
import type { Example, ExampleCall } from './testing/example.ts';
import { caseCount } from './testing/scale.ts';
import { aWorld, callExample, examples } from './testing/world.ts';

/** Random invalid input to all routes: every response is a valid one, none is a 5xx. */
const requests = caseCount({ short: 1500, full: 20_000 });
const batch = 500;

const world = await aWorld();

v8.setFlagsFromString('--expose-gc');
const collectGarbage: () => void = vm.runInNewContext('gc');

// The builders need these environments, which random calls would delete.
await world.db.updateTable('environments').set({ protected: true }).execute();

const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '%',
    '%00',
    '\0',
    '\ud800',
    '..',
    '../..',
    'a/b',
    '*',
    "' or 1=1 --",
    '"',
    '\\',
    '\n',
    '🏳️',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    '-1',
    '0',
    '1e400',
    '9999999999999999999',
    'x'.repeat(101),
    'x'.repeat(5000),
    '2024-02-30',
    '0000-00-00T00:00:00Z',
    '+275760-09-13T00:00:00Z',
  ),
);

const strangeNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -1, 1e21, 2_147_483_648, Number.MAX_SAFE_INTEGER, 0.1),
);

const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  { depthSize: 'small' },
  strangeText,
  strangeNumber,
  fc.boolean(),
  fc.constant(null),
  fc.array(strangeText, { maxLength: 4 }),
  fc.dictionary(strangeText, strangeNumber, { maxKeys: 4 }),
  fc.constant(nested(2000)),
);

/** Makes a valid call invalid. */
type Spoil = (call: ExampleCall) => { call: ExampleCall; method?: Method };

const spoilBody: fc.Arbitrary<Spoil> = fc
  .tuple(fc.nat(), strangeValue)
  .map(([index, value]) => (call) => {
    const body = { ...(call.body as Record<string, unknown>) };
    const keys = Object.keys(body);
    const key = keys[index % (keys.length + 1)];
    return { call: { ...call, body: key === undefined ? value : { ...body, [key]: value } } };
  });

const addMember: fc.Arbitrary<Spoil> = fc
  .tuple(strangeText, strangeValue)
  .map(([key, value]) => (call) => ({
    call: { ...call, body: { ...(call.body as object), [key]: value } },
  }));

const spoilParam: fc.Arbitrary<Spoil> = fc
  .tuple(fc.nat(), strangeText)
  .map(([index, text]) => (call) => {
    const keys = Object.keys(call.params ?? {});
    const key = keys[index % Math.max(1, keys.length)];
    return {
      call:
        key === undefined ? call : { ...call, params: { ...call.params, [key]: wellFormed(text) } },
    };
  });

const spoilQuery: fc.Arbitrary<Spoil> = fc
  .tuple(strangeText, strangeText)
  .map(([key, value]) => (call) => ({
    call: { ...call, query: `${encode(key)}=${encode(value)}&${encode(key)}=1` },
  }));

const spoilMethod: fc.Arbitrary<Spoil> = fc
  .constantFrom<Method>('GET', 'POST', 'PUT', 'PATCH', 'DELETE')
  .map((method) => (call) => ({ call, method }));

const leaveAlone: fc.Arbitrary<Spoil> = fc.constant((call) => ({ call }));

const spoils = fc.oneof(
  { weight: 5, arbitrary: spoilBody },
  { weight: 2, arbitrary: addMember },
  { weight: 3, arbitrary: spoilParam },
  { weight: 2, arbitrary: spoilQuery },
  { weight: 1, arbitrary: spoilMethod },
  { weight: 1, arbitrary: leaveAlone },
);

const headers = fc.record(
  {
    authorization: fc.oneof(fc.constant(world.admin.token), asHeader(strangeText)),
    'content-type': fc.constantFrom(
      'application/json',
      'text/plain',
      'application/json; charset=x',
    ),
    'if-none-match': asHeader(strangeText),
    origin: asHeader(strangeText),
  },
  { requiredKeys: [] },
);

const attempts = fc.tuple(fc.constantFrom(...examples), spoils, headers);

test(`${requests} random requests: never a 5xx, always our error body`, async () => {
  const heaps: number[] = [];
  for (let done = 0; done < requests; done += batch) {
    const calls = await arrangeAll();
    await fc.assert(
      fc.asyncProperty(attempts, async ([example, spoil, extra]) => {
        const { call, method = example.method } = spoil(calls.get(example) ?? {});
        const response = await callExample(world, { ...example, method }, call, { headers: extra });
        assertValidResponse(response);
      }),
      { numRuns: batch },
    );
    collectGarbage();
    heaps.push(process.memoryUsage().heapUsed);
  }

  // By the middle nearly every route was called; from there on no memory may be retained.
  const early = heaps[Math.floor(heaps.length / 2)] ?? 0;
  expect(heaps.at(-1)).toBeLessThan(early + 32 * 1024 * 1024);
}, 900_000);

/** A new project each time, since random calls may delete the old one. */
async function arrangeAll(): Promise<Map<Example, ExampleCall>> {
  const project = await aProject(world.db, { mode: 'private' });
  const calls = new Map<Example, ExampleCall>();
  for (const example of examples) calls.set(example, await example.arrange({ ...world, project }));
  return calls;
}

function assertValidResponse({ status, body }: TestResponse): void {
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  if (status < 400) return;
  expect(body).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: expect.stringMatching(/^\w+$/),
    message: expect.any(String),
  });
}

/** Half a surrogate pair cannot be encoded in a URL. */
const wellFormed = (text: string) => Buffer.from(text).toString();

const encode = (text: string) => encodeURIComponent(wellFormed(text));

function asHeader(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return text.map((value) => value.replace(/[^\x20-\x7e]/g, '?'));
}

function nested(depth: number): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { value };
  return value;
}
