import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  bareInstallation,
  emptyInstallation,
  pennon,
  runCommand,
  send,
  startPennon,
  unmigratedInstallation,
} from '../../testing/process.ts';
import { FolderInUseError, lockFolder } from './folder-lock.ts';

describe('the data folder can be opened by one process only', () => {
  test('others are refused while the server runs; after kill -9 the next start succeeds', async () => {
    const env = await emptyInstallation();
    const first = await startPennon(env);

    const second = await pennon(['start'], env);
    const command = await runCommand(['user', 'create', '--username', 'ada'], env);

    for (const { code, stderr } of [second, command]) {
      expect(code).toBe(1);
      expect(stderr.trim()).toMatch(/^The data folder .* is in use by process \d+; .*$/);
    }
    await expect(lockFolder(String(env.DATA_DIR))).rejects.toThrow(FolderInUseError);
    await first.stop('SIGKILL');
    const third = await startPennon(env);
    expect(await send(third, 'GET', '/health')).toMatchObject({ status: 200 });
    expect(await third.stop('SIGTERM')).toBe(0);
  });

  test.each([
    ['of a process that has ended', JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' })],
    [
      'of an earlier process with the same number',
      JSON.stringify({ pid: 1, startedAt: 'long ago' }),
    ],
    ['that was never finished', ''],
  ])('a lock %s is taken over', async (_, content) => {
    const { DATA_DIR = '' } = await bareInstallation();
    await writeFile(join(DATA_DIR, 'pennon.lock'), content);

    const release = await lockFolder(DATA_DIR);

    await release();
  });

  test('of many processes that find a stale lock, exactly one takes it', async () => {
    const { DATA_DIR = '' } = await unmigratedInstallation();
    await writeFile(
      join(DATA_DIR, 'pennon.lock'),
      JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' }),
    );

    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => pennon(['migrate', '--check'], { DATA_DIR })),
    );

    // They run one after another or refuse each other, but never open the folder together.
    for (const { code, stderr } of outcomes) {
      expect(code).toBe(1);
      if (stderr !== '') expect(stderr).toMatch(/is in use by process|could not be locked/);
    }
    expect(outcomes.some(({ stdout }) => stdout.includes('Pending'))).toBe(true);
  });
});
