import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { expiredSessionsJob } from '../../identity/sessions/job.ts';
import { aFlag, anApiToken, aProject, aUser } from '../../testing/a.ts';
import { atEnd } from '../../testing/cleanup.ts';
import { copyDatabase } from '../../testing/database.ts';
import { aDisk, fillDisk, mayMount } from '../../testing/disk.ts';
import { emptyInstallation, runCommand } from '../../testing/process.ts';
import { inTransaction } from '../../transactions.ts';
import { checkpointJob } from './checkpoint.ts';
import { freeBytesMin, reserveBytes } from './disk-space.ts';
import { openFolder } from './embedded.ts';
import type { Db } from './open.ts';

const megabyte = 1024 * 1024;

describe.skipIf(!mayMount())('a disk with little space', () => {
  test('refuses writes and serves reads, until there is space again', async () => {
    const disk = await aDiskWithData(160);
    const { app, db, call, update } = await startOn(disk);
    const sdkToken = await anApiToken(db, { type: 'client', environment: 'development' });
    const fetchFlags = () => call('GET', '/api/client/features', sdkToken);
    const metrics = { appName: 'shop', bucket: bucketOf({ [update.flag]: { yes: 3, no: 0 } }) };
    const before = await update('first');

    const free = fillDisk(disk, freeBytesMin - megabyte);

    await expect.poll(async () => (await update('first')).statusCode).toBe(503);
    const refused = await update('second');
    expect(refused.json()).toMatchObject({
      name: 'UnavailableError',
      message: expect.stringContaining('disk of the database is full'),
    });
    expect(refused.headers['retry-after']).toBeDefined();
    expect((await call('GET', '/ready')).statusCode).toBe(503);
    expect((await call('GET', update.url)).json().description).toBe('first');
    expect((await fetchFlags()).statusCode).toBe(200);
    expect((await call('POST', '/api/client/metrics', sdkToken, metrics)).statusCode).toBe(202);
    const refusal = /almost full: \d+ MB are free/;
    await expect(app.intake.flush()).rejects.toThrow(refusal);
    await expect(expiredSessionsJob(app.inTransaction).run()).rejects.toThrow(refusal);

    free();
    await expect.poll(async () => (await update('third')).statusCode).toBe(200);

    expect((await call('GET', '/ready')).statusCode).toBe(200);
    await app.intake.flush();
    const usage = await call('GET', `/api/admin/client-metrics/features/${update.flag}`);
    expect(usage.json().lastHourUsage).toMatchObject([{ yes: 3 }]);
    expect(before.statusCode).toBe(200);
  });

  test('that fills up during a transaction lets it finish, and the database can be closed', async () => {
    const disk = await aDiskWithData(160);
    const first = await startOn(disk);
    let free = () => {};

    await inTransaction(first.db, async (tx) => {
      await aProject(tx, { id: 'during' });
      free = fillDisk(disk, 0);
      await writeWal(tx, 20);
    });

    expect(existsSync(join(disk, 'reserve'))).toBe(false);
    expect((await first.update('refused')).statusCode).toBe(503);
    await first.close();
    free();
    const second = await startOn(disk);
    expect((await second.call('GET', '/api/admin/projects/during')).statusCode).toBe(200);
    expect((await second.update('accepted')).statusCode).toBe(200);
    expect(existsSync(join(disk, 'reserve'))).toBe(true);
  });

  test('that a transaction needs completely ends the process, and the next start recovers', async () => {
    const disk = await aDiskWithData(160);
    const module = new URL('./embedded.ts', import.meta.url).href;
    const script = `
      import { sql } from 'kysely';
      import { openFolder } from '${module}';
      const { db } = await openFolder('${disk}');
      await sql\`create table notes as select 1 as id\`.execute(db);
      await sql.raw(\`${walOf(200)}\`).execute(db);`;

    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
    atEnd(() => child.kill('SIGKILL'));
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    const [code] = await once(child, 'close');
    execFileSync('mount', ['-o', 'remount,size=300m', disk]);
    const { db } = await startOn(disk);

    const { rows } = await sql`select id from notes`.execute(db);
    expect(rows).toEqual([{ id: 1 }]);
    expect(output).toMatch(/^The embedded database failed, and Pennon ends: .*No space left/m);
    expect(code).toBe(1);
  });

  test('is too small for a new database: the start fails, and nothing remains of it', async () => {
    const disk = aDisk((reserveBytes + freeBytesMin) / megabyte);

    const { code, stderr } = await runCommand(['migrate'], { DATA_DIR: disk });

    expect(code).toBe(1);
    expect(stderr).toBe(
      `The database failed: the disk of ${disk} is almost full: 79 MB are free, and 80 MB are needed.\n`,
    );
    expect(existsSync(join(disk, 'postgres'))).toBe(false);
  });
});

test('the WAL does not grow beyond a few segments', async () => {
  const { DATA_DIR = '' } = await emptyInstallation();
  const { db, close } = await openFolder(DATA_DIR);
  atEnd(close);
  const segments = () =>
    readdirSync(join(DATA_DIR, 'postgres', 'pg_wal')).filter((name) => /^[\dA-F]{24}$/.test(name));

  for (let round = 0; round < 4; round++) {
    await writeWal(db, 65);
    await checkpointJob(db).run();
  }

  expect(segments().length).toBeLessThan(10);
});

async function aDiskWithData(megabytes: number): Promise<string> {
  const disk = aDisk(megabytes);
  await copyDatabase('migrated', join(disk, 'postgres'));
  return disk;
}

const walOf = (megabytes: number) =>
  `select pg_logical_emit_message(true, 'test', repeat('x', 1048576)) from generate_series(1, ${megabytes})`;

const writeWal = (db: Db, megabytes: number) => sql.raw(walOf(megabytes)).execute(db);

async function startOn(disk: string) {
  const opened = await openFolder(disk);
  const app = await buildApp({ ...opened, config: readConfig({}), console: 'absent', log: false });
  const { token: admin } = await aUser(opened.db, { rootRole: 'Admin' });
  const flag = await aFlag(opened.db);
  const url = `/api/admin/projects/default/features/${flag}`;
  const call = (method: 'GET' | 'PUT' | 'POST', path: string, token = admin, payload?: object) =>
    app.inject({
      method,
      url: path,
      headers: { authorization: token },
      ...(payload && { payload }),
    });
  const update = (description: string) => call('PUT', url, admin, { description });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= app.close().then(opened.close);
    return closed;
  };
  atEnd(close);
  return { app, db: opened.db, call, update: Object.assign(update, { flag, url }), close };
}

const bucketOf = (toggles: object) => ({
  start: new Date(Date.now() - 1000).toISOString(),
  stop: new Date().toISOString(),
  toggles,
});
