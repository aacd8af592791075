import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Sets a fresh clone up by itself: installs what is missing, builds what changed. */

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', '.built-from');

/** Leaves `dist/` up to date; does nothing, in milliseconds, when it already is. */
export function ensureBuilt() {
  const sources = join(root, 'server');
  if (!existsSync(sources)) return;
  const fingerprint = fingerprintOf(sources);
  const upToDate = existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint;
  ensureInstalled({ withDevelopment: !upToDate });
  if (!upToDate) build(fingerprint);
}

/** Installs the packages of the lock file unless these very versions are there. */
export function ensureInstalled({ withDevelopment }) {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const present = packagesIn(join(root, 'node_modules', '.package-lock.json'));
  const missing = Object.entries(wanted).some(
    ([path, { version, optional, dev, devOptional }]) =>
      path !== '' &&
      !optional &&
      (withDevelopment || !(dev || devOptional)) &&
      present[path]?.version !== version,
  );
  if (!missing) return;
  console.error('Installing packages, once…');
  const npm = process.env.npm_execpath;
  const [command, ...start] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  runOrExit(command, [...start, 'ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

function build(fingerprint) {
  console.error('Building…');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  runOrExit(process.execPath, [
    join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
    '--project',
    join(root, 'tsconfig.build.json'),
  ]);
  const migrations = join('server', 'db', 'migrations');
  cpSync(join(root, migrations), join(root, 'dist', migrations), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

function packagesIn(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {};
}

/** Depends on the content of everything the build reads, so a change of branch is noticed too. */
function fingerprintOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|sql)$/.test(entry.name))
    .filter((entry) => !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const settings = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
  const hash = createHash('sha256');
  for (const file of [...files, ...settings.map((name) => join(root, name))]) {
    hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function runOrExit(command, args) {
  // What the set-up says goes to stderr: stdout belongs to the command that was asked for.
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
