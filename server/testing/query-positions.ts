import fc from 'fast-check';
import { expect } from 'vitest';
import { RequestError } from '../platform/errors.ts';
import type { TestResponse } from './app.ts';
import { randomQuery } from './queries.ts';
import { caseCount } from './scale.ts';

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
