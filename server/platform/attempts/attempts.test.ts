import { describe, expect, test } from 'vitest';
import { unique } from '../../testing/a.ts';
import { openTestDb } from '../../testing/database.ts';
import { transactionsOf } from '../../transactions.ts';
import { oldAttemptsJob } from './job.ts';
import { limitAttempts } from './limits.ts';

const { db } = await openTestDb();

const attempt = (subject: string, max = 2) =>
  limitAttempts(db, { name: 'test', subject, max, seconds: 60 }).then(
    () => 'allowed',
    ({ status, retryAfterSeconds }) => ({ status, retryAfterSeconds }),
  );

const endPeriods = () =>
  db.updateTable('attempts').set({ ends_at: '2020-01-01T00:00:00.000Z' }).execute();

describe('attempts', () => {
  test('above the limit are refused until the period ends', async () => {
    const subject = unique('subject');

    const first = [await attempt(subject), await attempt(subject), await attempt(subject)];
    await endPeriods();
    const next = await attempt(subject);

    expect(first).toEqual(['allowed', 'allowed', { status: 429, retryAfterSeconds: 60 }]);
    expect(next).toBe('allowed');
  });

  test('that are concurrent are all counted', async () => {
    const subject = unique('subject');

    const results = await Promise.all(Array.from({ length: 8 }, () => attempt(subject, 5)));

    expect(results.filter((it) => it === 'allowed')).toHaveLength(5);
  });

  test('are stored without what was entered, and deleted when their period is over', async () => {
    await attempt('a-password-entered-as-username');
    await endPeriods();
    await attempt('current');
    const rows = await db.selectFrom('attempts').selectAll().execute();

    expect(await oldAttemptsJob(transactionsOf(db)).run()).toBe('done');

    expect(JSON.stringify(rows)).not.toContain('entered');
    expect(await db.selectFrom('attempts').select('count').execute()).toEqual([{ count: 1 }]);
  });
});
