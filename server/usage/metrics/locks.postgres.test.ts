import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../platform/db/open.ts';
import { aFlag, anApiToken, aProject } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { lockEventLog, runConcurrently } from '../../testing/locks.ts';
import { anIntake, anSdkToken, aUsageReport, named } from '../../testing/usage.ts';
import { inTransaction } from '../../transactions.ts';
import { saveReports } from './commands.ts';

const { app, db, get, post, put, del } = await testApp();

const at = Date.parse('2026-01-01T10:30:00Z');

const aReport = (flag: string) => ({
  flag,
  environment: 'production',
  application: 'shop',
  hour: Date.parse('2026-01-01T10:00:00Z'),
  scope: null,
  yes: 1,
  no: 0,
  variants: new Map([['blue', 1]]),
  seenAt: at,
});

const sumOf = async (of: Db, flag: string) => {
  const { rows } = await sql<{ yes: number }>`
    select coalesce(sum(yes), 0)::integer as yes from usage_hours where flag = ${flag}`.execute(of);
  return rows[0]?.yes;
};

test('a flag is switched and changed while its usage is being written', async () => {
  const project = await aProject(db);
  const flag = await aFlag(db, { project });
  const path = `/api/admin/projects/${project}/features/${flag}`;

  const statuses = await inTransaction(db, async (tx) => {
    await saveReports(tx, [aReport(flag)]);
    const added = await post(`${path}/environments/production/strategies`, { name: 'default' });
    const on = await post(`${path}/environments/production/on`);
    const changed = await put(path, { description: 'changed' });
    return [added.status, on.status, changed.status];
  });

  expect(statuses).toEqual([200, 200, 200]);
  expect(await sumOf(db, flag)).toBe(1);
});

test('usage of a locked flag is written at once, and its stage when the lock is released', async () => {
  const flag = await aFlag(db);
  const intake = anIntake(db, at);
  const stages = async () =>
    (await get(`/api/admin/projects/default/features/${flag}/lifecycle`)).body.map(
      ({ stage }: { stage: string }) => stage,
    );

  const during = await db.transaction().execute(async (tx) => {
    await sql`select from flags where name = ${flag} for update`.execute(tx);
    intake.addMetrics(anSdkToken(), aUsageReport(at, { [flag]: { yes: 1 } }));
    await intake.flush();
    return { yes: await sumOf(db, flag), stages: await stages() };
  });
  await intake.flush();

  expect(during).toEqual({ yes: 1, stages: ['initial'] });
  expect(await stages()).toContain('pre-live');
  expect(await sumOf(db, flag)).toBe(1);
});

test('hostile reports of a frontend token do not delay a switch of the flags they name', async () => {
  const project = await aProject(db);
  const flags: string[] = [];
  for (let number = 0; number < 10; number++) flags.push(await aFlag(db, { project }));
  const path = `/api/admin/projects/${project}/features/${flags[7]}/environments/development`;
  await post(`${path}/strategies`, { name: 'default' });
  const token = await anApiToken(db, { type: 'frontend', projects: [project] });
  const { bytesMax } = app.intake.statistics();
  const hostile = (turn: number) => {
    const counts = flags.map((flag) => [flag, { yes: 1, variants: named(`v${turn}`, 500, 1) }]);
    const body = aUsageReport(Date.now(), Object.fromEntries(counts), `app-${turn}`);
    return post('/api/frontend/client/metrics', body, { token });
  };

  const statuses = new Set<number>();
  for (let turn = 0; turn < 5; turn++) {
    const { status } = await hostile(turn);
    const flushed = app.intake.flush();
    const switched = await post(`${path}/${turn % 2 === 0 ? 'on' : 'off'}`);
    await flushed;
    for (const it of [status, switched.status]) statuses.add(it);
    expect(app.intake.statistics().bytes).toBeLessThanOrEqual(bytesMax / 8);
  }

  expect([...statuses]).toEqual([200]);
  const { count } = await db
    .selectFrom('usage_variants')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('flag', 'in', flags)
    .executeTakeFirstOrThrow();
  expect(count).toBe(10 * 5 * 100);
  const { body } = await get(`/api/admin/projects/${project}/insights/health`);
  expect(body.notes).toMatchObject([{ message: expect.stringContaining('20,000 variants') }]);
});

test('usage of an environment that is being removed waits, and then is that of an unknown flag', async () => {
  const project = await aProject(db);
  const flag = await aFlag(db, { project, createdAt: '2026-01-01T00:00:00.000Z' });
  const intake = anIntake(db, at);
  const token = anSdkToken({ environment: 'production' });
  intake.addMetrics(token, aUsageReport(at, { [flag]: { yes: 1 } }));

  await runConcurrently<unknown>(db, lockEventLog, [
    () => del(`/api/admin/projects/${project}/environments/production`),
    () => intake.flush(),
  ]);
  const waiting = intake.statistics().bytes;
  await intake.flush();

  expect(waiting).toBeGreaterThan(0);
  expect(intake.statistics().bytes).toBe(0);
  const { body } = await get('/api/admin/metrics/unknown-flags');
  expect(body.unknownFlags).toMatchObject([{ name: flag, environment: 'production' }]);
});
