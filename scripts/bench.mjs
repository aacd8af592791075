import { spawn } from 'node:child_process';
import { ensureInstalled } from './prepare.mjs';

/** Runs the benchmarks; on a fresh clone, installs what they need first. */

ensureInstalled({ withDevelopment: true });

const child = spawn(
  process.execPath,
  ['--import', 'tsx', 'bench/run.ts', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
// Ctrl-C reaches the child by itself; we only wait for it to clean up.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('close', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 128);
});
