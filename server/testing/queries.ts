import fc from 'fast-check';
import { expect } from 'vitest';
import { RequestError } from '../platform/errors.ts';
import type { TestResponse } from './app.ts';
import { caseCount } from './scale.ts';

const piece = fc.constantFrom('(', ')', '-', '"', '\\', ':', '<', '>=', '*', ' ', 'or', 'é', '7d');

/** Texts of which some are queries with these keys. */
const randomQuery = (keys: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { arbitrary: piece, weight: 5 },
        { arbitrary: fc.constantFrom(...keys).map((key) => `${key}:`), weight: 4 },
        { arbitrary: fc.constantFrom('a', '7', 'on', 'x=on', '2026-11-01', 'team:a'), weight: 4 },
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join(''));

type Language = {
  keys: readonly string[];
  parse: (q: string) => unknown;
  send: (q: string) => Promise<TestResponse>;
};

/** Expects that any text is a query or is refused at one of its characters. */
export async function expectPositions({ keys, parse, send }: Language): Promise<void> {
  // Parsing alone takes a hundredth of the time.
  let toSend = caseCount({ short: 200, full: 100_000 });
  await fc.assert(
    fc.asyncProperty(randomQuery(keys), async (q) => {
      const position = toSend-- > 0 ? positionIn(await send(q)) : positionOf(() => parse(q));
      if (position === undefined) return;
      expect(position).toBeGreaterThan(0);
      expect(position).toBeLessThanOrEqual([...q].length + 1);
    }),
    { numRuns: caseCount({ short: 5000, full: 100_000 }) },
  );
}

function positionIn({ status, body }: TestResponse): number | undefined {
  if (status === 200) return undefined;
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { details: [{ path: '/query/q', position: expect.any(Number) }] },
  });
  return body.details[0].position;
}

function positionOf(parse: () => unknown): number | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (error instanceof RequestError && error.status === 400) return error.details[0]?.position;
    throw error;
  }
}
