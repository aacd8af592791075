import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { chainStart, sealedContent } from '../../events/chain.ts';
import { recordEvent } from '../../events/record.ts';
import { systemCaller } from '../../platform/caller.ts';
import { lastEventId, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { inTransaction } from '../../transactions.ts';
import { recipe } from './rules.ts';

const { db, get } = await testApp();

const anEvent = (data: object = { name: unique('tag') }) =>
  inTransaction(db, async (tx) =>
    recordEvent(tx, systemCaller, { type: 'tag-created', project: 'default', data }),
  );

describe('GET /api/admin/audit/proof/:eventId', () => {
  test('contains the input of the hash', async () => {
    await anEvent();
    const previousEventId = await lastEventId(db);
    await anEvent({
      text: 'ünï 🏳️ "quoted" \\ \n\t \u2028',
      number: 1.5e21,
      nested: { b: [], a: 1 },
    });
    const eventId = await lastEventId(db);

    const { status, body } = await get(`/api/admin/audit/proof/${eventId}`);

    const previous = await get(`/api/admin/audit/proof/${previousEventId}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      eventId,
      algorithm: 'SHA-256',
      content: expect.any(String),
      previousEventId,
      previousHash: previous.body.hash,
      hash: createHash('sha256').update(`${body.previousHash}\n${body.content}`).digest('hex'),
      intact: true,
      recipe,
    });
  });

  test('the content is the stored event as a JSON array', async () => {
    const data = { name: unique('tag'), count: 3 };
    await anEvent(data);
    const eventId = await lastEventId(db);

    const { body } = await get(`/api/admin/audit/proof/${eventId}`);

    const stored = await db
      .selectFrom('events')
      .select('created_at')
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(body.content)).toEqual([
      eventId,
      stored.created_at,
      'tag-created',
      'unleash_system_user',
      -1337,
      'default',
      null,
      null,
      data,
      null,
      [],
    ]);
  });

  test('the previous hash of the first event is 64 zeros', async () => {
    await anEvent();
    const first = await db
      .selectFrom('events')
      .select('id')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();

    const { body } = await get(`/api/admin/audit/proof/${first.id}`);

    expect(body).toMatchObject({ previousEventId: null, previousHash: '0'.repeat(64) });
  });

  test.each([['9007199254740991'], ['2147483648']])('event %s is not found', async (id) => {
    const { status, body } = await get(`/api/admin/audit/proof/${id}`);

    expect({ status, message: body.message }).toEqual({
      status: 404,
      message: `Event ${id} not found.`,
    });
  });

  test.each([['0'], ['-1'], ['x'], ['1.5'], ['9007199254740993'], ['1e999']])(
    'the id %s is refused',
    async (id) => {
      const { status, body } = await get(`/api/admin/audit/proof/${id}`);

      expect({ status, path: body.details[0].path }).toEqual({
        status: 400,
        path: '/params/eventId',
      });
    },
  );
});

describe('the hashed content', () => {
  const givenVia = (via: string | null) => sql`(values (
    7::bigint, '2026-02-03 04:05:06.789+00'::timestamptz, 'tag-created', 'a"b\\c', 5, null::text,
    'prod', 'ünï', '{"b": 1.50, "a": [true, null], "long": 1e30, "t": "\\u2028\\t"}'::jsonb,
    null::jsonb, '[]'::jsonb, ${via}::text
  )) as event (id, created_at, type, created_by, created_by_user_id, project, environment,
    feature_name, data, pre_data, tags, via)`;
  const expected = [
    '[7, "2026-02-03T04:05:06.789Z", "tag-created", "a\\"b\\\\c", 5, null, "prod", "ünï", ',
    '{"a": [true, null], "b": 1.50, "t": "\u2028\\t", "long": 1000000000000000000000000000000}, ',
    'null, []]',
  ].join('');

  /** The text must not depend on versions or settings, or old hashes would no longer match. */
  test.each([
    ["set local timezone = 'Asia/Tokyo'"],
    ["set local datestyle = 'German, DMY'"],
    ['set local extra_float_digits = -15'],
    ["set local intervalstyle = 'sql_standard'"],
    ["set local bytea_output = 'escape'"],
    ["set local timezone = 'America/St_Johns'"],
  ])('does not depend on: %s', async (setting) => {
    const content = await db.transaction().execute(async (tx) => {
      await sql.raw(setting).execute(tx);
      const { rows } = await sql<{ content: string; hash: string }>`
        select ${sealedContent} as content, encode(chain_hash(${sealedContent},
          decode(${chainStart}, 'hex')) over (), 'hex') as hash from ${givenVia(null)}`.execute(tx);
      return rows[0];
    });

    expect(content).toEqual({
      content: expected,
      hash: createHash('sha256').update(`${chainStart}\n${expected}`).digest('hex'),
    });
  });

  test('has the interface of the change at its end, if it was not the API itself', async () => {
    const { rows } = await sql<{ content: string }>`
      select ${sealedContent} as content from ${givenVia('mcp')}`.execute(db);

    expect(rows[0]?.content).toBe(expected.replace(/\]$/, ', "mcp"]'));
  });
});
