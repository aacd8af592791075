import v8 from 'node:v8';
import vm from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TestResponse } from './testing/app.ts';
import { caseCount } from './testing/scale.ts';
import { headersWith, spoils } from './testing/spoiled-calls.ts';
import { arrangeAll, aWorld, callExample, examples } from './testing/world.ts';

/** Random invalid input to all routes: every response is a valid one, none is a 5xx. */
const requests = caseCount({ short: 1500, full: 20_000 });
/** Arranging the examples takes longer than the requests of a batch. */
const batch = caseCount({ short: 750, full: 1000 });

const world = await aWorld();

v8.setFlagsFromString('--expose-gc');
const collectGarbage: () => void = vm.runInNewContext('gc');

// The builders need these environments, which random calls would delete.
await world.db.updateTable('environments').set({ protected: true }).execute();

const attempts = fc.tuple(fc.constantFrom(...examples), spoils, headersWith(world.admin.token));

test(`${requests} random requests: never a 5xx, always our error body`, async () => {
  const heaps: number[] = [];
  for (let done = 0; done < requests; done += batch) {
    const calls = await arrangeAll(world);
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

  // By then most routes were called; from there on no memory may be retained.
  const early = heaps[Math.floor((heaps.length - 1) / 2)] ?? 0;
  expect(heaps.at(-1)).toBeLessThan(early + 32 * 1024 * 1024);
}, 900_000);

function assertValidResponse({ status, body }: TestResponse): void {
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  if (status < 400) return;
  // A refusal of the MCP server is a message of its protocol.
  const refusal = { code: expect.any(Number), message: expect.any(String) };
  const ours = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: expect.stringMatching(/^\w+$/),
    message: expect.any(String),
  };
  expect(body).toMatchObject('jsonrpc' in body ? { error: refusal } : ours);
}
