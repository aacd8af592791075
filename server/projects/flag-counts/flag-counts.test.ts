import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aFlag, aProject } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { findCounts } from '../../usage/health/queries.ts';

const { db } = await testApp();

const someday = Date.parse('2026-03-02T00:00:00.000Z');
const dayMs = 86_400_000;

/** Few, so that many flags are of the same moment or made around it. */
const moment = fc
  .tuple(fc.constantFrom(-40, -7, 0, 7), fc.integer({ min: -2, max: 2 }))
  .map(([day, ms]) => new Date(someday + day * dayMs + ms).toISOString());

const flag = fc.record({
  createdAt: moment,
  type: fc.constantFrom('release', 'operational', 'kill-switch'),
  stale: fc.boolean(),
  archivedAt: fc.constantFrom(undefined, undefined, new Date(someday).toISOString()),
});

/** When a flag of then becomes old, by its own type or by another one, and just after. */
const endsOf = ({ createdAt }: { createdAt: string }) =>
  [0, 1].flatMap((ms) =>
    [7, 40].map((days) => new Date(Date.parse(createdAt) + days * dayMs + ms).toISOString()),
  );

test('live flags are counted by kind as they are one by one, at any time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(flag, { maxLength: 8 }), async (flags) => {
      const project = await aProject(db);
      for (const { archivedAt, ...each } of flags) {
        await aFlag(db, { project, ...each, ...(archivedAt && { archivedAt }) });
      }

      for (const now of flags.flatMap(endsOf)) {
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
