import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDb } from '../testing/database.ts';
import { type Db, sideBySide } from './open.ts';

test('statements run beside each other, and in a transaction one after the other', async () => {
  const { db, close } = await openTestDb();
  const orderOn = async (at: Db) => {
    const order: string[] = [];
    const ask = (name: string) => async () => {
      order.push(`${name} begins`);
      await sql`select 1`.execute(at);
      order.push(`${name} ends`);
      return name;
    };
    expect(await sideBySide(at, [ask('one'), ask('two')])).toEqual(['one', 'two']);
    return order;
  };

  const free = await orderOn(db);
  const inTransaction = await db.transaction().execute(orderOn);
  await close();

  expect(free.slice(0, 2)).toEqual(['one begins', 'two begins']);
  expect(inTransaction).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});
