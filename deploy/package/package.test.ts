import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFullRun } from '../../server/testing/scale.ts';

const bytesMax = 15_000_000;
const token = '*:*.package-test-secret';
const run = promisify(execFile);

/** Other versions are packages of the npm registry; the short form tests the one in use. */
const nodes = ['current', ...(isFullRun ? ['20', '22', '24'] : [])];

let folder = '';
let tarball = '';
/** The folder of the last installation. */
let installed = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pennon-package-'));
  // Without the build, which other tests use meanwhile.
  const options = ['--ignore-scripts', '--pack-destination', folder];
  await npm(process.execPath, process.cwd(), ['pack', ...options]);
  const [name = ''] = await readdir(folder);
  tarball = join(folder, name);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('the package contains the built server and console, and no sources or tests', async () => {
  const { size } = await stat(tarball);
  const { stdout } = await run('tar', ['-tzf', tarball]);
  const files = stdout.trim().split('\n');

  console.log(`The package has ${files.length} files and ${(size / 1e6).toFixed(1)} MB.`);
  expect(size).toBeLessThan(bytesMax);
  expect(files).toContain('package/LICENSE');
  expect(files).toContain('package/dist/server/migrations/0001_projects.sql');
  expect(files).toContain('package/dist/console/index.html');
  const allowed =
    /^package\/(package\.json|README\.md|LICENSE|bin\/pennon\.mjs|docs\/flags\.schema\.json|dist\/(cli|server|console)\/.*)$/;
  expect(files.filter((file) => !allowed.test(file))).toEqual([]);
  expect(files.filter((file) => /\.tsx?$|\.test\.|testing\//.test(file))).toEqual([]);
});

describe.each(nodes)('on Node %s, in an empty folder', (version) => {
  let node = process.execPath;

  beforeAll(async () => {
    if (version === 'current') return;
    node = await installNode(version);
    const { stdout } = await run('node', ['--version'], { env: environmentOf(node) });
    expect(stdout).toMatch(`v${version}.`);
  });

  test('npm install prints no warning of Pennon or its dependencies', async () => {
    installed = await mkdtemp(join(folder, 'installation-'));
    const { stderr } = await npm(node, installed, ['install', tarball]);

    const warnings = stderr.split('\n').filter((line) => /^npm (warn|error)/.test(line));
    expect(warnings.filter((line) => !line.includes('Unknown user config'))).toEqual([]);
  });

  test('pennon without arguments lists its commands', async () => {
    const { stdout } = await run(binary(), { env: environmentOf(node), cwd: folder });

    expect(stdout).toContain('Usage: pennon <command> [options]');
  });

  test('pennon start serves the console and a new flag, and SIGTERM ends it with 0', async () => {
    const cwd = await mkdtemp(join(folder, 'empty-'));
    const server = await start(node, cwd);
    const page = await fetch(`${server.url}/`, { headers: { accept: 'text/html' } });
    const created = await fetch(`${server.url}/api/admin/projects/default/features`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'first-flag' }),
    });
    const flag = await created.json();

    expect(await page.text()).toMatch(/<script type="module"/);
    expect(flag).toMatchObject({ name: 'first-flag', project: 'default' });
    expect(await server.stop()).toBe(0);
    expect(await readdir(cwd)).toEqual(['data']);
  });
});

/** The path of its binary. */
async function installNode(version: string): Promise<string> {
  const target = await mkdtemp(join(folder, `node-${version}-`));
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  await npm(process.execPath, target, ['install', '--ignore-scripts', `${name}@${version}`]);
  return join(target, 'node_modules', name, 'bin', 'node');
}

async function npm(node: string, cwd: string, args: string[]) {
  const cli = process.env.npm_execpath;
  const [command, ...before] = cli?.endsWith('.js') ? [node, cli] : ['npm'];
  const options = ['--no-audit', '--no-fund', '--loglevel=warn'];
  return run(command as string, [...before, ...args, ...options], {
    cwd,
    env: environmentOf(node),
    maxBuffer: 16_000_000,
  });
}

/** Without settings, which `npm test` passes on, but with the way to the network. */
function environmentOf(node: string): Record<string, string | undefined> {
  const passedOn = /^(HOME|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(https?|no)_proxy)$/i;
  const entries = Object.entries(process.env).filter(([name]) => passedOn.test(name));
  const path = dirname(node) + delimiter + process.env.PATH;
  return { ...Object.fromEntries(entries), PATH: path };
}

const binary = () => join(installed, 'node_modules', '.bin', 'pennon');

async function start(node: string, cwd: string) {
  const settings = {
    PORT: '0',
    HTTP_HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    INIT_ADMIN_API_TOKENS: token,
  };
  const child = spawn(binary(), ['start'], {
    cwd,
    env: { ...environmentOf(node), ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  afterAll(() => child.kill('SIGKILL'));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  let banner = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      banner += chunk;
      const found = /listens on (http:\S+)/.exec(banner)?.[1];
      if (found) resolve(found.replace('localhost', '127.0.0.1'));
    });
    void exited.then((code) => reject(new Error(`exit ${code}: ${banner}`)));
  });
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  return { url, stop };
}
