import { expect, test } from 'vitest';
import { aFlag, aProject, changesSince, lastEventId } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { inTransaction } from '../../transactions.ts';
import { updatePotentiallyStale } from './commands.ts';

const { db, get, post, put } = await testApp();

const createdAt = '2020-01-01T00:00:00.000Z';
/** The time this many days and milliseconds after the creation. */
const age = (days: number, ms = 0) =>
  new Date(Date.parse(createdAt) + days * 86_400_000 + ms).toISOString();

const run = (now: string) => inTransaction(db, (tx) => updatePotentiallyStale(tx, now));

/** Which of the flags are recorded as potentially stale by runs at this time. */
async function recordedAt(now: string, flags: readonly string[]): Promise<(string | null)[]> {
  const before = await lastEventId(db);
  while ((await run(now)) === 'more');
  const changes = await changesSince(db, before);
  return changes.map(({ featureName }) => featureName).filter((name) => flags.includes(name ?? ''));
}

test('a flag is recorded once, after the lifetime of its type has ended', async () => {
  const flag = await aFlag(db, { createdAt });

  const early = await recordedAt(age(40, -1), [flag]);
  const onTime = await recordedAt(age(40), [flag]);
  const over = await recordedAt(age(40, 1), [flag]);
  const later = await recordedAt(age(80), [flag]);

  expect([early, onTime, over, later]).toEqual([[], [], [flag], []]);
});

test('the event is recorded by the system in the project of the flag', async () => {
  const project = await aProject(db);
  const flag = await aFlag(db, { project, createdAt });
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

test('stale, archived and unlimited flags are not recorded; one that is no longer stale is', async () => {
  const marked = await aFlag(db, { createdAt, stale: true });
  const flags = [
    marked,
    await aFlag(db, { createdAt, archivedAt: createdAt }),
    await aFlag(db, { createdAt, type: 'kill-switch' }),
  ];

  const first = await recordedAt(age(41), flags);
  const body = { features: [marked], stale: false };
  await post('/api/admin/projects/default/stale', body);
  const second = await recordedAt(age(42), flags);

  expect(first).toEqual([]);
  expect(second).toEqual([marked]);
});

test('archiving and reviving does not record it again', async () => {
  const flag = await aFlag(db, { createdAt });
  await recordedAt(age(41), [flag]);

  await post('/api/admin/projects/default/archive', { features: [flag] });
  const archived = await recordedAt(age(42), [flag]);
  await post(`/api/admin/archive/revive/${flag}`);
  const revived = await recordedAt(age(43), [flag]);

  expect([archived, revived]).toEqual([[], []]);
});

test('after a change to a type with a longer lifetime, its end is recorded again', async () => {
  const flag = await aFlag(db, { createdAt, type: 'operational' });
  const path = `/api/admin/projects/default/features/${flag}`;

  const first = await recordedAt(age(7, 1), [flag]);
  await put(path, { type: 'release' });
  const notYet = await recordedAt(age(39), [flag]);
  const second = await recordedAt(age(40, 1), [flag]);

  expect([first, notYet, second]).toEqual([[flag], [], [flag]]);
});

test('a changed lifetime applies from the next run', async () => {
  const flag = await aFlag(db, { createdAt, type: 'permission' });
  const setLifetime = (lifetimeDays: number | null) =>
    put('/api/admin/feature-types/permission/lifetime', { lifetimeDays });

  const unlimited = await recordedAt(age(100), [flag]);
  await setLifetime(100);
  const onTheDay = await recordedAt(age(100), [flag]);
  const after = await recordedAt(age(100, 1), [flag]);
  await setLifetime(null);
  const again = await recordedAt(age(101), [flag]);
  await setLifetime(100);
  const limited = await recordedAt(age(101), [flag]);
  await setLifetime(null);

  expect([unlimited, onTheDay, after, again, limited]).toEqual([[], [], [flag], [], [flag]]);
});

test('flags are recorded in batches, and once each by concurrent runs', async () => {
  const project = await aProject(db);
  const names = Array.from({ length: 1100 }, (_, number) => `${project}-${number}`);
  await db
    .insertInto('flags')
    .values(names.map((name) => ({ name, project, created_at: createdAt })) as never)
    .execute();
  const before = await lastEventId(db);

  const runs = [];
  for (let turn = 0; turn < 4; turn++) runs.push(run(age(41)));
  const outcomes = await Promise.all(runs);
  while ((await run(age(41))) === 'more');

  expect(outcomes).toContain('more');
  const recorded = (await changesSince(db, before)).map(({ featureName }) => featureName);
  expect(recorded.filter((name) => names.includes(name ?? '')).sort()).toEqual([...names].sort());
  const found = await get(`/api/admin/search/features?project=IS:${project}&limit=1`);
  expect(found.body).toMatchObject({ total: 1100, features: [{ potentiallyStale: true }] });
});
