import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aFlag } from '../../testing/a.ts';
import { openTestDb } from '../../testing/database.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import type { Db } from './open.ts';
import { SchemaMismatchError } from './schema-mismatch.ts';

const folder = new URL('./migrations/', import.meta.url);
const sqlFiles = async (under = '') =>
  (await readdir(new URL(under, folder))).filter((file) => file.endsWith('.sql')).sort();

const numbered = await sqlFiles();
const repeatable = (await sqlFiles('repeatable/')).map((file) => `repeatable/${file}`);

async function aDatabase(): Promise<Db> {
  const { db } = await openTestDb();
  return db;
}

async function anEmptyDatabase(): Promise<Db> {
  const db = await aDatabase();
  await sql`drop schema public cascade; create schema public`.execute(db);
  return db;
}

const setChecksum = (db: Db, name: string, checksum: string) =>
  db.updateTable('migrations').set({ checksum }).where('name', '=', name).execute();

const applied = (db: Db) =>
  db.selectFrom('migrations').select(['name', 'checksum', 'applied_at']).orderBy('name').execute();

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** Every function and trigger in the database. */
async function definitionsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and probin is null
    union all
    select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by definition`.execute(db);
  return rows.map(({ definition }) => definition);
}

describe('migrate', () => {
  test('creates everything in an empty database: numbered files first, then repeatable', async () => {
    const db = await anEmptyDatabase();

    const pending = await pendingMigrations(db);
    const done = await migrate(db);

    expect(pending).toEqual([...numbered, ...repeatable]);
    expect(done).toEqual(pending);
    expect(await pendingMigrations(db)).toEqual([]);
    expect(await tablesOf(db)).toEqual(await tablesOf(await aDatabase()));
    expect(await aFlag(db)).toBeTruthy();
  });

  test('changes nothing in a database that is up to date', async () => {
    const db = await aDatabase();
    const before = await applied(db);

    expect(await migrate(db)).toEqual([]);
    expect(await applied(db)).toEqual(before);
  });

  test('applies a repeatable file again when its content changed, and no other', async () => {
    const db = await aDatabase();
    const name = 'repeatable/dates.sql';
    const before = await applied(db);
    await sql`create or replace function iso(moment timestamptz) returns text language sql stable
      as 'select null::text'`.execute(db);
    await setChecksum(db, name, 'of the content before');

    expect(await pendingMigrations(db)).toEqual([name]);
    expect(await migrate(db)).toEqual([name]);

    const { rows } = await sql`select iso('2026-01-02T03:04:05.678Z') as text`.execute(db);
    expect(rows).toEqual([{ text: '2026-01-02T03:04:05.678Z' }]);
    const checksums = (list: typeof before) => list.map(({ checksum }) => checksum);
    expect(checksums(await applied(db))).toEqual(checksums(before));
  });

  test('applies every repeatable file again to the same effect', async () => {
    const db = await aDatabase();
    await aFlag(db);
    const before = await definitionsOf(db);
    for (const name of repeatable) await setChecksum(db, name, '');

    expect(await migrate(db)).toEqual(repeatable);

    expect(before.length).toBeGreaterThan(50);
    expect(await definitionsOf(db)).toEqual(before);
    expect(await aFlag(db)).toBeTruthy();
  });

  test('derives the read model again when its file changed', async () => {
    const db = await aDatabase();
    const flag = await aFlag(db);
    await sql`delete from flag_search`.execute(db);
    await setChecksum(db, 'repeatable/flag_search.sql', '');

    await migrate(db);

    const found = await db.selectFrom('flag_search').select('name').execute();
    expect(found).toEqual([{ name: flag }]);
  });

  test('applies all files or none', async () => {
    const db = await anEmptyDatabase();
    await sql`create table change_requests (id integer)`.execute(db);

    await expect(migrate(db)).rejects.toThrow('"change_requests" already exists');

    expect(await tablesOf(db)).toEqual(['change_requests']);
  });
});

describe('a database that this version cannot use', () => {
  const refusals = async (db: Db) => {
    const [first, second] = await Promise.all(
      [migrate, pendingMigrations].map((run) => run(db).catch((error: unknown) => error)),
    );
    expect(first).toBeInstanceOf(SchemaMismatchError);
    expect(second).toEqual(first);
    return (first as Error).message;
  };

  test('with the old numbering is not changed', async () => {
    const db = await anEmptyDatabase();
    await sql`create table migrations (
      name text primary key, applied_at timestamptz(3) not null default clock_timestamp());
      insert into migrations (name) values ('0001_access.sql'), ('0002_projects.sql')`.execute(db);

    expect(await refusals(db)).toBe(
      'The database was created before the baseline migrations (it has 0001_access.sql) and ' +
        'cannot be migrated; use an empty database.',
    );
    expect(await tablesOf(db)).toEqual(['migrations']);
    const { rows } = await sql`select * from migrations limit 1`.execute(db);
    expect(Object.keys(rows[0] ?? {})).toEqual(['name', 'applied_at']);
  });

  test.each(['9999_from_the_future.sql', 'repeatable/from_the_future.sql'])(
    'of a newer version, with %s, is not changed',
    async (name) => {
      const db = await aDatabase();
      await db.insertInto('migrations').values({ name, checksum: '' }).execute();
      await setChecksum(db, 'repeatable/dates.sql', '');
      const before = await applied(db);

      expect(await refusals(db)).toBe(
        `The database was migrated by a newer Pennon (it has ${name}); ` +
          'start that version, or restore a backup made before the upgrade.',
      );
      expect(await applied(db)).toEqual(before);
    },
  );

  test('with other content of a numbered file is not changed', async () => {
    const db = await aDatabase();
    await setChecksum(db, '0003_events.sql', '');
    const before = await applied(db);

    expect(await refusals(db)).toBe(
      '0003_events.sql changed after the database was migrated; ' +
        'restore the file, or use an empty database.',
    );
    expect(await applied(db)).toEqual(before);
  });
});

describe('the files', () => {
  const namesIn = (text: string) =>
    [...text.matchAll(/create (?:or replace )?(?:function|aggregate) (\w+)/g)].map(([, it]) => it);
  const textsOf = (names: readonly string[]) =>
    Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));

  test('create each function once, with "or replace"', async () => {
    const text = (await textsOf(repeatable)).join('\n');

    const names = namesIn(text);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(text).not.toMatch(/create (?:function|aggregate|trigger)\b/);
  });

  test('of the baseline contain neither functions nor triggers', async () => {
    const text = (await textsOf(numbered)).join('\n');
    const created = [
      ...text.matchAll(/create (?:or replace )?(?:function|aggregate|trigger) (\w+)/g),
    ];

    // An index depends on it, so it must exist before the index and never change.
    expect(created.map(([, name]) => name)).toEqual(['mentioned_names']);
  });
});
