import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { partsOn, testApp } from '../../testing/app.ts';
import { inTransaction } from '../../transactions.ts';

const { db, config } = await testApp();

describe('a transaction with a serialization failure or a deadlock', () => {
  test.each(['40001', '40P01'])(
    'is tried three times, then the response is 503 (%s)',
    async (code) => {
      const app = await buildApp(partsOn(db, config));
      let attempts = 0;
      app.get('/contended', { config: { access: 'public' } }, () =>
        inTransaction(db, async (tx) => {
          attempts += 1;
          await sql
            .raw(`do $$ begin raise exception using errcode = '${code}'; end $$`)
            .execute(tx);
        }),
      );

      const response = await app.inject('/contended');

      expect(attempts).toBe(3);
      expect(response.statusCode).toBe(503);
      expect(response.json()).toMatchObject({ name: 'UnavailableError' });
      await app.close();
    },
  );
});
