import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestDb } from '../../testing/database.ts';
import { given } from './records.ts';

const { db } = await openTestDb();

const columns = {
  number: 'integer',
  text: 'text',
  flag: 'boolean',
  id: 'uuid',
  moment: 'timestamptz',
  json: 'jsonb',
} as const;

const storable = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
const record = fc.record({
  text: fc.option(storable),
  flag: fc.option(fc.boolean()),
  id: fc.option(fc.uuid()),
  moment: fc.option(fc.constantFrom('2025-01-02T03:04:05.678Z', '1999-12-31T23:59:59.999Z')),
  json: fc.option(
    fc.oneof(fc.array(storable), fc.dictionary(fc.constantFrom('a', '\n'), storable)),
  ),
});

describe('given', () => {
  test('records are stored and read unchanged, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record), async (some) => {
        const records = some.map((one, number) => ({ number, ...one }));

        const { rows } = await sql`select * from ${given(records, columns)}`.execute(db);

        expect(rows).toEqual(records);
      }),
    );
  });

  test.each(['NULL', 'null', '', ' ', '{}', '{"a,b"}', '\\', '"', ',', '\n'])(
    'the text %j is stored unchanged',
    async (text) => {
      const { rows } = await sql`select * from ${given([{ text }], { text: 'text' })}`.execute(db);

      expect(rows).toEqual([{ text }]);
    },
  );
});
