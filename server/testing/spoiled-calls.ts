import fc from 'fast-check';
import type { Method } from './app.ts';
import type { ExampleCall } from './example.ts';

/** Random invalid input: calls of examples with one part replaced, and headers. */

/** Makes a valid call invalid. */
export type Spoil = (call: ExampleCall) => { call: ExampleCall; method?: Method };

export const strangeText = fc.oneof(
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

export const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  { depthSize: 'small' },
  strangeText,
  strangeNumber,
  fc.boolean(),
  fc.constant(null),
  fc.array(strangeText, { maxLength: 4 }),
  fc.dictionary(strangeText, strangeNumber, { maxKeys: 4 }),
  fc.constant(nested(2000)),
);

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

export const spoils = fc.oneof(
  { weight: 5, arbitrary: spoilBody },
  { weight: 2, arbitrary: addMember },
  { weight: 3, arbitrary: spoilParam },
  { weight: 2, arbitrary: spoilQuery },
  { weight: 1, arbitrary: spoilMethod },
  { weight: 1, arbitrary: leaveAlone },
);

/** The valid token or another. */
export const headersWith = (token: string) =>
  fc.record(
    {
      authorization: fc.oneof(fc.constant(token), asHeader(strangeText)),
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
