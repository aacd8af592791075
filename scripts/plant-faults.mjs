import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Plants each fault of `campaigns/faults.json` in a clone of the last commit and prints which test
 * fails: of the same folder or of all routes, or else of `npm test`. Takes the numbers of the faults;
 * all of them if none is given.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const faults = JSON.parse(readFileSync(join(root, 'campaigns', 'faults.json'), 'utf8'));
/** The tests that walk over all routes notice most faults. */
const ofAllRoutes = ['server/access', 'server/permissions', 'server/routes'];
const chosen = process.argv.slice(2).map(Number);

const folder = mkdtempSync(join(tmpdir(), 'pennon-faults-'));
run('git', ['clone', '--quiet', root, folder], root);
const missed = [];
for (const [index, fault] of faults.entries()) {
  if (chosen.length > 0 && !chosen.includes(index + 1)) continue;
  const failed = failedTestWith(fault);
  console.log(`${index + 1}. ${fault.name}: ${failed ?? 'NOT NOTICED'}`);
  if (failed === undefined) missed.push(fault.name);
}
rmSync(folder, { recursive: true, force: true });
console.log(missed.length === 0 ? 'All faults were noticed.' : `${missed.length} not noticed.`);
process.exitCode = missed.length === 0 ? 0 : 1;

function failedTestWith({ file, text, replacement }) {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  if (before.split(text).length !== 2) throw new Error(`${file} does not contain once: ${text}`);
  writeFileSync(
    path,
    before.replace(text, () => replacement),
  );
  try {
    return firstFailure([`${dirname(file)}/`, ...ofAllRoutes]) ?? firstFailure([]);
  } finally {
    writeFileSync(path, before);
  }
}

function firstFailure(args) {
  const { status, output } = run('npm', ['test', '--silent', '--', '--bail=1', ...args], folder);
  if (status === 0) return undefined;
  const [, name] = / FAIL\s+(.*)/.exec(output) ?? [];
  if (name === undefined) throw new Error(`The tests did not run:\n${output.slice(-2000)}`);
  return name;
}

function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 2 ** 28,
  });
  if (error) throw error;
  return { status, output: stdout + stderr };
}
