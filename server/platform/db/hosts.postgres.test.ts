import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { atEnd } from '../../testing/cleanup.ts';
import { createDatabase, testLimits } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { createHosts } from './hosts.ts';
import { openPostgres } from './open.ts';

const { url, drop } = await createDatabase('bare');
atEnd(drop);
/** Nothing listens on the port of the first host. */
const several = url.replace(/@[^/]*/, (host) => `@127.0.0.1:1,${host.slice(1)}`);

test('statements and notifications use the host that is reachable', async () => {
  const opened = openPostgres(several, testLimits);
  atEnd(opened.close);
  const notified = vi.fn();

  atEnd(opened.listen('changes', notified));
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(opened.db);

  expect(rows).toEqual([{ one: 1 }]);
  await eventually(() => expect(notified).toHaveBeenCalledTimes(1));
  await sql`notify changes`.execute(opened.db);
  await eventually(() => expect(notified).toHaveBeenCalledTimes(2));
});

test('a host that accepts no writes is refused, unless it is the only one', async () => {
  const client = new pg.Client({ connectionString: url });
  atEnd(() => client.end());
  await client.connect();
  await client.query('set default_transaction_read_only = on');

  await createHosts(url).assertPrimary(client);
  await expect(createHosts(several).assertPrimary(client)).rejects.toMatchObject({
    code: '57P03',
  });

  await client.query('set default_transaction_read_only = off');
  await createHosts(several).assertPrimary(client);
});
