import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { openDb } from './platform/db/connect.ts';
import {
  emptyInstallation,
  pennon,
  runCommand,
  unmigratedInstallation,
} from './testing/process.ts';
import { version } from './version.ts';

const emptyEnv = {};
const unreachable = 'postgres://user:secret@127.0.0.1:1/none';

describe('pennon', () => {
  test.each([[[]], [['--help']], [['help']]])('%j lists the commands', async (args) => {
    const { code, stdout } = await runCommand(args, emptyEnv);

    expect(code).toBe(0);
    for (const name of ['start', 'migrate', 'user create', 'token create', 'version']) {
      expect(stdout).toContain(`  ${name} `);
    }
  });

  test.each([['version'], ['--version']])('%s prints the version', async (argument) => {
    expect(await runCommand([argument], emptyEnv)).toEqual({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
  });

  test.each([
    [['version'], { code: 0, stdout: `${version}\n`, stderr: '' }],
    [['launch'], { code: 64, stdout: '', stderr: expect.stringContaining('"launch"') }],
  ])('%j as a process has the same output and exit code', async (args, expected) => {
    expect(await pennon(args, emptyEnv)).toEqual(expected);
  });

  test('a closed pipe is not an error', async () => {
    const line = `set -o pipefail; '${process.execPath}' bin/pennon.mjs start --help | true`;

    const { stderr } = await promisify(execFile)('bash', ['-c', line]);

    expect(stderr).toBe('');
  });

  test.each([
    ['an unknown command', ['launch'], 'Unknown command "launch".'],
    ['an incomplete command', ['user'], 'Unknown command "user".'],
    ['a member of every object', ['constructor'], 'Unknown command "constructor".'],
    ['an unknown option', ['migrate', '--chek'], "Unknown option '--chek'"],
    ['an argument too many', ['version', 'please'], 'please'],
    ['a source that is no address', ['import-unleash', 'a:b@c'], 'the postgres:// address'],
    ['an address without a token', ['import-unleash', 'http://a:b@c'], 'needs --token'],
    ['an option without its value', ['user', 'create', '--username'], '--username'],
  ])('%s is exit code 64 and a hint', async (_, args, sentence) => {
    const { code, stdout, stderr } = await runCommand(args, emptyEnv);

    expect(code).toBe(64);
    expect(stdout).toBe('');
    expect(stderr).toContain(sentence);
    expect(stderr).toContain('Try: pennon --help');
  });

  test.each([
    [
      ['start', '--help'],
      ['DATABASE_URL', 'INIT_ADMIN_API_TOKENS', 'SHUTDOWN_GRACE_MS', 'PORT, HTTP_PORT'],
    ],
    [['migrate', '--help'], ['--check']],
    [
      ['user', 'create', '--help'],
      ['--username', '--password', '--role'],
    ],
    [
      ['token', 'create', '--help'],
      ['--name', '--type', '--expires-at'],
    ],
    [['demo', '--help'], ['Fill an empty database']],
    [
      ['seed', '--help'],
      ['--flags', '--events', '--seed'],
    ],
    [
      ['audit', 'verify', '--help'],
      ['--expect', '--expect-head', 'ID:HASH'],
    ],
    [['version', '--help'], ['Print the version.']],
  ])('%j prints help', async (args, texts) => {
    const { code, stdout } = await runCommand(args, emptyEnv);

    expect(code).toBe(0);
    for (const text of texts) expect(stdout).toContain(text);
  });

  test('a database that cannot be reached is a one-line error', async () => {
    const { code, stderr } = await runCommand(['migrate'], { DATABASE_URL: unreachable });

    expect(code).toBe(1);
    expect(stderr).toBe('The database of DATABASE_URL cannot be reached.\n');
  });
});

describe('pennon migrate', () => {
  test('--check lists pending migrations and changes nothing; after migrating there are none', async () => {
    const env = await unmigratedInstallation();

    const before = await runCommand(['migrate', '--check'], env);
    const run = await runCommand(['migrate'], env);
    const after = await runCommand(['migrate', '--check'], env);

    expect(before).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^Pending: 0001_projects.sql, .*repeatable\/change_requests.sql/,
      ),
    });
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Applied 0001_projects.sql, .*repeatable\/change_requests.sql/,
      ),
    });
    expect(after).toEqual({ code: 0, stdout: 'The schema is up to date.\n', stderr: '' });
  });

  test('every command refuses a database of the old numbering with one line', async () => {
    const env = await unmigratedInstallation();
    const opened = await openDb(readConfig(env));
    await sql`create table migrations (name text primary key)`.execute(opened.db);
    await sql`insert into migrations values ('0001_access.sql')`.execute(opened.db);
    await opened.close();

    for (const args of [['migrate'], ['start']]) {
      expect(await runCommand(args, env)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^The database was created before the baseline [^\n]*\n$/),
      });
    }
  });
});

describe('pennon user create and token create', () => {
  test('the user and the token can be used after the next start', async () => {
    const env = await emptyInstallation();

    const user = await runCommand(['user', 'create', '--username', 'ada', '--role', 'Editor'], env);
    const token = await runCommand(['token', 'create', '--name', 'ci', '--type', 'admin'], env);

    const password = /shown once: (\S+)/.exec(user.stdout)?.[1];
    const secret = token.stdout.trim();
    const opened = await openDb(readConfig(env));
    const app = await buildApp({ ...opened, config: readConfig(env), log: false });
    const [url, payload] = ['/auth/simple/login', { username: 'ada', password }];
    const login = await app.inject({ method: 'POST', url, payload });
    const headers = { authorization: secret };
    const me = await app.inject({ method: 'GET', url: '/api/admin/user', headers });
    await app.close();
    await opened.close();
    expect(user).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Created user ada with id \d+/),
    });
    expect(secret).toMatch(/^\*:\*\.[0-9a-f]{56}$/);
    expect(login.statusCode).toBe(200);
    expect(login.json()).toMatchObject({ username: 'ada' });
    expect(me.statusCode).toBe(200);
  });

  test('what the database refuses is an error of one line', async () => {
    const env = await emptyInstallation();

    for (const args of [
      ['user', 'create', '--username', 'x', '--role', 'King'],
      ['token', 'create', '--name', 'x', '--environment', 'moon'],
    ]) {
      const { code, stdout, stderr } = await runCommand(args, env);

      expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' });
      expect(stderr).toMatch(/^[^\n]+\n$/);
    }
  });
});

test.each([
  ['a token without a name', ['token', 'create']],
  ['a seed with text as number of flags', ['seed', '--flags', 'many']],
  ['a seed with a negative number of flags', ['seed', '--flags=-1']],
  ['a seed with too many events', ['seed', '--events', '10000001']],
  ['an audit without a hash', ['audit', 'verify', '--expect', '7']],
  ['an audit with an incomplete hash', ['audit', 'verify', '--expect-head', 'abc']],
  ['an expiry that is not a date', ['token', 'create', '--name', 'x', '--expires-at', 'soon']],
])('%s is refused before the database is opened', async (_, args) => {
  const { code, stdout, stderr } = await runCommand(args, { DATABASE_URL: unreachable });

  expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
  expect(stderr).toContain('Try: pennon --help');
});

describe('pennon audit verify', () => {
  test('an older schema is refused with one line', async () => {
    const { code, stderr } = await runCommand(['audit', 'verify'], await unmigratedInstallation());

    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('prints the newest event, and names an event that was changed', async () => {
    const env = await emptyInstallation();
    await runCommand(['token', 'create', '--name', 'one'], env);

    const before = await runCommand(['audit', 'verify'], env);
    const head = before.stdout.trim().split('\n').at(-1) ?? '';
    const expected = await runCommand(['audit', 'verify', '--expect', head], env);
    await changeOneByte(env);
    const after = await runCommand(['audit', 'verify'], env);

    expect(before).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Verified 1 events. The newest is\n1:[0-9a-f]{64}\n$/),
    });
    expect(expected).toEqual(before);
    expect(after).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Event 1 does not match its hash/),
    });
  }, 600_000);
});

/** With the triggers disabled, as a user with write access to the database could. */
async function changeOneByte(env: Record<string, string>): Promise<void> {
  const opened = await openDb(readConfig(env));
  await sql`alter table events disable trigger user`.execute(opened.db);
  await sql`
    update events set data = replace(data::text, '"one"', '"onf"')::jsonb where id = 1
  `.execute(opened.db);
  await sql`alter table events enable trigger user`.execute(opened.db);
  await opened.close();
}
