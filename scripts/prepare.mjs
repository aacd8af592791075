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

/** Installs missing packages and builds changed sources. */

const root = fileURLToPath(new URL('..', import.meta.url));

/** The parts of `dist/`, with their sources. */
const parts = [
  {
    folder: 'server',
    // Built together, because the client shares the parsing of arguments with the server.
    folders: ['server', 'cli'],
    sources: /(?<!\.test)\.(ts|sql)$/,
    settings: [
      'tsconfig.json',
      'rolldown.config.mjs',
      'package-lock.json',
      'docs/query-language.md',
    ],
    build: buildServer,
  },
  {
    folder: 'console',
    folders: ['console'],
    sources: /(?<!\.test)\.(tsx?|css|html|svg|json)$/,
    settings: ['tsconfig.json', 'package-lock.json'],
    build: buildConsole,
  },
];

/** Rebuilds the outdated parts of `dist/`; takes milliseconds when there are none. */
export function ensureBuilt() {
  const here = parts.filter(({ folder }) => existsSync(join(root, folder)));
  if (here.length === 0) return;
  if (outdatedOf(here).length === 0) return ensureInstalled({ withDevelopment: false });
  ensureInstalled({ withDevelopment: true });
  withLock(() => {
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

const lock = join(root, 'dist', '.lock');
const lockMs = 10 * 60_000;

/** Processes that start in the same folder build one after the other. */
function withLock(work) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  while (!acquireLock()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function acquireLock() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned()) rmSync(lock, { force: true });
    return false;
  }
}

/** A process that was killed leaves its lock behind. */
function isAbandoned() {
  try {
    if (Date.now() - statSync(lock).mtimeMs > lockMs) return true;
    const pid = Number(readFileSync(lock, 'utf8'));
    // Empty between its creation and the write.
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

const stampOf = ({ folder }) => join(root, 'dist', `.${folder}-built-from`);
const contentOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** Installs the packages of a folder's package-lock.json unless these versions are installed. */
export function ensureInstalled({ folder = root, withDevelopment, args = [] }) {
  if (!isMissing(folder, withDevelopment)) return;
  withLock(() => {
    if (!isMissing(folder, withDevelopment)) return;
    console.error('Installing packages…');
    const npm = process.env.npm_execpath;
    const [command, ...start] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
    // Without it, NODE_ENV=production would omit the packages that the build needs.
    const included = withDevelopment ? ['--include=dev'] : [];
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    runOrExit(command, [...start, 'ci', ...options, ...included, ...args], { cwd: folder });
  });
}

function isMissing(folder, withDevelopment) {
  const required = packagesIn(join(folder, 'package-lock.json'));
  const installed = packagesIn(join(folder, 'node_modules', '.package-lock.json'));
  return Object.entries(required).some(
    ([path, { version, optional, dev, devOptional }]) =>
      path !== '' &&
      !optional &&
      (withDevelopment || !(dev || devOptional)) &&
      installed[path]?.version !== version,
  );
}

function buildServer() {
  const rolldown = join(root, 'node_modules', 'rolldown', 'bin', 'cli.mjs');
  // Its standard output is a list of the files.
  runOrExit(process.execPath, [rolldown, '--config', 'rolldown.config.mjs'], { output: 'ignore' });
  const migrations = join(root, 'server', 'platform', 'db', 'migrations');
  cpSync(migrations, join(root, 'dist', 'server', 'migrations'), { recursive: true });
  const reference = 'query-language.md';
  cpSync(join(root, 'docs', reference), join(root, 'dist', 'server', reference));
}

function buildConsole() {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const config = join(root, 'console', 'vite.config.ts');
  runOrExit(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'], {
    // Independent of the environment of the caller.
    env: { NODE_ENV: 'production' },
  });
  // Compressed at build time rather than per request; fonts are compressed already.
  const files = filesIn(join(root, 'dist', 'console', 'assets'));
  for (const file of files.filter((path) => !path.endsWith('.woff2'))) {
    const bytes = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  }
}

function packagesIn(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {};
}

/** A hash of all files that the build reads, so that a change of branch is detected. */
function fingerprintOf({ folders, sources, settings }) {
  const files = folders
    .flatMap((folder) => filesIn(join(root, folder)))
    .filter((file) => sources.test(file));
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

function runOrExit(command, args, { cwd = root, env = {}, output = 2 } = {}) {
  // Output goes to stderr, because stdout belongs to the command.
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', output, 2],
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  if (status === 0) return;
  rmSync(lock, { force: true });
  process.exit(status ?? 1);
}
