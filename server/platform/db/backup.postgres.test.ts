import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { atEnd } from '../../testing/cleanup.ts';
import {
  emptyInstallation,
  runCommand,
  send,
  startPennon,
  unmigratedInstallation,
} from '../../testing/process.ts';

/** Debian has them outside of PATH. */
const folder = newestFolder('/usr/lib/postgresql');

test.skipIf(folder === undefined)(
  'what pg_dump writes of a partitioned log during the work of a server is restored by pg_restore, with an intact chain',
  async () => {
    const env = await emptyInstallation();
    const server = await startPennon(env);
    await send(server, 'POST', '/api/admin/projects/default/features', { name: 'saved' });
    const file = join(await aFolder(), 'pennon.dump');
    const partition = { ...env, EVENT_PARTITIONS_FROM: '1' };
    expect(await runCommand(['audit', 'partition'], partition)).toMatchObject({ code: 0 });

    await tool('pg_dump', ['--format=custom', `--file=${file}`, String(env.DATABASE_URL)]);
    await send(server, 'POST', '/api/admin/projects/default/features', { name: 'later' });
    await server.stop('SIGTERM');
    const target = await unmigratedInstallation();
    await tool('pg_restore', [
      '--no-owner',
      '--exit-on-error',
      '--single-transaction',
      `--dbname=${target.DATABASE_URL}`,
      file,
    ]);

    expect(await runCommand(['migrate', '--check'], target)).toMatchObject({ code: 0 });
    expect(await runCommand(['audit', 'verify'], target)).toMatchObject({ code: 0 });
    const restored = await startPennon(target);
    const found = await send(restored, 'GET', '/api/admin/search/features');
    const created = await send(restored, 'POST', '/api/admin/projects/default/features', {
      name: 'afterwards',
    });
    await restored.stop('SIGTERM');
    expect(found?.body).toMatchObject({ features: [{ name: 'saved' }], total: 1 });
    expect(created?.status).toBe(201);
    expect(await runCommand(['audit', 'verify'], target)).toMatchObject({ code: 0 });
  },
);

const tool = (name: string, args: string[]) => promisify(execFile)(join(folder ?? '', name), args);

function newestFolder(parent: string): string | undefined {
  try {
    const newest = readdirSync(parent)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1);
    return newest && join(parent, newest, 'bin');
  } catch {
    return undefined;
  }
}

async function aFolder(): Promise<string> {
  const created = await mkdtemp(join(tmpdir(), 'pennon-dump-'));
  atEnd(() => rm(created, { recursive: true, force: true }));
  return created;
}
