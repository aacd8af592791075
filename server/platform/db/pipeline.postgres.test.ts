import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createDatabase, testLimits } from '../../testing/database.ts';
import { openPostgres, type Tx } from './open.ts';
import { commitWith, executeDeferred, queryPipelined } from './pipeline.ts';

const { url, drop } = await createDatabase('bare');
const relay = await openRelay(url);
const { db, close } = openPostgres(relay.url, { ...testLimits, poolMax: 1 });
afterAll(async () => {
  await close();
  await relay.close();
  await drop();
});

await sql`create table notes (id integer primary key)`.execute(db);
const insertion = (id: number) => sql`insert into notes (id) values (${id})`;
const inTransaction = (work: (tx: Tx) => Promise<unknown>) => db.transaction().execute(work);

test.each([
  ['a transaction without a statement', 0, () => inTransaction(async () => {})],
  ['a statement', 1, () => sql`select 1`.execute(db)],
  [
    'pipelined queries',
    1,
    () =>
      queryPipelined(
        db,
        [1, 2, 3].map((one) => sql`select ${one}`),
      ),
  ],
  ['a transaction of deferred statements', 1, () => inTransaction(deferring(1, 2))],
  ['a transaction that commits with its only statement', 1, () => inTransaction(committing(3))],
  [
    'a transaction with begin, a deferred statement, a statement and a commit',
    2,
    () =>
      inTransaction(async (tx) => {
        await deferring(4)(tx);
        await insertion(5).execute(tx);
      }),
  ],
  [
    'a transaction that fails before its first statement was sent',
    0,
    () =>
      inTransaction(async (tx) => {
        await deferring(6)(tx);
        throw new Error('not sent');
      }).catch(() => {}),
  ],
])('%s: %i round trips', async (_, expected, work) => {
  const before = relay.roundTrips();

  await work();

  expect(relay.roundTrips() - before).toBe(expected);
});

test('a connection prepares at most 500 statements of transactions', async () => {
  const texts = Array.from(
    { length: 501 },
    (_, index) => sql`select ${1} -- ${sql.raw(`${index}`)}`,
  );

  await inTransaction((tx) => queryPipelined(tx, texts));

  const { rows } = await sql`select count(*) from pg_prepared_statements`.execute(db);
  expect(rows).toEqual([{ count: 500 }]);
});

function deferring(...ids: number[]) {
  return async (tx: Tx) => {
    for (const id of ids) await executeDeferred(tx, insertion(id));
  };
}

function committing(id: number) {
  return (tx: Tx) => commitWith(tx, insertion(id));
}

/** A proxy to the database that counts round trips. */
async function openRelay(target: string) {
  const { hostname, port } = new URL(target);
  let lastSender = 'database';
  let roundTrips = 0;
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    client.on('data', () => {
      if (lastSender === 'database') roundTrips += 1;
      lastSender = 'client';
    });
    database.on('data', () => {
      lastSender = 'database';
    });
    client.pipe(database).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relayed = new URL(target);
  relayed.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: relayed.href,
    roundTrips: () => roundTrips,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
