import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { openDb } from '../../platform/db/connect.ts';
import type { Db } from '../../platform/db/open.ts';
import { aFlag, aProject, aUser, unique } from '../../testing/a.ts';
import { aChangeRequest, aProtection } from '../../testing/change-requests.ts';
import { emptyInstallation, startPennon } from '../../testing/process.ts';
import { caseCount } from '../../testing/scale.ts';

const total = caseCount({ short: 100, full: 200 });

test(`two processes apply ${total} requests due at the same time exactly once each, also when one is killed`, async () => {
  const env = await emptyInstallation();
  const opened = await openDb(readConfig(env));
  const { db } = opened;
  const due = await createRequests(db);
  const [one, other] = await Promise.all([startPennon(env), startPennon(env)]);

  await db
    .updateTable('change_request_schedules')
    .set({ scheduled_at: '2020-01-01T00:00:00.000Z' })
    .execute();
  await until(async () => (await countApplied(db)) >= total / 4);
  await one.stop('SIGKILL');
  const atTheKill = await countApplied(db);
  await until(async () => (await countApplied(db)) === total);

  expect(atTheKill).toBeLessThan(total);
  const flags = due.map(({ flag }) => flag).sort();
  expect(await flagsRecorded(db, 'feature-environment-enabled')).toEqual(flags);
  expect(await flagsRecorded(db, 'feature-strategy-add')).toEqual(flags);
  expect(await requestsRecorded(db)).toEqual(due.map(({ id }) => id).sort((a, b) => a - b));
  expect(await other.stop('SIGTERM')).toBe(0);
  await opened.close();
}, 600_000);

/** In ten projects, scheduled for the same second in the future. */
async function createRequests(db: Db): Promise<{ id: number; flag: string }[]> {
  const scheduler = await aUser(db, { rootRole: 'Admin' });
  const requests: { id: number; flag: string }[] = [];
  for (let number = 0; number < 10; number++) {
    const project = await aProject(db);
    await aProtection(db, { project });
    for (let index = 0; index < total / 10; index++) {
      const flag = await aFlag(db, { project, name: unique('flag') });
      const id = await aChangeRequest(db, {
        project,
        flag,
        author: scheduler.id,
        state: 'Scheduled',
        scheduledAt: '2100-01-01T00:00:00.000Z',
      });
      requests.push({ id, flag });
    }
  }
  return requests;
}

async function countApplied(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('change_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'Applied')
    .executeTakeFirstOrThrow();
  return count;
}

async function flagsRecorded(db: Db, type: string): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('events')
    .select('feature_name as flag')
    .where('type', '=', type)
    .execute();
  return rows.map(({ flag }) => flag).sort();
}

async function requestsRecorded(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'change-request-scheduled-application-success')
    .execute();
  return rows
    .map(({ data }) => (data as { changeRequestId: number }).changeRequestId)
    .sort((a, b) => a - b);
}

/** Polls until the condition holds or the test times out. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}
