import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

/** Runs a campaign; on a fresh clone, installs the packages and builds first. */

ensureInstalled({ withDevelopment: true });
ensureBuilt();

const child = spawn(
  process.execPath,
  ['--import', 'tsx', 'campaigns/run.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
// The child also receives Ctrl-C; this process only waits for its cleanup.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('close', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 128);
});
