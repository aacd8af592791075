import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'pennon-set-up-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the set-up', () => {
  test('runs in one of two concurrent processes, after an earlier one was killed', async () => {
    copyWithSmallServer();
    const { pid } = spawnSync(process.execPath, ['--version']);
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist', '.lock'), String(pid));

    const help = () => run(process.execPath, ['bin/pennon.mjs', 'help'], { cwd: folder });
    const outputs = await Promise.all([help(), help()]);

    expect(outputs.map(({ stderr }) => stderr).sort()).toEqual(['', 'Building the server…\n']);
    for (const { stdout } of outputs) expect(stdout).toBe('help of version 1\n');
  });
});

/** This checkout with a server of one file, which is built in a second. */
function copyWithSmallServer(): void {
  const configuration = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'rolldown.config.mjs',
    'docs/query-language.md',
  ];
  for (const name of ['bin', 'scripts', ...configuration]) {
    cpSync(name, join(folder, name), { recursive: true });
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'server', 'platform', 'db', 'migrations'), { recursive: true });
  mkdirSync(join(folder, 'cli'));
  writeFileSync(
    join(folder, 'cli', 'main.ts'),
    `export async function run(args: readonly string[]): Promise<number> {
      console.log(args[0], 'of version 1');
      return 0;
    }`,
  );
}
