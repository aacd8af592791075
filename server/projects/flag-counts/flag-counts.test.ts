import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aFlag, aProject } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { findCounts } from '../../usage/health/queries.ts';

const { db } = await testApp();

const baseTime = Date.parse('2026-03-02T00:00:00.000Z');
const dayMs = 86_400_000;

/** Few values, so that many flags have the same creation time or nearly the same. */
const timestamp = fc
  .tuple(fc.constantFrom(-40, -7, 0, 7), fc.integer({ min: -2, max: 2 }))
  .map(([day, ms]) => new Date(baseTime + day * dayMs + ms).toISOString());

const flag = fc.record({
  createdAt: timestamp,
  type: fc.constantFrom('release', 'operational', 'kill-switch'),
  stale: fc.boolean(),
  archivedAt: fc.constantFrom(undefined, undefined, new Date(baseTime).toISOString()),
});

/** When the lifetime of the flag ends, by its own type or another one, and a millisecond later. */
const lifetimeEndsOf = ({ createdAt }: { createdAt: string }) =>
  [0, 1].flatMap((ms) =>
    [7, 40].map((days) => new Date(Date.parse(createdAt) + days * dayMs + ms).toISOString()),
  );

test('the aggregated counts of active flags equal a count over all rows at any time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(flag, { maxLength: 8 }), async (flags) => {
      const project = await aProject(db);
      for (const { archivedAt, ...each } of flags) {
        await aFlag(db, { project, ...each, ...(archivedAt && { archivedAt }) });
      }

      for (const now of flags.flatMap(lifetimeEndsOf)) {
        expect(await findCounts(db, project, now)).toMatchObject(await countEach(project, now));
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 300_000);

async function countEach(project: string, now: string): Promise<object> {
  const { rows } = await sql<object>`
    select count(*)::integer as total, (count(*) filter (where stale))::integer as stale,
      (count(*) filter (where not stale
        and is_past_lifetime(flags.created_at, lifetime_days, ${now}::timestamptz)))::integer
        as "potentiallyStale"
    from flags join flag_types on flag_types.id = flags.type
    where project = ${project} and archived_at is null`.execute(db);
  return rows[0] ?? {};
}
