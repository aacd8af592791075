import { describe, expect, test } from 'vitest';
import { aFlag } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { insideAnHour } from '../../testing/clock.ts';
import { named } from '../../testing/usage.ts';
import { inTransaction } from '../../transactions.ts';
import { deleteOldUsage } from './commands.ts';

const { db, get } = await testApp();

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Noon, some days ago. */
const noon = (daysAgo: number) =>
  Math.floor(Date.now() / dayMs) * dayMs - daysAgo * dayMs + dayMs / 2;
const text = (at: number) => new Date(at).toISOString();
const endOfDay = (daysAgo: number) => text(noon(daysAgo) + dayMs / 2 - 1);

type Use = { at: number; yes?: number; variants?: Record<string, number>; application?: string };

async function use(flag: string, { at, yes = 1, variants = {}, application = 'shop' }: Use) {
  const row = { flag, environment: 'development', application, hour: text(at) };
  await db
    .insertInto('usage_hours')
    .values({ ...row, yes, no: 1 })
    .execute();
  for (const [variant, count] of Object.entries(variants)) {
    await db
      .insertInto('usage_variants')
      .values({ ...row, variant, count })
      .execute();
  }
}

const retain = (hours: number, days: number, limit?: number) =>
  inTransaction(db, (tx) => deleteOldUsage(tx, { hours: text(hours), days: text(days) }, limit));

type Point = { timestamp: string; yes: number; no: number; variants: Record<string, number> };

const daily = async (flag: string, days: number): Promise<Point[]> =>
  (await get(`/api/admin/client-metrics/features/${flag}/raw?hoursBack=${days * 24}`)).body.data;

const hoursOf = (flag: string) =>
  db.selectFrom('usage_hours').select('hour').where('flag', '=', flag).orderBy('hour').execute();

describe('daily usage', () => {
  test('is the same before and after the hours have moved, with the days without usage', async () => {
    await insideAnHour();
    const flag = await aFlag(db);
    await use(flag, { at: noon(4), yes: 2, variants: { blue: 2 } });
    await use(flag, { at: noon(4) + hourMs, yes: 3, variants: { blue: 1, red: 2 } });
    await use(flag, { at: noon(2), yes: 5 });

    const before = await daily(flag, 7);
    await retain(noon(3), noon(90));
    const between = await daily(flag, 7);
    await use(flag, { at: noon(4), yes: 10, variants: { red: 1 } });
    await retain(noon(0), noon(90));

    const shared = { featureName: flag, appName: 'shop', environment: 'development' };
    const empty = { ...shared, yes: 0, no: 0, variants: {} };
    expect(before).toEqual([
      { ...shared, timestamp: endOfDay(4), yes: 5, no: 2, variants: { blue: 3, red: 2 } },
      { ...empty, timestamp: endOfDay(3) },
      { ...shared, timestamp: endOfDay(2), yes: 5, no: 1, variants: {} },
      { ...empty, timestamp: endOfDay(1) },
      { ...empty, timestamp: endOfDay(0) },
    ]);
    expect(between).toEqual(before);
    const [first] = await daily(flag, 7);
    expect(first).toMatchObject({ yes: 15, no: 3, variants: { blue: 3, red: 3 } });
    expect(await hoursOf(flag)).toEqual([]);
  });

  test('contains as many days as requested, today included, of each application', async () => {
    await insideAnHour();
    const flag = await aFlag(db);
    for (const daysAgo of [0, 6, 7]) await use(flag, { at: noon(daysAgo), yes: 1 });
    await use(flag, { at: noon(6), yes: 4, application: 'api' });
    await retain(noon(5), noon(90));

    const week = await daily(flag, 7);

    const used = week.filter(({ yes }) => yes > 0);
    expect(week).toHaveLength(7 * 2);
    expect(used.map(({ timestamp, yes }) => [timestamp, yes])).toEqual([
      [endOfDay(6), 4],
      [endOfDay(6), 1],
      [endOfDay(0), 1],
    ]);
    const threeDays = `/api/admin/client-metrics/features/${flag}/raw?hoursBack=49`;
    expect((await get(threeDays)).body.data).toMatchObject([{ timestamp: endOfDay(0), yes: 1 }]);
  });

  test('has at most a hundred variants of a flag per application and day', async () => {
    const flag = await aFlag(db);
    await use(flag, { at: noon(3), variants: { ...named('a', 60, 1), blue: 9 } });
    await use(flag, { at: noon(3) + hourMs, variants: named('b', 60, 2) });
    await retain(noon(2), noon(90));
    await use(flag, { at: noon(3), variants: { blue: 1, new: 50 } });

    await retain(noon(2), noon(90));

    const [first] = await daily(flag, 7);
    expect(Object.keys(first?.variants ?? {})).toHaveLength(100);
    expect(first?.variants).toMatchObject({ blue: 10, 'b-0': 2 });
    expect(first?.variants.new).toBeUndefined();
  });
});

describe('retention', () => {
  test('hours and days before their times are moved or deleted; those of the time itself remain', async () => {
    const flag = await aFlag(db);
    const old = [noon(8), noon(7), noon(3) - hourMs];
    for (const at of old) await use(flag, { at, variants: { blue: 1 } });
    await use(flag, { at: noon(3) });

    const first = await retain(noon(3), noon(90), 2);
    const second = await retain(noon(3), noon(7), 2);

    expect([first, second]).toEqual(['more', 'done']);
    expect(await hoursOf(flag)).toEqual([{ hour: text(noon(3)) }]);
    expect((await daily(flag, 30))[0]?.timestamp).toBe(endOfDay(7));
    const variants = await db
      .selectFrom('usage_day_variants')
      .select('variant')
      .where('flag', '=', flag)
      .execute();
    expect(variants).toHaveLength(2);
  });

  test('what is retained as long as hours is deleted from before the time', async () => {
    const flag = await aFlag(db);
    const [before, after] = [text(noon(3)), text(noon(2))];
    await db
      .insertInto('applications')
      .values({ name: flag, created_at: before, seen_at: before } as never)
      .execute();
    for (const [environment, at] of [
      ['development', before],
      ['production', after],
    ] as const) {
      const used = { application: flag, environment, project: 'default', seen_at: at };
      await db.insertInto('application_usage').values(used).execute();
      const drop = { project: `${flag}-${environment}`, reason: 'variants', dropped: 1 };
      await db
        .insertInto('dropped_usage')
        .values({ ...drop, since: before, last_at: at })
        .execute();
    }

    await retain(noon(2), noon(90));

    expect(await db.selectFrom('dropped_usage').select('project').execute()).toEqual([
      { project: `${flag}-production` },
    ]);
    const used = db.selectFrom('application_usage').select('environment');
    expect(await used.where('application', '=', flag).execute()).toEqual([
      { environment: 'production' },
    ]);
  });

  test('the daily counts of a deleted flag are deleted with it', async () => {
    const flag = await aFlag(db);
    await use(flag, { at: noon(3), variants: { blue: 1 } });
    await retain(noon(2), noon(90));

    await db.deleteFrom('flags').where('name', '=', flag).execute();

    expect(
      await db.selectFrom('usage_days').select('day').where('flag', '=', flag).execute(),
    ).toEqual([]);
  });
});
