import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { atEnd } from '../server/testing/cleanup.ts';
import { type Running, startPennon, unmigratedInstallation } from '../server/testing/process.ts';
import { report } from './options.ts';
import { countAcknowledged, createWorkload, expectNothingLost, startWriters } from './workload.ts';

const previous = process.env.PENNON_CAMPAIGN_FROM;
const longMs = 3_600_000;

test.runIf(previous)(
  `processes of ${previous} go on during the upgrade to this version`,
  async () => {
    const folder = checkOut(previous ?? '');
    const env = await unmigratedInstallation();
    const old = await startPennon(env, folder);
    const workload = await createWorkload(env, 4);
    const servers: Running[] = [old, old];
    const writers = startWriters((writer) => servers[writer % 2] as Running, workload);

    await writers.untilAcknowledged(300);
    servers[1] = await startPennon(env);
    await writers.untilAcknowledged(600);
    await writers.stop();

    expect(await old.stop('SIGTERM')).toBe(0);
    expect(old.log()).toBe('');
    await expectNothingLost(env, writers.acknowledged);
    report({
      'acknowledged writes': countAcknowledged(writers.acknowledged),
      'refused with 503': writers.counts().refused,
    });
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
