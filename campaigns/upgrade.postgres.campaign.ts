import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { atEnd } from '../server/testing/cleanup.ts';
import {
  type Running,
  runCommand,
  startPennon,
  unmigratedInstallation,
} from '../server/testing/process.ts';
import { report } from './options.ts';
import {
  countAcknowledged,
  createWorkload,
  findLosses,
  NotAcknowledged,
  nothingAcknowledged,
  withDb,
  writeFlag,
} from './workload.ts';

const previous = process.env.PENNON_CAMPAIGN_FROM;
const writers = 4;
const longMs = 3_600_000;

test.runIf(previous)(
  `processes of ${previous} go on during the upgrade to this version`,
  async () => {
    const folder = checkOut(previous ?? '');
    const env = await unmigratedInstallation();
    const old = await startPennon(env, folder);
    const workload = await createWorkload(env, writers);
    const servers: Running[] = [old, old];
    const acknowledged = nothingAcknowledged();
    const stopping = new AbortController();
    let refused = 0;

    async function write(writer: number): Promise<void> {
      for (let number = 1; !stopping.signal.aborted; number++) {
        const flag = `w${writer}-${number}`;
        const server = servers[writer % servers.length] as Running;
        await writeFlag(server, workload, { flag, writer }, acknowledged).catch((error) => {
          if (!(error instanceof NotAcknowledged)) throw new Error(`${error}\n${old.log()}`);
          refused += 1;
        });
      }
    }
    const untilWritten = async (more: number) => {
      const goal = countAcknowledged(acknowledged) + more;
      while (countAcknowledged(acknowledged) < goal)
        await new Promise((done) => setTimeout(done, 5));
    };
    const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));

    await Promise.race([writing, untilWritten(300)]);
    servers[1] = await startPennon(env);
    await Promise.race([writing, untilWritten(600)]);
    stopping.abort();
    await writing;

    expect(await old.stop('SIGTERM')).toBe(0);
    expect(await withDb(env, (db) => findLosses(db, acknowledged))).toEqual([]);
    expect(await runCommand(['audit', 'verify'], env)).toMatchObject({ code: 0 });
    report({ 'acknowledged writes': countAcknowledged(acknowledged), 'refused with 503': refused });
  },
  longMs,
);

/** A build of another version. */
function checkOut(ref: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'pennon-previous-'));
  execFileSync('git', ['worktree', 'add', '--detach', folder, ref]);
  atEnd(() => {
    execFileSync('git', ['worktree', 'remove', '--force', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const lock = (where: string) =>
    execFileSync('git', ['hash-object', join(where, 'package-lock.json')]);
  if (lock(folder).equals(lock('.')))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  execFileSync('npm', ['run', 'build'], { cwd: folder });
  if (!existsSync(join(folder, 'dist'))) throw new Error(`${ref} was not built`);
  return folder;
}
