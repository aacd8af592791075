import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Sets a fresh clone up by itself: installs what is missing, builds what changed. */

const root = fileURLToPath(new URL('..', import.meta.url));

/** What `dist/` is made of: from which files, and how. */
const parts = [
  {
    folder: 'server',
    sources: /(?<!\.test)\.(ts|sql)$/,
    settings: ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'],
    build: buildServer,
  },
  {
    folder: 'console',
    sources: /(?<!\.test)\.(tsx?|css|html|svg|json)$/,
    settings: ['tsconfig.json', 'package-lock.json'],
    build: buildConsole,
  },
];

/** Leaves `dist/` up to date; does nothing, in milliseconds, when it already is. */
export function ensureBuilt() {
  const here = parts.filter(({ folder }) => existsSync(join(root, folder)));
  if (here.length === 0) return;
  if (outdatedOf(here).length === 0) return ensureInstalled({ withDevelopment: false });
  ensureInstalled({ withDevelopment: true });
  inTurn(() => {
    for (const { folder, build, stamp, fingerprint } of outdatedOf(here)) {
      console.error(`Building the ${folder}…`);
      rmSync(stamp, { force: true });
      rmSync(join(root, 'dist', folder), { recursive: true, force: true });
      build();
      writeFileSync(stamp, fingerprint);
    }
  });
}

const outdatedOf = (chosen) =>
  chosen
    .map((part) => ({ ...part, stamp: stampOf(part), fingerprint: fingerprintOf(part) }))
    .filter(({ stamp, fingerprint }) => contentOf(stamp) !== fingerprint);

const turn = join(root, 'dist', '.being-set-up');
const turnMs = 10 * 60_000;

/** Several may start at once from one folder: one works while the others wait. */
function inTurn(work) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  while (!isOurs()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  try {
    work();
  } finally {
    rmSync(turn, { force: true });
  }
}

function isOurs() {
  try {
    writeFileSync(turn, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned()) rmSync(turn, { force: true });
    return false;
  }
}

/** Whoever was killed half-way leaves its turn behind. */
function isAbandoned() {
  try {
    if (Date.now() - statSync(turn).mtimeMs > turnMs) return true;
    const pid = Number(readFileSync(turn, 'utf8'));
    // Between its making and its writing, it names nobody.
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

const stampOf = ({ folder }) => join(root, 'dist', `.${folder}-built-from`);
const contentOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** Installs the packages of the lock file unless these very versions are there. */
export function ensureInstalled(wish) {
  if (!isMissing(wish)) return;
  inTurn(() => {
    if (!isMissing(wish)) return;
    console.error('Installing packages, once…');
    const npm = process.env.npm_execpath;
    const [command, ...start] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
    runOrExit(command, [...start, 'ci', '--no-audit', '--no-fund', '--loglevel=error']);
  });
}

function isMissing({ withDevelopment }) {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const present = packagesIn(join(root, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).some(
    ([path, { version, optional, dev, devOptional }]) =>
      path !== '' &&
      !optional &&
      (withDevelopment || !(dev || devOptional)) &&
      present[path]?.version !== version,
  );
}

function buildServer() {
  runOrExit(process.execPath, [
    join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
    '--project',
    join(root, 'tsconfig.build.json'),
  ]);
  const migrations = join('server', 'platform', 'db', 'migrations');
  cpSync(join(root, migrations), join(root, 'dist', migrations), { recursive: true });
}

function buildConsole() {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const config = join(root, 'console', 'vite.config.ts');
  runOrExit(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'], {
    // Whoever starts us, what is built is what people get.
    NODE_ENV: 'production',
  });
  // Compressed once here, so that no request has to.
  for (const file of filesIn(join(root, 'dist', 'console', 'assets'))) {
    const bytes = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  }
}

function packagesIn(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {};
}

/** Depends on the content of everything the build reads, so a change of branch is noticed too. */
function fingerprintOf({ folder, sources, settings }) {
  const files = filesIn(join(root, folder)).filter((file) => sources.test(file));
  const hash = createHash('sha256');
  for (const file of [...files, ...settings.map((name) => join(root, name))]) {
    hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

function runOrExit(command, args, env = {}) {
  // What the set-up says goes to stderr: stdout belongs to the command that was asked for.
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  if (status === 0) return;
  rmSync(turn, { force: true });
  process.exit(status ?? 1);
}
