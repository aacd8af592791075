import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { openDb } from '../../platform/db/connect.ts';
import type { Db } from '../../platform/db/open.ts';
import { anApiToken, anEnvironment, aProject } from '../../testing/a.ts';
import { emptyInstallation, pennon, type Running, startPennon } from '../../testing/process.ts';
import { caseCount } from '../../testing/scale.ts';

const [flagsTotal, perPost] = [2000, 25];
const processes = caseCount({ short: 2, full: 4 });
const postsTotal = caseCount({ short: 400, full: 2000 });

test(`${processes} processes count ${postsTotal * perPost} metrics exactly, without a deadlock, and lose none on shutdown`, async () => {
  const env = await emptyInstallation();
  await pennon(['migrate'], env);
  const opened = await openDb(readConfig(env));
  const { db } = opened;
  const environments = ['development', 'production', await anEnvironment(db)];
  const names = await createFlags(db, environments);
  const tokens: string[] = [];
  for (const environment of environments) tokens.push(await anApiToken(db, { environment }));
  const before = await countDeadlocks(db);
  const limits = { CLIENT_METRICS_RATE_LIMIT_PER_MINUTE: '1000000', USAGE_FLUSH_MS: '200' };
  const servers = await Promise.all(
    Array.from({ length: processes }, () => startPennon({ ...env, ...limits })),
  );

  const posts = Array.from({ length: postsTotal }, (_, index) => index);
  const statuses = new Set<number>();
  const work = async (server: Running) => {
    for (let index = posts.pop(); index !== undefined; index = posts.pop()) {
      statuses.add(
        await report(server, tokens[index % tokens.length] ?? '', toggles(names, index)),
      );
    }
  };
  await Promise.all(servers.flatMap((server) => [work(server), work(server)]));
  const codes = await Promise.all(servers.map((server) => server.stop('SIGTERM')));

  expect([...statuses]).toEqual([202]);
  expect(codes).toEqual(Array(processes).fill(0));
  const sums = await sumsOf(db);
  expect(sums).toEqual({
    yes: postsTotal * perPost * 2,
    no: postsTotal * perPost,
    flags: flagsTotal,
  });
  expect(await countDeadlocks(db)).toBe(before);
  await opened.close();
}, 600_000);

/** A different subset of the flags per request, so that processes overlap. */
const toggles = (names: readonly string[], index: number) =>
  Object.fromEntries(
    Array.from({ length: perPost }, (_, offset) => [
      names[(index * 7 + offset * 83) % names.length] ?? '',
      { yes: 2, no: 1 },
    ]),
  );

async function report({ url }: Running, token: string, counted: object): Promise<number> {
  const body = { appName: 'shop', bucket: { start: 0, stop: Date.now(), toggles: counted } };
  const response = await fetch(`${url}/api/client/metrics`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

async function createFlags(db: Db, environments: string[]): Promise<string[]> {
  const project = await aProject(db, { environments });
  const names = Array.from({ length: flagsTotal }, (_, number) => `shop-${number}`);
  await db
    .insertInto('flags')
    .values(names.map((name) => ({ name, project })) as never)
    .execute();
  for (const environment of environments) {
    await db
      .insertInto('flag_environments')
      .values(names.map((flag) => ({ flag, environment, enabled: true })) as never)
      .execute();
  }
  return names;
}

async function sumsOf(db: Db) {
  return db
    .selectFrom('usage_hours')
    .select(({ fn }) => [
      fn.sum<string>('yes').as('yes'),
      fn.sum<string>('no').as('no'),
      fn.count<number>('flag').distinct().as('flags'),
    ])
    .executeTakeFirstOrThrow()
    .then(({ yes, no, flags }) => ({ yes: Number(yes), no: Number(no), flags }));
}

async function countDeadlocks(db: Db): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks ?? 0;
}
