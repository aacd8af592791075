import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Capacity,
  type Costs,
  capacityOf,
  costs,
  type Load,
  renderTables,
} from './capacity.ts';

const plain: Costs = {
  flags: 1,
  edge: {
    baseMb: 100,
    connectionKb: 1024,
    streamSecondUs: 10,
    simulated: 1,
    notModified: { us: 100, bytes: 10 },
    features: { us: 1000, bytes: 1000 },
    page: { us: 500, bytes: 100 },
    report: { us: 200, bytes: 20 },
    push: { us: 60, bytes: 50 },
  },
  server: { pushUs: 1000, reportUs: 2000, writeUs: 3000 },
  database: { statementsPerWrite: 8, writeUs: 3000, eventBytes: 1000, verifyUs: 10 },
};

const of = (load: Load) => capacityOf(load, plain);

test('SDKs that poll: a response with flags after each change, else 304, and a report a minute', () => {
  const { requests, edgeCores, edges, edgeMb, megabytesPerSecond } = of({
    sdks: 6000,
    way: 'polling',
  });

  expect(requests).toBe(400 + 100);
  expect(edgeCores).toBeCloseTo(0.3 * 0.1 + 0.1 + 0.1 * 0.2);
  expect(megabytesPerSecond).toBeCloseTo((300 * 10 + 100 * 1000 + 100 * 20) / 1e6);
  expect([edges, edgeMb]).toEqual([2, 100 + 3000]);
});

test('SDKs that stream: as many processes as deliver a change within a second, and one more', () => {
  expect(of({ sdks: 60_000, way: 'streaming' }).edges).toBe(6 + 1);
  expect(
    capacityOf(
      { sdks: 60_000, way: 'streaming' },
      { ...plain, edge: { ...plain.edge, push: { us: 150, bytes: 50 } } },
    ).edges,
  ).toBe(9 + 1);
});

test('PostgreSQL: statements by servers, edges and changes, not by SDKs', () => {
  const { servers, serverCores, statements } = of({ sdks: 20_000, way: 'pages' });

  expect(servers).toBe(2);
  expect(serverCores).toBeCloseTo((3 * 1000 + 3 * 2000 + 3000) / 60e6);
  expect(statements).toBeCloseTo(2 * 1.8 + 3 / 60 + (8 + 4) / 60);
});

test('more SDKs never need less', () => {
  const sdks = fc.integer({ min: 1, max: 2_000_000 });
  const ways = fc.constantFrom<Load['way']>('pages', 'polling', 'streaming');
  fc.assert(
    fc.property(sdks, sdks, ways, (one, other, way) => {
      const [few, many] = [Math.min(one, other), Math.max(one, other)].map((number) =>
        capacityOf({ sdks: number, way }, costs),
      ) as [Capacity, Capacity];
      for (const key of ['requests', 'edgeCores', 'edges', 'servers', 'statements'] as const) {
        expect(many[key]).toBeGreaterThanOrEqual(few[key]);
      }
    }),
  );
});

test('docs/scaling.md has the tables of the model', () => {
  const text = readFileSync(new URL('../docs/scaling.md', import.meta.url), 'utf8');

  expect(text).toContain(`\n${renderTables(costs)}\n`);
});
