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
    for (const name of ['bin', 'scripts', 'server', 'package.json', 'package-lock.json']) {
      cpSync(name, join(folder, name), { recursive: true });
    }
    for (const name of ['tsconfig.json', 'tsconfig.build.json']) cpSync(name, join(folder, name));
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    const { pid } = spawnSync(process.execPath, ['--version']);
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist', '.being-set-up'), String(pid));

    const help = () => run(process.execPath, ['bin/pennon.mjs', 'help'], { cwd: folder });
    const outputs = await Promise.all([help(), help()]);

    expect(outputs.map(({ stderr }) => stderr).sort()).toEqual(['', 'Building the server…\n']);
    for (const { stdout } of outputs) expect(stdout).toContain('pennon start');
  }, 180_000);
});
