import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aFlag, aProject } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { lockEventLog, runConcurrently } from '../../testing/locks.ts';
import { anIntake, anSdkToken, aUsageReport } from '../../testing/usage.ts';
import { inTransaction } from '../../transactions.ts';
import { deleteOldUsage } from './commands.ts';

const { db, del, post } = await testApp();

const at = Date.parse('2026-01-01T10:30:00Z');
const times = { hours: '2026-01-02T00:00:00.000Z', days: '2025-01-01T00:00:00.000Z' };

const retain = (limit?: number) => inTransaction(db, (tx) => deleteOldUsage(tx, times, limit));

async function aUsedFlag(project: string): Promise<string> {
  const flag = await aFlag(db, { project });
  const intake = anIntake(db, at);
  intake.addMetrics(
    anSdkToken({ environment: 'production' }),
    aUsageReport(at, { [flag]: { yes: 7, variants: { blue: 7 } } }),
  );
  await intake.flush();
  return flag;
}

const sumsOf = async (flag: string) => {
  const { rows } = await sql<{ hours: number; days: number }>`
    select (select coalesce(sum(yes), 0)::integer from usage_hours where flag = ${flag}) as hours,
      (select coalesce(sum(yes), 0)::integer from usage_days where flag = ${flag}) as days`.execute(
    db,
  );
  return rows[0];
};

test('processes that move the same hours count each once', async () => {
  const project = await aProject(db);
  const flags: string[] = [];
  for (let number = 0; number < 6; number++) flags.push(await aUsedFlag(project));

  const results = await Promise.all(Array.from({ length: 8 }, () => retain(3)));

  expect(results).toContain('more');
  for (const flag of flags) expect(await sumsOf(flag)).toEqual({ hours: 0, days: 7 });
});

test('a flag is switched while its hours move', async () => {
  const project = await aProject(db);
  const flag = await aUsedFlag(project);
  const path = `/api/admin/projects/${project}/features/${flag}/environments/production`;
  await post(`${path}/strategies`, { name: 'default' });

  const switched = await inTransaction(db, async (tx) => {
    await deleteOldUsage(tx, times);
    return post(`${path}/on`);
  });

  expect(switched.status).toBe(200);
  expect(await sumsOf(flag)).toEqual({ hours: 0, days: 7 });
});

test('an environment that is being removed is not waited for', async () => {
  const [project, other] = [await aProject(db), await aProject(db)];
  const [removed, kept] = [await aUsedFlag(project), await aUsedFlag(other)];
  let moved: unknown;

  await runConcurrently<unknown>(db, lockEventLog, [
    () => del(`/api/admin/projects/${project}/environments/production`),
    async () => {
      await retain();
      moved = await sumsOf(kept);
    },
  ]);

  expect(moved).toEqual({ hours: 0, days: 7 });
  expect(await sumsOf(removed)).toEqual({ hours: 0, days: 0 });
});
