import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { examine } from './doctor.ts';
import { openDb } from './platform/db/connect.ts';
import { atEnd } from './testing/cleanup.ts';
import { emptyInstallation, runCommand, startPennon } from './testing/process.ts';

const local = { HTTP_HOST: '127.0.0.1', PORT: '0' };

describe('pennon doctor', () => {
  test('finds nothing broken in a new installation, and changes nothing', async () => {
    const folder = await aFolder();

    const { code, stdout } = await runCommand(['doctor'], {
      ...local,
      DATA_DIR: join(folder, 'data'),
    });

    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok {7}Node +\d+\.\d+\.\d+$/m);
    expect(stdout).toMatch(/^ok {7}Data folder .*the first start creates it\.$/m);
    expect(stdout).not.toContain('broken');
    expect(await examined({ ...local, DATA_DIR: join(folder, 'data') })).toMatchObject({ code: 0 });
  });

  test('checks the database of a stopped server, line by line', async () => {
    const { code, stdout } = await runCommand(['doctor'], {
      ...local,
      ...(await emptyInstallation()),
    });

    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(/^ok {7}Database +Embedded PostgreSQL 18/m);
    expect(stdout).toMatch(/^ok {7}Schema +The schema is up to date\.$/m);
    expect(stdout).toMatch(/^warning {2}Durability /m);
  });

  test('finds nothing broken beside a server that responds, as pennon health does', async () => {
    const env = await emptyInstallation();
    const server = await startPennon(env);
    const address = { HTTP_HOST: '127.0.0.1', PORT: new URL(server.url).port };

    const doctor = await runCommand(['doctor'], { ...env, ...address });
    const health = await runCommand(['health'], { ...env, ...address });
    const elsewhere = await examined({ ...env, ...local });
    await server.stop('SIGTERM');
    const afterwards = await runCommand(['health'], { ...env, ...address });

    expect(doctor.code).toBe(0);
    expect(doctor.stdout).toMatch(new RegExp(`^ok +Data folder .*process ${server.pid}$`, 'm'));
    expect(health).toMatchObject({ code: 0, stderr: '' });
    expectBroken(elsewhere, 'Data folder', `in use by process ${server.pid}, which does not`);
    expect(afterwards).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('pennon doctor names', () => {
  test.each([
    ['an invalid variable', { PORT: 'http' }, 'Configuration', 'PORT must be an integer'],
    ['an address of another machine', { HTTP_HOST: '192.0.2.1' }, 'Port', 'HTTP_HOST'],
    [
      'a database that does not run',
      { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/none' },
      'Database',
      'cannot be reached',
    ],
  ])('%s', async (_, env, check, text) => {
    const result = await examined({ ...local, DATA_DIR: await aFolder(), ...env });

    expectBroken(result, check, text);
    expect(result.stdout).not.toContain('secret');
  });

  test('a port that another program uses', async () => {
    const other = createServer((socket) => socket.end('not HTTP\n')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;

    const result = await examined({ ...local, PORT: String(port), DATA_DIR: await aFolder() });

    expectBroken(result, 'Port', `${port} is in use by another program`);
    other.close();
  });

  test('a file in place of the data folder', async () => {
    const file = join(await aFolder(), 'data');
    await writeFile(file, '');

    for (const path of [file, join(file, 'below')]) {
      expectBroken(await examined({ ...local, DATA_DIR: path }), 'Data folder', 'not a folder');
    }
  });

  test('a database that cannot be opened', async () => {
    const env = await emptyInstallation();
    await writeFile(join(String(env.DATA_DIR), 'postgres', 'global', 'pg_control'), 'damaged');

    expectBroken(await examined({ ...local, ...env }), 'Database', 'Restore a backup');
  });

  test('a schema of a newer version', async () => {
    const env = await emptyInstallation();
    const opened = await openDb(readConfig(env));
    await sql`insert into migrations (name, checksum) values ('9999_later.sql', '')`.execute(
      opened.db,
    );
    await opened.close();

    expectBroken(await examined({ ...local, ...env }), 'Schema', '9999_later.sql');
  });

  test('a clock that differs from that of the database', async () => {
    const env = await emptyInstallation();

    const late = await examined({ ...local, ...env }, { now: () => Date.now() - 3_600_000 });
    const early = await examined({ ...local, ...env }, { now: () => Date.now() + 5000 });

    expectBroken(late, 'Clock', 'Synchronise the clocks');
    expect(early).toMatchObject({ code: 0, stdout: expect.stringMatching(/^warning {2}Clock /m) });
  });

  test('a version of Node that is too old', async () => {
    const env = { ...local, DATA_DIR: await aFolder() };

    expectBroken(await examined(env, { nodeVersion: '20.18.3' }), 'Node', '20.19 or newer');
    expect(await examined(env, { nodeVersion: '20.19.0' })).toMatchObject({ code: 0 });
  });
});

function expectBroken(result: { code: number; stdout: string }, check: string, text: string) {
  expect(result).toMatchObject({ code: 1, stdout: expect.stringContaining(text) });
  expect(result.stdout.trim().split('\n').at(-1)).toBe(`Broken: ${check}.`);
  expect(result.stdout).toMatch(new RegExp(`^broken {3}${check} `, 'm'));
}

async function examined(env: Record<string, string>, machine = {}) {
  let stdout = '';
  const terminal = {
    env,
    stdout: {
      write: (text: string) => {
        stdout += text;
      },
    },
    stderr: { write: () => {} },
  };
  const given = { now: Date.now, nodeVersion: process.versions.node, ...machine };
  const code = await examine(terminal, given);
  return { code, stdout };
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pennon-doctor-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
