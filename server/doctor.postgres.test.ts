import { expect, test } from 'vitest';
import { atEnd } from './testing/cleanup.ts';
import { runOnServer } from './testing/database.ts';
import { emptyInstallation, runCommand, unmigratedInstallation } from './testing/process.ts';

const local = { HTTP_HOST: '127.0.0.1', PORT: '0' };

test('pennon doctor checks a database, line by line', async () => {
  const { stdout } = await examine(await emptyInstallation());

  expect(stdout).toMatch(/^ok {7}Database +PostgreSQL \d+/m);
  expect(stdout).toMatch(/^ok {7}Schema +The schema is up to date\.$/m);
  expect(stdout).toMatch(/^ok {7}Extensions +pg_trgm is installed\.$/m);
  expect(stdout).toMatch(/^ok {7}Clock /m);
  expect(stdout).toMatch(/^ok {7}Connections /m);
});

test('pennon doctor names a standby that is another database, or cannot be reached', async () => {
  const env = await emptyInstallation();
  const { DATABASE_URL: other = '' } = await emptyInstallation();

  const same = await examine({ ...env, DATABASE_READ_URL: String(env.DATABASE_URL) });
  const wrong = await examine({ ...env, DATABASE_READ_URL: other });
  const absent = await examine({ ...env, DATABASE_READ_URL: 'postgres://nobody@127.0.0.1:1/none' });

  expect(same.stdout).toMatch(/^ok {7}Standby +It is a copy/m);
  expect(wrong).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^broken {3}Standby +.* is not a copy .*physical replication/m),
  });
  expect(absent.stdout).toMatch(/^warning {2}Standby +The database of DATABASE_READ_URL cannot/m);
});

test('pennon doctor names a server without fsync', async () => {
  const { DATABASE_URL = '' } = await emptyInstallation();
  const [{ fsync } = {}] = await runOnServer('show fsync', DATABASE_URL);

  const { code, stdout } = await examine({ DATABASE_URL });

  const status = fsync === 'on' ? 'ok     ' : 'broken ';
  expect(stdout).toContain(`\n${status}  Durability`);
  expect(code).toBe(fsync === 'on' ? 0 : 1);
});

test('pennon doctor names a database that does not exist', async () => {
  const { DATABASE_URL = '' } = await unmigratedInstallation();

  const { code, stdout } = await examine({ DATABASE_URL: `${DATABASE_URL}_absent` });

  expect(code).toBe(1);
  expect(stdout).toMatch(/^broken {3}Database +The database refused .* does not exist\. /m);
});

test('pennon doctor names a read-only database', async () => {
  const { DATABASE_URL = '' } = await emptyInstallation();
  const name = new URL(DATABASE_URL).pathname.slice(1);
  await runOnServer(`alter database ${name} set default_transaction_read_only = on`);

  const { code, stdout } = await examine({ DATABASE_URL });

  expect(code).toBe(1);
  expect(stdout).toMatch(/^broken {3}Writes .*Set DATABASE_URL to the primary\.$/m);
});

test('pennon doctor names missing privileges, in an empty database and in that of another role', async () => {
  const empty = await asStranger(await unmigratedInstallation());
  const foreign = await asStranger(await emptyInstallation());

  const first = await examine(empty);
  const second = await examine(foreign);

  expect(first.code).toBe(1);
  expect(first.stdout).toMatch(/^broken {3}Privileges .*grant create on schema public to "/m);
  expect(first.stdout).toMatch(/^broken {3}Extensions .*create extension pg_trgm$/m);
  expect(second.code).toBe(1);
  expect(second.stdout).toMatch(/^broken {3}Privileges .*does not own tables such as /m);
});

const examine = (env: Record<string, string>) => runCommand(['doctor'], { ...local, ...env });

/** The same database, for a role that may only connect. */
async function asStranger({ DATABASE_URL = '' }: Record<string, string>) {
  const url = new URL(DATABASE_URL);
  const role = `${url.pathname.slice(1)}_stranger`;
  await runOnServer(`create role ${role} login`);
  atEnd(() => runOnServer(`drop role ${role}`));
  url.username = role;
  return { DATABASE_URL: url.href };
}
