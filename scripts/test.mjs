import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

/**
 * Runs the tests on the embedded database, and on that of TEST_DATABASE_URL if it is set. With --browser
 * the console is also tested in Chromium, with --package the npm package; with --full these too, the
 * official clients, the peer's interface, and many more cases of randomised tests.
 */
const options = readOptions(process.argv.slice(2));
const { full, rest } = options;

function readOptions(args) {
  const own = ['--full', '--browser', '--package'];
  const [full, ...parts] = own.map((option) => args.includes(option));
  const [browser, installed] = parts.map((chosen) => full || chosen);
  return { full, browser, installed, rest: args.filter((arg) => !own.includes(arg)) };
}

function projects() {
  if (rest.some((argument) => argument.startsWith('--project'))) return [];
  const chosen = ['embedded', 'console', 'deploy'];
  if (process.env.TEST_DATABASE_URL) chosen.push('postgres');
  if (options.browser) chosen.push('e2e');
  if (options.installed) chosen.push('package');
  if (full) chosen.push('clients', 'interface');
  return chosen.flatMap((name) => ['--project', name]);
}

/** For `vitest.config.ts` and the tests. */
function variables() {
  if (full) return { PENNON_TEST_FULL: '1' };
  return rest.length === 0 ? { PENNON_TEST_SHORT: '1' } : {};
}

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
    ...projects(),
    ...rest,
  ],
  { stdio: 'inherit', env: { ...process.env, ...variables() } },
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
