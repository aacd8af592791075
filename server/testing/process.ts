import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { run } from '../../cli/main.ts';
import { atEnd } from './cleanup.ts';
import { copyDatabase, createDatabase, onPostgres } from './database.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const adminToken = '*:*.process-test-secret';

/** A real server process, as an operator would run it. */
export type Running = {
  url: string;
  pid: number;
  /** Its standard error output. */
  banner: () => string;
  /** Its standard output. */
  log: () => string;
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
  exited: Promise<number | null>;
};

export type Finished = { code: number | null; stdout: string; stderr: string };

/** Environment variables of a new installation, deleted when the test file ends. */
export const emptyInstallation = () => installationOn('migrated');

/** The same with a database without tables. */
export const unmigratedInstallation = () => installationOn('bare');

async function installationOn(kind: 'bare' | 'migrated'): Promise<Record<string, string>> {
  if (onPostgres) {
    const { url, drop } = await createDatabase(kind);
    atEnd(drop);
    return { DATABASE_URL: url };
  }
  const folder = await aFolder();
  await copyDatabase(kind, join(folder, 'postgres'));
  return { DATA_DIR: folder };
}

/** The same with an empty folder, as on a new machine. */
export async function bareInstallation(): Promise<Record<string, string>> {
  return onPostgres ? unmigratedInstallation() : { DATA_DIR: await aFolder() };
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pennon-data-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command in this process, which is much faster. */
export async function runCommand(
  args: string[],
  env: Record<string, string>,
  input?: string,
): Promise<Finished> {
  const output = { stdout: '', stderr: '' };
  const writerOf = (stream: keyof typeof output) => ({
    write: (text: string) => {
      output[stream] += text;
    },
  });
  const stdin = input === undefined ? {} : { stdin: Readable.from([input]) };
  const streams = { stdout: writerOf('stdout'), stderr: writerOf('stderr') };
  const code = await run(args, { env, ...streams, ...stdin });
  return { code, ...output };
}

/** Runs a command in a process of its own, to its end. */
export async function pennon(args: string[], env: Record<string, string>): Promise<Finished> {
  const child = launch(args, env);
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Starts a server, of the version in the folder, on a free port and waits until it listens. */
export async function startPennon(
  env: Record<string, string>,
  folder = root,
  command = 'start',
): Promise<Running> {
  const variables = {
    PORT: '0',
    HTTP_HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    INIT_ADMIN_API_TOKENS: adminToken,
    ...env,
  };
  const child = launch([command], variables, folder);
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const [banner, log] = [collect(child.stderr), collect(child.stdout)];
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', () => {
      const match = /listens on (http:\S+)/.exec(banner());
      if (match?.[1]) resolve(match[1].replace('localhost', '127.0.0.1'));
    });
    void exited.then((code) => reject(new Error(`exit ${code}: ${banner()}${log()}`)));
  });
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return { url, pid: child.pid ?? 0, banner, log, stop, exited };
}

/** Starts a server and kills it at a random moment, mostly before it listens. */
export async function killDuringStart(env: Record<string, string>): Promise<void> {
  const child = launch(['start'], { PORT: '0', HTTP_HOST: '127.0.0.1', ...env });
  const killing = setTimeout(() => child.kill('SIGKILL'), randomInt(1500));
  await once(child, 'close');
  clearTimeout(killing);
}

/**
 * Starts a command and kills it when so many lines of its standard error match; false if it ended
 * before.
 */
export async function killAfterLines(
  args: string[],
  env: Record<string, string>,
  { pattern, count }: { pattern: RegExp; count: number },
): Promise<boolean> {
  const child = launch(args, env);
  const printed = collect(child.stderr);
  child.stderr?.on('data', () => {
    const lines = printed().split('\n').slice(0, -1);
    if (lines.filter((line) => pattern.test(line)).length >= count) child.kill('SIGKILL');
  });
  const [, signal] = (await once(child, 'close')) as [unknown, NodeJS.Signals | null];
  return signal === 'SIGKILL';
}

/** A call over a real connection; undefined if the server is not reachable. */
export async function send(
  { url, token = adminToken }: Pick<Running, 'url'> & { token?: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function launch(args: string[], env: Record<string, string>, folder = root): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const binary = join(folder, 'bin/pennon.mjs');
  // Without optimised code of the embedded database, which takes longer to compile than it saves.
  const child = spawn(process.execPath, ['--liftoff-only', binary, ...args], {
    env: { PATH, HOME, ...env },
  });
  atEnd(() => child.kill('SIGKILL'));
  return child;
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.on('data', (chunk) => {
    text += chunk;
  });
  return () => text;
}
