import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aFlag, anApiToken, aProject, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { anIntake, anSdkToken, aUsageReport, named } from '../../testing/usage.ts';
import { inTransaction } from '../../transactions.ts';
import { saveInstanceReports } from '../applications/commands.ts';

const { app, db, get, post } = await testApp();

const now = Date.parse('2026-03-01T12:30:00Z');

const hoursOf = (flag: string) =>
  db.selectFrom('usage_hours').select(['application', 'yes']).where('flag', '=', flag).execute();

const variantsOf = (flag: string) =>
  db.selectFrom('usage_variants').select(['variant', 'count']).where('flag', '=', flag).execute();

const droppedIn = async (reason: string) => {
  const { body } = await get('/internal-backstage/prometheus');
  const line = `pennon_usage_dropped_total\\{reason="${reason}"\\} (\\d+)`;
  return Number(new RegExp(line).exec(body)?.[1]);
};

const notesOf = async (project: string): Promise<{ message: string }[]> =>
  (await get(`/api/admin/projects/${project}/insights/health`)).body.notes;

describe('variants of a flag', () => {
  test('above 100 per application and hour are dropped, counted and noted in the project', async () => {
    const [project, other] = [await aProject(db), await aProject(db)];
    const flag = await aFlag(db, { project });
    const token = await anApiToken(db, { type: 'frontend', projects: [project] });
    const report = async (prefix: string) => {
      const toggles = { [flag]: { yes: 2, variants: named(prefix, 70, 1) } };
      const { status } = await post(
        '/api/frontend/client/metrics',
        aUsageReport(Date.now(), toggles),
        { token },
      );
      return status;
    };
    const before = await droppedIn('variants');

    const statuses = [await report('a'), await report('b')];
    await app.intake.flush();
    // The names of an earlier flush count too; known ones are still counted.
    statuses.push(await report('a'), await report('c'));
    await app.intake.flush();

    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(await hoursOf(flag)).toEqual([{ application: 'shop', yes: 8 }]);
    const stored = await variantsOf(flag);
    expect(stored).toHaveLength(100);
    expect(stored).toContainEqual({ variant: 'a-69', count: 2 });
    expect((await droppedIn('variants')) - before).toBe(40 + 70);
    expect(await notesOf(project)).toEqual([
      {
        message: expect.stringMatching(/^Usage reports .* Not included: 110 variants\.$/),
        lastAt: expect.any(String),
      },
    ]);
    expect(await notesOf(other)).toEqual([]);
  });

  test('above 1000 in a report, or with a name longer than 200 characters, are 400', async () => {
    const token = await anApiToken(db, { type: 'frontend' });
    const statusOf = async (variants: object) => {
      const body = aUsageReport(Date.now(), { flag: { yes: 1, variants } });
      return (await post('/api/frontend/client/metrics', body, { token })).status;
    };

    expect(await statusOf(named('v', 1000, 1))).toBe(200);
    expect(await statusOf(named('v', 1001, 1))).toBe(400);
    expect(await statusOf({ ['x'.repeat(200)]: 1 })).toBe(200);
    expect(await statusOf({ ['x'.repeat(201)]: 1 })).toBe(400);
    // The timer must not write these during another test.
    await app.intake.flush();
  });
});

describe('the buffer', () => {
  test('accepts thousands of flags of one token, and none of it remains after a flush', async () => {
    const intake = anIntake(db, now);

    intake.addMetrics(anSdkToken(), aUsageReport(now, named('none', 5000, { yes: 1 })));
    const { bytes, bytesMax, dropped } = intake.statistics();
    await intake.flush();

    expect(bytes).toBeGreaterThan(5000 * 100);
    expect(bytes).toBeLessThan(bytesMax / 8);
    expect(Object.values(dropped).every((count) => count === 0)).toBe(true);
    expect(intake.statistics().bytes).toBe(0);
    await db.deleteFrom('unknown_flags').execute();
  });

  test('is filled to an eighth by one frontend token and to a half by all; more is dropped, then 503', async () => {
    const bytesMax = 800_000;
    const intake = anIntake(db, now, { bytesMax });
    const flood = (id: number) => {
      const token = anSdkToken({ kind: 'frontend', id });
      const variants = named(`v${id}`, 90, 1);
      return intake.addMetrics(token, aUsageReport(now, named(`f${id}`, 60, { yes: 1, variants })));
    };

    flood(1);
    const afterOne = intake.statistics();
    for (const id of [2, 3, 4]) flood(id);
    const afterFour = intake.statistics();

    const near = (share: number) => [share * bytesMax - 2000, share * bytesMax] as const;
    for (const [{ bytes }, [least, most]] of [
      [afterOne, near(1 / 8)],
      [afterFour, near(1 / 2)],
    ] as const) {
      expect(bytes).toBeGreaterThan(least);
      expect(bytes).toBeLessThanOrEqual(most);
    }
    expect(afterOne.dropped.buffer).toBeGreaterThan(40);
    expect(afterFour.dropped.buffer).toBeGreaterThan(4 * 40);
    for (let more = 0; more < 20; more++) {
      try {
        flood(5);
      } catch (error) {
        expect(error).toMatchObject({ status: 503 });
      }
    }
    expect(intake.statistics().bytes).toBeLessThanOrEqual(bytesMax / 2);
    const client = anSdkToken({ id: 6 });
    expect(() => intake.addMetrics(client, aUsageReport(now, { one: { yes: 1 } }))).not.toThrow();
  });

  test('is full for every token at its limit, also while it is written', async () => {
    const intake = anIntake(db, now, { bytesMax: 100_000 });
    const report = () =>
      intake.addMetrics(anSdkToken(), aUsageReport(now, named('none', 500, { yes: 1 })));

    report();
    expect(intake.statistics().bytes).toBeLessThanOrEqual(100_000);
    for (let more = 0; more < 3; more++) {
      try {
        report();
      } catch (error) {
        expect(error).toMatchObject({ status: 503 });
      }
    }
    const flushed = intake.flush();
    expect(intake.statistics().bytes).toBeGreaterThan(90_000);
    await flushed;
    expect(intake.statistics().bytes).toBe(0);
    expect(report).not.toThrow();
  });
});

describe('applications', () => {
  test('above 100 per frontend token and hour count for the flag, but not by application', async () => {
    const project = await aProject(db);
    const flag = await aFlag(db, { project });
    const intake = anIntake(db, now);
    const token = anSdkToken({ kind: 'frontend', id: 7, projects: [project] });
    const report = (number: number) => {
      const toggles = { [flag]: { yes: 1, variants: { blue: 1 } }, missing: { yes: 1 } };
      intake.addMetrics(token, aUsageReport(now, toggles, `${project}-${number}`));
    };

    for (let number = 1; number <= 102; number++) report(number);
    report(1);
    await intake.flush();

    expect(await hoursOf(flag)).toHaveLength(100);
    const newest = await db
      .selectFrom('flag_usage')
      .select('yes')
      .where('flag', '=', flag)
      .execute();
    expect(newest).toEqual([{ yes: 103 }]);
    // The instance and two flags of each.
    expect(intake.statistics().dropped.applications).toBe(2 * 3);
    expect(await notesOf(project)).toMatchObject([
      { message: expect.stringContaining('6 counts by application') },
    ]);
    intake.clock.now += 3_600_000;
    report(103);
    await intake.flush();
    expect(await hoursOf(flag)).toHaveLength(101);
  });

  test('have at most 100 strategies; more are dropped', async () => {
    const intake = anIntake(db, now);
    const appName = unique('app');
    const strategies = Object.keys(named('strategy', 101, 1));

    intake.register(anSdkToken(), { appName, strategies, started: 0, interval: 0 });
    await intake.flush();

    const { body } = await get(`/api/admin/metrics/applications/${appName}`);
    expect(body.strategies).toHaveLength(100);
    expect(intake.statistics().dropped.strategies).toBe(1);
  });

  test('and instances of frontend tokens may use half of what is stored', async () => {
    const seenAt = '2026-03-01T12:00:00.000Z';
    const report = (kind: 'client' | 'frontend', application: string, instance = 'one') =>
      inTransaction(db, (tx) =>
        saveInstanceReports(tx, [
          {
            kind,
            application,
            instance,
            environment: 'development',
            projects: undefined,
            sdkVersion: null,
            strategies: undefined,
            seenAt: now,
          },
        ]),
      );
    await sql`
      insert into applications (name, created_at, seen_at)
      select 'stored-' || number, ${seenAt}, ${seenAt}
      from generate_series(1, 4999 - (select count(*)::integer from applications)) as number`.execute(
      db,
    );

    const skipped = [
      await report('frontend', 'fits'),
      await report('frontend', 'does-not-fit'),
      await report('client', 'fits-too'),
      await report('frontend', 'fits', 'two'),
    ];
    await sql`
      insert into application_instances (application, environment, instance, kind, seen_at)
      select 'fits', 'production', number, 'frontend', ${seenAt} from generate_series(
        1, 50000 - (select count(*)::integer from application_instances)) as number`.execute(db);
    skipped.push(
      await report('frontend', 'fits', 'three'),
      await report('frontend', 'fits', 'two'),
      await report('client', 'fits', 'four'),
    );

    expect(skipped).toEqual([0, 1, 0, 0, 1, 0, 0]);
    await db.deleteFrom('applications').execute();
  });
});

describe('names of unknown flags', () => {
  test('are at most 10,000; known ones are updated, and more are dropped', async () => {
    const [project, name] = [await aProject(db), unique('none')];
    const intake = anIntake(db, now);
    await db.deleteFrom('unknown_flags').execute();
    await sql`
      insert into unknown_flags (name, application, environment, seen_at)
      select 'stored-' || number, 'shop', 'development', '2026-03-01T00:00:00Z'
      from generate_series(1, 9999) as number`.execute(db);

    const toggles = { ...named(name, 3, { yes: 1 }), 'stored-7': { yes: 1 } };
    intake.addMetrics(anSdkToken(), aUsageReport(now, toggles));
    await intake.flush();

    const stored = await db.selectFrom('unknown_flags').select(['name', 'seen_at']).execute();
    expect(stored).toHaveLength(10_000);
    expect(stored).toContainEqual({ name: 'stored-7', seen_at: '2026-03-01T12:30:00.000Z' });
    expect(intake.statistics().dropped['unknown-flags']).toBe(2);
    expect(await notesOf(project)).toMatchObject([
      { message: expect.stringMatching(/\d names of unknown flags/) },
    ]);
    await db.deleteFrom('unknown_flags').execute();
    await db.deleteFrom('dropped_usage').execute();
  });
});

describe('a row that the database refuses', () => {
  test('is dropped, and all others of its transaction are written once', async () => {
    const project = await aProject(db);
    const flags: string[] = [];
    for (let number = 0; number < 25; number++) flags.push(await aFlag(db, { project }));
    const intake = anIntake(db, now);
    const toggles = Object.fromEntries(flags.map((flag, number) => [flag, { yes: number + 1 }]));
    await sql`alter table usage_hours add constraint refused check (yes <> 13)`.execute(db);

    intake.addMetrics(anSdkToken(), aUsageReport(now, toggles));
    await expect(intake.flush()).rejects.toThrow('refused');
    await sql`alter table usage_hours drop constraint refused`.execute(db);
    await intake.flush();

    const stored = await db
      .selectFrom('usage_hours')
      .select('yes')
      .where('flag', 'in', flags)
      .orderBy('yes')
      .execute();
    const all = flags.map((_, number) => number + 1);
    expect(stored.map(({ yes }) => yes)).toEqual(all.filter((yes) => yes !== 13));
    expect(intake.statistics()).toMatchObject({ bytes: 0, dropped: { write: 1 } });
  });
});
