import { expect, test } from 'vitest';
import { aFlag, aProject, changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { inTransaction } from '../../transactions.ts';
import { recordPotentiallyStale } from './commands.ts';

const { db, get, post, put } = await testApp();

const born = '2020-01-01T00:00:00.000Z';
/** So many days after birth, and so many milliseconds. */
const age = (days: number, ms = 0) =>
  new Date(Date.parse(born) + days * 86_400_000 + ms).toISOString();

const run = (now: string) => inTransaction(db, (tx) => recordPotentiallyStale(tx, now));

/** The flags told of at the moment, of those named. */
async function toldAt(now: string, flags: readonly string[]): Promise<(string | null)[]> {
  const before = await lastEventId(db);
  while ((await run(now)) === 'more');
  const changes = await changesSince(db, before);
  return changes.map(({ featureName }) => featureName).filter((name) => flags.includes(name ?? ''));
}

test('a flag is told of when its days are over, not before, and once', async () => {
  const flag = await aFlag(db, { createdAt: born });

  const early = await toldAt(age(40, -1), [flag]);
  const onTime = await toldAt(age(40), [flag]);
  const over = await toldAt(age(40, 1), [flag]);
  const later = await toldAt(age(80), [flag]);

  expect([early, onTime, over, later]).toEqual([[], [], [flag], []]);
});

test('the event is the system’s, in the project of the flag', async () => {
  const project = await aProject(db);
  const flag = await aFlag(db, { project, createdAt: born });
  const before = await lastEventId(db);

  await run(age(41));

  const events = await changesSince(db, before);
  expect(events.filter(({ featureName }) => featureName === flag)).toEqual([
    {
      type: 'feature-potentially-stale-on',
      project,
      environment: null,
      featureName: flag,
      data: null,
      preData: null,
    },
  ]);
});

test('marked, archived and immortal flags are not told of; one unmarked is', async () => {
  const marked = await aFlag(db, { createdAt: born, stale: true });
  const flags = [
    marked,
    await aFlag(db, { createdAt: born, archivedAt: born }),
    await aFlag(db, { createdAt: born, type: 'kill-switch' }),
  ];

  const first = await toldAt(age(41), flags);
  const body = { features: [marked], stale: false };
  await post('/api/admin/projects/default/stale', body);
  const second = await toldAt(age(42), flags);

  expect(first).toEqual([]);
  expect(second).toEqual([marked]);
});

test('archiving and reviving does not tell again', async () => {
  const flag = await aFlag(db, { createdAt: born });
  await toldAt(age(41), [flag]);

  await post('/api/admin/projects/default/archive', { features: [flag] });
  const archived = await toldAt(age(42), [flag]);
  await post(`/api/admin/archive/revive/${flag}`);
  const revived = await toldAt(age(43), [flag]);

  expect([archived, revived]).toEqual([[], []]);
});

test('a type that lives longer makes the flag young, and its end is told of again', async () => {
  const flag = await aFlag(db, { createdAt: born, type: 'operational' });
  const path = `/api/admin/projects/default/features/${flag}`;

  const first = await toldAt(age(7, 1), [flag]);
  await put(path, { type: 'release' });
  const young = await toldAt(age(39), [flag]);
  const second = await toldAt(age(40, 1), [flag]);

  expect([first, young, second]).toEqual([[flag], [], [flag]]);
});

test('a lifetime that changes counts from the next run on', async () => {
  const flag = await aFlag(db, { createdAt: born, type: 'permission' });
  const setLifetime = (lifetimeDays: number | null) =>
    put('/api/admin/feature-types/permission/lifetime', { lifetimeDays });

  const immortal = await toldAt(age(100), [flag]);
  await setLifetime(100);
  const atTheDay = await toldAt(age(100), [flag]);
  const after = await toldAt(age(100, 1), [flag]);
  await setLifetime(null);
  const again = await toldAt(age(101), [flag]);
  await setLifetime(100);
  const mortal = await toldAt(age(101), [flag]);
  await setLifetime(null);

  expect([immortal, atTheDay, after, again, mortal]).toEqual([[], [], [flag], [], [flag]]);
});

test('many flags are told of in bounded batches, once each by many runs at the same time', async () => {
  const project = await aProject(db);
  const names = Array.from({ length: 1100 }, (_, number) => `${project}-${number}`);
  await db
    .insertInto('flags')
    .values(names.map((name) => ({ name, project, created_at: born })) as never)
    .execute();
  const before = await lastEventId(db);

  const turns = [];
  for (let turn = 0; turn < 4; turn++) turns.push(run(age(41)));
  const outcomes = await Promise.all(turns);
  while ((await run(age(41))) === 'more');

  expect(outcomes).toContain('more');
  const told = (await changesSince(db, before)).map(({ featureName }) => featureName);
  expect(told.filter((name) => names.includes(name ?? '')).sort()).toEqual([...names].sort());
  const found = await get(`/api/admin/search/features?project=IS:${project}&limit=1`);
  expect(found.body).toMatchObject({ total: 1100, features: [{ potentiallyStale: true }] });
});
