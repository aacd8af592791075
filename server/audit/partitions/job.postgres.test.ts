import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { eventsOf } from '../../testing/events.ts';
import { transactionsOf } from '../../transactions.ts';
import { eventPartitionsJob } from './job.ts';

const { db } = await testApp();

test('the job makes a step in each run, and logs what it did', async () => {
  const logged: string[] = [];
  const log = {
    info: (fields: object) => void logged.push(String(Object.values(fields)[0])),
    warn: () => void logged.push('warning'),
  };
  const settings = { partitionsFrom: 5, retentionMonths: undefined };
  const { run } = eventPartitionsJob(transactionsOf(db), settings, log);
  expect(await run()).toBe('done');
  await eventsOf(db, 'default', 10);

  const runs = [await run(), await run(), await run()];

  expect(runs).toEqual(['more', 'more', 'done']);
  expect(logged).toEqual(['partitioned', 'validated']);
});
