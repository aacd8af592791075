import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aFlag, aProject, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { anIntake as anIntakeOf, anSdkToken, aUsageReport } from '../../testing/usage.ts';

const { db, get } = await testApp();

const at = (text: string) => Date.parse(`2026-03-01T${text}Z`);

const anIntake = (time: string) => anIntakeOf(db, at(time));

const hoursOf = (flag: string) =>
  db
    .selectFrom('usage_hours')
    .select(['environment', 'hour', 'application', 'yes', 'no'])
    .where('flag', '=', flag)
    .orderBy('environment')
    .orderBy('hour')
    .orderBy('application')
    .execute();

const newestOf = (flag: string) =>
  db
    .selectFrom('flag_usage')
    .select(['environment', 'last_seen_at as lastSeenAt', 'hour', 'yes', 'no'])
    .where('flag', '=', flag)
    .orderBy('environment')
    .execute();

const stagesOf = async (flag: string) => {
  const rows = await db
    .selectFrom('flag_stages')
    .select(['stage', 'entered_at as enteredAt'])
    .where('flag', '=', flag)
    .execute();
  return Object.fromEntries(rows.map(({ stage, enteredAt }) => [stage, enteredAt]));
};

describe('the hour of a bucket', () => {
  test('is the hour of its end, to the millisecond', async () => {
    const flag = await aFlag(db);
    const intake = anIntake('12:30:00.000');

    for (const stop of ['10:59:59.999', '11:00:00.000', '11:59:59.999', '12:00:00.000']) {
      intake.addMetrics(anSdkToken(), aUsageReport(`2026-03-01T${stop}Z`, { [flag]: { yes: 1 } }));
    }
    await intake.flush();

    const hour = (time: string, yes: number) => ({
      environment: 'development',
      hour: `2026-03-01T${time}:00:00.000Z`,
      application: 'shop',
      yes,
      no: 0,
    });
    expect(await hoursOf(flag)).toEqual([hour('10', 1), hour('11', 2), hour('12', 1)]);
  });

  test('is never in the future, even if the clock of the client is ahead', async () => {
    const flag = await aFlag(db);
    const intake = anIntake('12:30:00.000');

    intake.addMetrics(anSdkToken(), aUsageReport('2031-01-01T00:00:00Z', { [flag]: { yes: 1 } }));
    intake.addMetrics(anSdkToken(), aUsageReport(at('12:30:00.000'), { [flag]: { no: 2 } }));
    await intake.flush();

    expect(await hoursOf(flag)).toMatchObject([
      { hour: '2026-03-01T12:00:00.000Z', yes: 1, no: 2 },
    ]);
  });

  test('counts older than the retention are ignored, those at its limit are accepted', async () => {
    const flag = await aFlag(db);
    const intake = anIntake('12:30:00.000');

    const edge = at('12:30:00.000') - 48 * 3_600_000;
    intake.addMetrics(anSdkToken(), aUsageReport(edge - 1, { [flag]: { yes: 1 } }));
    intake.addMetrics(anSdkToken(), aUsageReport(edge, { [flag]: { yes: 2 } }));
    await intake.flush();

    expect(await hoursOf(flag)).toMatchObject([{ hour: '2026-02-27T12:00:00.000Z', yes: 2 }]);
  });

  test('entries without an evaluation are not stored', async () => {
    const flag = await aFlag(db);
    const intake = anIntake('12:30:00.000');

    intake.addMetrics(
      anSdkToken(),
      aUsageReport(at('12:00:00.000'), { [flag]: { yes: 0, no: 0 } }),
    );
    await intake.flush();

    expect(await hoursOf(flag)).toEqual([]);
    expect(await newestOf(flag)).toEqual([]);
  });
});

describe('the newest hour', () => {
  test('is incremented, replaced by a newer hour and unchanged by an older one', async () => {
    const flag = await aFlag(db);
    const intake = anIntake('11:10:00.000');
    const report = async (now: string, stop: string, yes: number) => {
      intake.clock.now = at(now);
      intake.addMetrics(anSdkToken(), aUsageReport(at(stop), { [flag]: { yes, no: 1 } }));
      await intake.flush();
      return newestOf(flag);
    };

    const first = await report('11:10:00.000', '11:09:00.000', 5);
    const added = await report('11:11:00.000', '11:10:00.000', 6);
    const newer = await report('12:00:01.000', '12:00:00.000', 7);
    const older = await report('12:00:02.000', '11:59:59.000', 8);

    const newest = (seen: string, hour: string, yes: number, no: number) => [
      {
        environment: 'development',
        lastSeenAt: `2026-03-01T${seen}.000Z`,
        hour: `2026-03-01T${hour}:00:00.000Z`,
        yes,
        no,
      },
    ];
    expect(first).toEqual(newest('11:10:00', '11', 5, 1));
    expect(added).toEqual(newest('11:11:00', '11', 11, 2));
    expect(newer).toEqual(newest('12:00:01', '12', 7, 1));
    expect(older).toEqual(newest('12:00:02', '12', 7, 1));
  });

  test('counts beyond 32 bits are exact, and sums stop at the largest exact JSON number', async () => {
    const flag = await aFlag(db);
    const intake = anIntake('12:30:00.000');
    const most = 1_000_000_000_000;

    intake.addMetrics(
      anSdkToken(),
      aUsageReport(at('12:00:00.000'), { [flag]: { yes: most, no: 1 } }),
    );
    await intake.flush();
    intake.addMetrics(
      anSdkToken(),
      aUsageReport(at('12:00:00.000'), { [flag]: { yes: most - 1 } }),
    );
    await intake.flush();
    const exact = await newestOf(flag);
    for (let turn = 0; turn < 10_000; turn++) {
      intake.addMetrics(anSdkToken(), aUsageReport(at('12:00:00.000'), { [flag]: { yes: most } }));
    }
    await intake.flush();

    expect(exact).toMatchObject([{ yes: 2 * most - 1, no: 1 }]);
    expect(await newestOf(flag)).toMatchObject([{ yes: Number.MAX_SAFE_INTEGER }]);
    expect(await hoursOf(flag)).toMatchObject([{ yes: Number.MAX_SAFE_INTEGER }]);
  });
});

describe('unknown flags', () => {
  test('are flags that do not exist, are not in the environment or are not visible to the token', async () => {
    const project = await aProject(db, { environments: ['production'] });
    const elsewhere = await aFlag(db, { project });
    const foreign = await aFlag(db);
    const nothing = unique('nothing');
    const intake = anIntake('12:30:00.000');

    const toggles = Object.fromEntries(
      [elsewhere, foreign, nothing].map((name) => [name, { yes: 1 }]),
    );
    const token = anSdkToken({ projects: [project] });
    intake.addMetrics(token, aUsageReport(at('12:00:00.000'), toggles, 'unknown-app'));
    await intake.flush();

    const { body } = await get('/api/admin/metrics/unknown-flags');
    const mine = body.unknownFlags.filter(
      (it: { appName: string }) => it.appName === 'unknown-app',
    );
    const unknown = (name: string) => ({
      name,
      appName: 'unknown-app',
      environment: 'development',
      seenAt: '2026-03-01T12:30:00.000Z',
    });
    const hidden = [elsewhere, foreign];
    expect(mine).toEqual([unknown(nothing)]);
    for (const flag of hidden) expect(await hoursOf(flag)).toEqual([]);
    const stored = await db
      .selectFrom('unknown_flags')
      .select('name')
      .where('application', '=', 'unknown-app')
      .execute();
    expect(stored.map(({ name }) => name).sort()).toEqual([...hidden, nothing].sort());
  });

  test('counts of tokens with different projects are checked separately and added to the same row', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const intake = anIntake('12:30:00.000');

    const toggles = { [flag]: { yes: 1, variants: { blue: 1 } } };
    for (const projects of [undefined, [project], ['default'], ['default', project]]) {
      intake.addMetrics(anSdkToken({ projects }), aUsageReport(at('12:00:00.000'), toggles));
    }
    await intake.flush();

    expect(await hoursOf(flag)).toMatchObject([{ yes: 3 }]);
    const variants = await db
      .selectFrom('usage_variants')
      .select(['variant', 'count'])
      .where('flag', '=', flag)
      .execute();
    expect(variants).toEqual([{ variant: 'blue', count: 3 }]);
  });
});

describe('stages', () => {
  const used = { yes: 1 };

  test('use outside production is pre-live; in production it is live only where the flag is on', async () => {
    const flag = await aFlag(db);
    const intake = anIntake('12:30:00.000');
    const use = async (environment: string, now: string) => {
      intake.clock.now = at(now);
      intake.addMetrics(anSdkToken({ environment }), aUsageReport(at(now), { [flag]: used }));
      await intake.flush();
      const { initial: _, ...entered } = await stagesOf(flag);
      return entered;
    };

    const developed = await use('development', '12:30:00.000');
    const off = await use('production', '12:31:00.000');
    await db
      .updateTable('flag_environments')
      .set({ enabled: true })
      .where('flag', '=', flag)
      .execute();
    const on = await use('production', '12:32:00.000');
    const again = await use('production', '12:33:00.000');

    const preLive = { 'pre-live': '2026-03-01T12:30:00.000Z' };
    expect(developed).toEqual(preLive);
    expect(off).toEqual(preLive);
    expect(on).toEqual({ ...preLive, live: '2026-03-01T12:32:00.000Z' });
    expect(again).toEqual(on);
  });

  test('a flag first used in production enters pre-live and live together', async () => {
    const flag = await aFlag(db, { enabled: ['production'] });
    const intake = anIntake('12:30:00.000');

    const token = anSdkToken({ environment: 'production' });
    intake.addMetrics(token, aUsageReport(at('12:30:00.000'), { [flag]: used }));
    await intake.flush();

    const { body } = await get(`/api/admin/projects/default/features/${flag}/lifecycle`);
    const stages = body.map(({ stage }: { stage: string }) => stage);
    expect([...stages].sort()).toEqual(['initial', 'live', 'pre-live']);
    expect(stages.indexOf('live')).toBe(stages.indexOf('pre-live') + 1);
  });

  test('use after completion is recorded, and the flag stays completed', async () => {
    const flag = await aFlag(db);
    await db
      .insertInto('flag_stages')
      .values({ flag, stage: 'completed', status: 'kept' })
      .execute();
    const intake = anIntake('12:30:00.000');

    intake.addMetrics(anSdkToken(), aUsageReport(at('12:30:00.000'), { [flag]: used }));
    await intake.flush();

    const detail = await get(`/api/admin/projects/default/features/${flag}`);
    const found = await get(`/api/admin/search/features?query=${flag}`);
    expect(await stagesOf(flag)).toHaveProperty('pre-live');
    expect(detail.body.lifecycle).toMatchObject({ stage: 'completed', status: 'kept' });
    expect(found.body.features[0].lifecycle).toMatchObject({ stage: 'completed', status: 'kept' });
  });

  test('an archived flag enters no stage, but its usage is counted', async () => {
    const flag = await aFlag(db, { archivedAt: '2026-02-01T00:00:00.000Z' });
    const intake = anIntake('12:30:00.000');

    intake.addMetrics(anSdkToken(), aUsageReport(at('12:30:00.000'), { [flag]: used }));
    await intake.flush();

    expect(Object.keys(await stagesOf(flag)).sort()).toEqual(['archived', 'initial']);
    expect(await newestOf(flag)).toMatchObject([{ yes: 1 }]);
  });
});

describe('writing', () => {
  test('counts that cannot be written stay buffered and are written once, with later ones', async () => {
    const flag = await aFlag(db);
    const app = unique('app');
    const intake = anIntake('12:30:00.000');
    const bucket = aUsageReport(
      at('12:30:00.000'),
      { [flag]: { yes: 2, variants: { blue: 2 } } },
      app,
    );

    intake.addMetrics(anSdkToken(), bucket);
    await db.schema.alterTable('usage_hours').renameTo('renamed').execute();
    await expect(intake.flush()).rejects.toThrow('usage_hours');
    expect(intake.statistics().bytes).toBeGreaterThan(0);
    await db.schema.alterTable('renamed').renameTo('usage_hours').execute();
    intake.addMetrics(anSdkToken(), bucket);
    await intake.flush();
    await intake.flush();

    expect(await hoursOf(flag)).toMatchObject([{ yes: 4 }]);
    expect(intake.statistics().bytes).toBe(0);
    const { body } = await get(`/api/admin/client-metrics/features/${flag}/raw?hoursBack=8760`);
    const used = body.data.filter(({ yes }: { yes: number }) => yes > 0);
    expect(used).toMatchObject([{ appName: app, yes: 4, variants: { blue: 4 } }]);
  });

  test('an SDK that registers and reports before a flush has its version and its strategies', async () => {
    const appName = unique('app');
    const intake = anIntake('12:30:00.000');
    const registration = { sdkVersion: 'unleash-client-node:6.0.0', strategies: ['default'] };

    for (const time of [1, 2]) {
      const sender = { appName: `${appName}-${time}`, instanceId: 'one' };
      const calls = [
        () =>
          intake.register(anSdkToken(), { ...sender, ...registration, started: 0, interval: 0 }),
        () => intake.addMetrics(anSdkToken(), sender),
      ];
      for (const call of time === 1 ? calls : calls.reverse()) call();
    }
    await intake.flush();

    for (const time of [1, 2]) {
      const path = `/api/admin/metrics/applications/${appName}-${time}`;
      const { body } = await get(`${path}/overview`);
      expect(body.environments).toMatchObject([{ sdks: ['unleash-client-node:6.0.0'] }]);
      expect((await get(path)).body.strategies).toEqual(['default']);
    }
  });

  test('uses transactions of at most 1000 rows', async () => {
    const intake = anIntake('10:00:00');
    const project = await aProject(db);
    const names = Array.from({ length: 2001 }, (_, number) => `${project}-${number}`);
    await sql`insert into flags (name, project) select unnest(${names}::text[]), ${project}`.execute(
      db,
    );
    await sql`
      insert into flag_environments (flag, environment)
      select unnest(${names}::text[]), 'development'`.execute(db);
    const toggles = Object.fromEntries(names.map((name) => [name, { yes: 1 }]));

    intake.addMetrics(anSdkToken(), aUsageReport(at('10:00:00'), toggles));
    await intake.flush();

    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from usage_hours where flag = any(${names}::text[])
      group by xmin::text order by 1`.execute(db);
    expect(rows.map(({ count }) => count)).toEqual([1, 1000, 1000]);
  });
});
