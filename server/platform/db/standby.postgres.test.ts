import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { startReplicated } from '../../../campaigns/replication.ts';
import { runOnServer } from '../../testing/database.ts';
import { adminToken, startPennon } from '../../testing/process.ts';

const replicated = await startReplicated();
await runOnServer('create database pennon', replicated.primaryUrlOf('postgres'));
const { url } = await startPennon({
  DATABASE_URL: replicated.primaryUrlOf('pennon'),
  DATABASE_READ_URL: replicated.standbyUrlOf('pennon'),
});
const headers = { authorization: adminToken, 'content-type': 'application/json' };
let flags = 0;

/** Its name contains no name of another flag. */
async function createFlag(): Promise<string> {
  const name = `flag-${++flags}-end`;
  const body = JSON.stringify({ name });
  const path = '/api/admin/projects/default/features';
  const { status } = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  expect(status).toBe(201);
  return name;
}

type Found = { status: number; total: number; servedBy: string };

async function get(path: string): Promise<Found> {
  const response = await fetch(`${url}${path}`, { headers });
  const { total } = (await response.json()) as { total: number };
  const servedBy = response.headers.get('pennon-database') ?? 'primary';
  return { status: response.status, total, servedBy };
}

const flagSearch = (name: string) => get(`/api/admin/search/features?query=${name}`);
const eventSearch = (name: string) => get(`/api/admin/search/events?feature=IS:${name}`);

/** A number makes the query another one, so that no response is cached. */
const uncached = () => `name-${randomInt(1e9)}`;

const expectServedBy = (database: string) =>
  expect.poll(async () => (await flagSearch(uncached())).servedBy).toBe(database);

test('reads are served by the standby as soon as it has every change', async () => {
  const flag = await createFlag();
  await expectServedBy('standby');

  expect(await eventSearch(flag)).toEqual({ status: 200, total: 1, servedBy: 'standby' });
  for (const path of ['projects', 'personal-dashboard', 'instance-admin/statistics']) {
    expect(await get(`/api/admin/${path}`), path).toMatchObject({
      status: 200,
      servedBy: 'standby',
    });
  }
});

test('what was written before is found while the standby lags, by the primary', async () => {
  await replicated.setReplay('pause');
  const flag = await createFlag();

  expect(await flagSearch(flag)).toEqual({ status: 200, total: 1, servedBy: 'primary' });
  expect(await eventSearch(flag)).toEqual({ status: 200, total: 1, servedBy: 'primary' });

  await replicated.setReplay('resume');
  await expectServedBy('standby');
});

test('each write is found at once, however the standby lags', async () => {
  let paused = false;
  for (let round = 0; round < 60; round++) {
    if (randomInt(4) === 0) {
      await replicated.setReplay(paused ? 'resume' : 'pause');
      paused = !paused;
    }
    const flag = await createFlag();
    const [inFlags, inEvents] = await Promise.all([flagSearch(flag), eventSearch(flag)]);
    expect([inFlags.total, inEvents.total], `round ${round}, paused: ${paused}`).toEqual([1, 1]);
  }
  await replicated.setReplay('resume');
});

test('without the standby, the primary serves reads', async () => {
  await expectServedBy('standby');
  await replicated.stopStandby();

  const responses = await Promise.all(Array.from({ length: 20 }, () => flagSearch(uncached())));

  for (const response of responses) {
    expect(response).toEqual({ status: 200, total: 0, servedBy: 'primary' });
  }
  expect(await flagSearch(await createFlag())).toMatchObject({ status: 200, total: 1 });
});
