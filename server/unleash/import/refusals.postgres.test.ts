import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openPostgres } from '../../platform/db/open.ts';
import { aFlag, aUser } from '../../testing/a.ts';
import { atEnd } from '../../testing/cleanup.ts';
import { createDatabase, runOnServer, testLimits } from '../../testing/database.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { emptyInstallation, runCommand } from '../../testing/process.ts';

/** The least that the schema of an Unleash has; a real one is in peer.postgres.test.ts. */
const tables = `
  create table settings (name text, content json);
  insert into settings values ('instanceInfo', '{"id":"11111111-1111-1111-1111-111111111111"}');
  create table environments (name text, type text, enabled boolean, sort_order integer);
  insert into environments values ('development', 'development', true, 1);
  create table projects (id text, name text);
  insert into projects values ('default', 'Default');
  create table project_environments (project_id text, environment_name text);
  insert into project_environments values ('default', 'development');
  create table features (name text, project text, type text, created_at timestamp);
  create table feature_environments (feature_name text, environment text, enabled boolean);
  create table feature_strategies (id text, feature_name text, environment text,
    strategy_name text, parameters jsonb, sort_order integer);
  create table feature_strategy_segment (feature_strategy_id text, segment_id integer);
  create table segments (id integer, name text, constraints jsonb);
  create table users (id integer, username text, email text);
  create table roles (id integer, name text, type text);
  insert into roles values (3, 'Viewer', 'root');
  create table role_user (role_id integer, user_id integer, project text);
  create table api_tokens (secret text, username text, type text, environment text);
  create table events (id integer, type text, created_by text, data json);`;

async function aSource(statements: string): Promise<string> {
  const { url, drop } = await createDatabase('bare');
  atEnd(drop);
  await runOnServer(statements, url);
  return url;
}

async function aTarget() {
  const env = await emptyInstallation();
  const { db, close } = openPostgres(String(env.DATABASE_URL), testLimits);
  atEnd(close);
  const run = (source: string, ...options: string[]) =>
    runCommand(['import-unleash', source, ...options], env);
  return { db, run };
}

describe('import-unleash refuses', () => {
  test('an address without a server', async () => {
    const { db, run } = await aTarget();
    const before = await fingerprint(db);

    const { code, stdout, stderr } = await run('postgres://nobody@127.0.0.1:1/x');

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('cannot be reached');
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(await fingerprint(db)).toEqual(before);
  });

  test('a database of something else', async () => {
    const { run } = await aTarget();

    const { code, stderr } = await run(await aSource('create table other (id integer)'));

    expect([code, stderr]).toEqual([
      1,
      'The source is not a database of Unleash: none of its tables exist.\n',
    ]);
  });

  test('a schema that lacks what it needs, and names it', async () => {
    const { run } = await aTarget();
    const source = await aSource(`${tables} alter table segments drop column constraints`);

    const { code, stderr } = await run(source);

    expect(code).toBe(1);
    expect(stderr).toContain('segments.constraints cannot be read');
  });

  test('a role that may not read', async () => {
    const { run } = await aTarget();
    const role = `pennon_reader_${process.pid}`;
    const source = await aSource(`${tables} create role ${role} login`);
    atEnd(() => runOnServer(`drop role if exists ${role}`));
    const url = new URL(source);
    url.username = role;

    const { code, stderr } = await run(url.href);

    expect(code).toBe(1);
    expect(stderr).toContain('may not read the tables of Unleash');
  });

  test('a missing source and an unknown option', async () => {
    expect(await runCommand(['import-unleash'], {})).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('The <source> is missing.'),
    });
    expect(await runCommand(['import-unleash', 'a', 'b'], {})).toMatchObject({ code: 64 });
    expect(await runCommand(['import-unleash', 'a', '--all'], {})).toMatchObject({ code: 64 });
  });

  test('a Pennon with data, unless --merge is given', async () => {
    const { db, run } = await aTarget();
    const source = await aSource(`${tables}
      insert into features values ('theirs', 'default', 'release', '2020-01-01');
      insert into users values (1, 'ann', 'ann@example.com'), (2, 'cy', null);
      insert into events values (1, 'feature-created', 'ann', '{}');`);
    await aFlag(db, { name: 'ours' });
    const ann = await aUser(db, { username: 'Ann' });
    await aUser(db, { username: 'bo' });
    const before = await fingerprint(db);

    expect(await run(source)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Add --merge'),
    });
    expect(await fingerprint(db)).toEqual(before);
    expect(await run(source, '--merge')).toMatchObject({ code: 0 });

    const { rows } = await sql<{ username: string; email: string | null }>`
      select id, username, email from users where deleted_at is null order by lower(username)`.execute(
      db,
    );
    expect(rows).toMatchObject([
      { id: ann.id, username: 'ann', email: 'ann@example.com' },
      { username: 'bo' },
      { username: 'cy' },
    ]);
    const { rows: flags } = await sql`select name from flags order by name`.execute(db);
    expect(flags).toEqual([{ name: 'ours' }, { name: 'theirs' }]);
  });
});

describe('import-unleash leaves out', () => {
  test('rows that refer to something that is gone, and prints why', async () => {
    const { db, run } = await aTarget();
    const id = '11111111-2222-3333-4444-555555555555';
    const source = await aSource(`${tables}
      insert into features values ('whole', 'default', 'release', '2020-01-01'),
        ('homeless', 'gone', 'release', '2020-01-01'), ('typeless', 'default', 'gone', null);
      insert into feature_environments values ('whole', 'development', true),
        ('whole', 'gone', true);
      insert into feature_strategies values
        ('${id}', 'whole', 'development', 'default', '{"a":1}', 1);
      insert into feature_strategy_segment values ('${id}', 17);
      insert into api_tokens values ('a', 'all', 'client', null);`);

    const { code, stdout } = await run(source);

    expect(code).toBe(0);
    for (const sentence of [
      'segments of strategies: segment 17 does not exist',
      'flags: project gone is not among the projects',
      'flags: type gone is not among the flag types',
      'environments of flags: environment gone is not among the environments',
      '1 API tokens for all environments: a client or frontend token of Pennon has one environment',
    ]) {
      expect(stdout).toContain(sentence);
    }
    const { rows } = await sql`
      select flags.name, flags.created_at, parameters from flags
      join strategies on flag = flags.name`.execute(db);
    expect(rows).toEqual([
      { name: 'whole', created_at: '2020-01-01T00:00:00.000Z', parameters: { a: '1' } },
    ]);
  });
});

describe('compare-unleash refuses', () => {
  test.each([
    [['ftp://a', '--against', 'http://a', '--token', 'a'], 'The <unleash-url> must be an address'],
    [['http://a', '--token', 'a'], '--against must be an address'],
    [['http://a', '--against', 'http://a'], 'needs --token'],
    [
      ['http://a', '--against', 'http://a', '--token', 'a', '--contexts', '1e9'],
      '--contexts must be an integer from 0 to 100000.',
    ],
  ])('%j', async (args, sentence) => {
    const { code, stderr } = await runCommand(['compare-unleash', ...args], {});

    expect([code, stderr]).toEqual([64, expect.stringContaining(sentence)]);
  });

  test('an address without a server', async () => {
    const args = ['http://127.0.0.1:1', '--against', 'http://127.0.0.1:1', '--token', 'a'];

    const { code, stderr } = await runCommand(['compare-unleash', ...args], {});

    expect([code, stderr]).toEqual([1, expect.stringContaining('Unleash cannot be reached')]);
  });
});
