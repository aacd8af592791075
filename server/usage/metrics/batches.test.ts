import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBatches } from './batches.ts';
import { attemptsMax } from './limits.ts';
import { fillTimes, lastHours } from './rules.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

const rows = fc.uniqueArray(
  fc.record({
    id: fc.nat(),
    weight: fc.integer({ min: 1, max: 9 }),
    /** Locked rows wait for some attempts, stuck ones always. */
    kind: fc.constantFrom('plain', 'refused', 'locked', 'stuck'),
    attempts: fc.integer({ min: 1, max: attemptsMax - 1 }),
  }),
  { selector: ({ id }) => id, maxLength: 60 },
);

describe('createBatches', () => {
  test('writes every row once but those that are refused or locked for too long', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.array(fc.boolean(), { maxLength: 5 }), async (given, outages) => {
        const written: number[] = [];
        const remaining = new Map(given.map(({ id, attempts }) => [id, attempts]));
        let [givenUp, heaviest] = [0, 0];
        let available = true;
        const batches = createBatches<(typeof given)[number]>({
          size: 10,
          weightOf: ({ weight }) => weight,
          bytesOf: () => 1,
          onGivenUp: (count) => {
            givenUp += count;
          },
          write: async (part) => {
            if (!available) throw failure('08006');
            if (part.some(({ kind }) => kind === 'refused')) throw failure('22003');
            const weight = part.reduce((sum, row) => sum + row.weight, 0);
            if (part.length > 1) heaviest = Math.max(heaviest, weight);
            const waits = ({ id, kind }: (typeof given)[number]) => {
              const left = remaining.get(id) ?? 0;
              remaining.set(id, left - 1);
              return kind === 'stuck' || (kind === 'locked' && left > 0);
            };
            const later = part.filter(waits);
            written.push(...part.filter((row) => !later.includes(row)).map(({ id }) => id));
            return later;
          },
        });

        let pending = given;
        for (const outage of [...outages, ...Array(attemptsMax + 1).fill(false)]) {
          available = !outage;
          pending = (await batches.write(pending)).unwritten;
        }

        const lost = given.filter(({ kind }) => kind === 'refused' || kind === 'stuck');
        const expected = given.filter((row) => !lost.includes(row)).map(({ id }) => id);
        expect([...written].sort()).toEqual([...expected].sort());
        expect(givenUp).toBe(lost.length);
        expect(heaviest).toBeLessThanOrEqual(10);
        expect([pending, batches.isWaiting(), batches.bytes()]).toEqual([[], false, 0]);
      }),
    );
  });
});

describe('fillTimes', () => {
  test('lists every hour of every environment and application once, with what was given', () => {
    const now = Date.parse('2026-03-01T12:34:56.789Z');
    const found = fc.uniqueArray(
      fc.record({
        back: fc.integer({ min: 0, max: 5 }),
        environment: fc.constantFrom('development', 'production'),
        appName: fc.constantFrom('api', 'shop', 'web'),
        yes: fc.nat(),
      }),
      { selector: ({ back, environment, appName }) => `${back} ${environment} ${appName}` },
    );
    fc.assert(
      fc.property(found, (given) => {
        const rowOf = ({ back, ...row }: (typeof given)[number]) => ({
          ...row,
          featureName: 'flag',
          timestamp: new Date(Date.parse('2026-03-01T12:00:00Z') - back * 3_600_000).toISOString(),
          no: 1,
          variants: { blue: 1 },
        });
        const used = given.map(rowOf);

        const filled = fillTimes(used, lastHours(6, now));

        const distinct = (of: 'environment' | 'appName') => new Set(given.map((it) => it[of])).size;
        const keys = filled.map((row) => `${row.timestamp} ${row.environment} ${row.appName}`);
        expect(filled).toHaveLength(6 * distinct('environment') * distinct('appName'));
        expect(keys).toEqual([...new Set(keys)].sort());
        expect(filled.filter(({ no }) => no > 0)).toHaveLength(used.length);
        for (const row of used) expect(filled).toContainEqual(row);
      }),
    );
  });
});
