import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

/**
 * Runs all tests on the embedded database, and on that of TEST_DATABASE_URL if it is set. With
 * --full the randomised tests run many more cases.
 */
const full = process.argv.includes('--full');

ensureInstalled({ withDevelopment: true });
ensureBuilt();

const folder = mkdtempSync(join(tmpdir(), 'pennon-results-'));
const results = join(folder, 'results.json');
const { status } = spawnSync(
  process.execPath,
  [
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...(full ? ['--test-timeout', '7200000'] : []),
    ...process.argv.slice(2).filter((argument) => argument !== '--full'),
  ],
  { stdio: 'inherit', env: { ...process.env, ...(full && { PENNON_TEST_FULL: '1' }) } },
);
printTotals();
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;

function printTotals() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
      readFileSync(results, 'utf8'),
    );
    const skipped = numPendingTests + numTodoTests;
    console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${skipped} skipped`);
  } catch {
    console.error('The test run ended without results.');
  }
}
