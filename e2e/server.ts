import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

export const adminToken = '*:*.browser-test-secret';
export const binary = fileURLToPath(new URL('../bin/pennon.mjs', import.meta.url));

/** On the PostgreSQL server of TEST_DATABASE_URL if it is set, which is faster than embedded. */
const postgres = process.env.TEST_DATABASE_URL;

/** A server with an empty database. */
export async function startEmptyServer(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'pennon-e2e-'));
  const name = `pennon_e2e_${randomBytes(6).toString('hex')}`;
  if (postgres) await runOn(postgres, `create database ${name} template template0`);
  const database: Record<string, string> = postgres
    ? {
        DATABASE_URL: Object.assign(new URL(postgres), { pathname: `/${name}` }).href,
        ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      }
    : {};
  const { child, ...started } = await startServer(folder, { ...database, ...settings });
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'close');
    await rm(folder, { recursive: true, force: true });
    if (postgres) await runOn(postgres, `drop database ${name} with (force)`);
  };
  return { ...started, stop };
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Starts the built server on a free port. */
export async function startServer(folder: string, settings: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const child: ChildProcess = spawn(process.execPath, [binary, 'start'], {
    env: {
      PATH,
      HOME,
      DATA_DIR: folder,
      PORT: '0',
      HTTP_HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      LOGIN_ATTEMPTS_PER_MINUTE: '1000000',
      USAGE_FLUSH_MS: '100',
      INTEGRATIONS_ALLOWED_HOSTS: '127.0.0.1',
      INIT_ADMIN_API_TOKENS: adminToken,
      ...settings,
    },
  });
  const output = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.resume();
    child.stderr?.on('data', (chunk) => {
      text += chunk;
      if (/listens on http:\S+ /.test(text)) resolve(text);
    });
    child.once('close', (code) => reject(new Error(`exit ${code}: ${text}`)));
  });
  const url = /listens on (http:\S+)/.exec(output)?.[1] ?? '';
  const firstPassword = /^\s*password\s+(\S+)$/m.exec(output)?.[1] ?? '';
  return { child, url: url.replace('localhost', '127.0.0.1'), firstPassword };
}

/** Undefined if none is in PATH. */
export function findChromium(): string | undefined {
  const names = [
    // Draws no window, which takes a third less processor time.
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  ];
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}
