import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from './cleanup.ts';
import { freePort, runProcess } from './processes.ts';

/** Runs one of PostgreSQL's programs, as an account that it accepts. */
export type Run = (program: string, args: string) => Promise<string>;

/** A folder for data of PostgreSQL servers, deleted when the run ends. */
export function temporaryFolder(cleanup: Cleanup): { run: Run; data: (name: string) => string } {
  const binaries = findBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'pennon-bench-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const asOwner = ownerOf(folder);
  return {
    run: (program, args) => asOwner(`${join(binaries, program)} ${args}`),
    data: (name) => join(folder, name),
  };
}

type Server = { run: Run; data: string; settings: Record<string, string>; port?: number };

/** Starts a server on the loopback address, which is stopped when the run ends. */
export async function startPostgres(
  { run, data, settings, port: wanted }: Server,
  cleanup: Cleanup,
): Promise<{ url: string; port: number }> {
  const port = wanted ?? (await freePort());
  const options = [
    `-p ${port} -k ${data} -c listen_addresses=127.0.0.1`,
    ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
  ].join(' ');
  cleanup.add(() => run('pg_ctl', `-D ${data} -m immediate stop || true`));
  await run('pg_ctl', `-D ${data} -w -l ${data}.log -o '${options}' start`);
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, port };
}

/** The newest version in Debian's folder, or the one of pg_config. */
function findBinaries(): string {
  try {
    const versions = readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(a) - Number(b));
    const newest = versions.at(-1);
    if (newest !== undefined) return `/usr/lib/postgresql/${newest}/bin`;
  } catch {
    // Not Debian.
  }
  try {
    return execFileSync('pg_config', ['--bindir']).toString().trim();
  } catch {
    throw new Error('No PostgreSQL binaries found; install them or set BENCH_DATABASE_URL.');
  }
}

/** PostgreSQL does not run as root, so root switches to the account postgres. */
function ownerOf(folder: string): (command: string) => Promise<string> {
  if (process.getuid?.() !== 0) return (command) => runProcess('bash', ['-c', command]);
  const [user = 0, group = 0] = ['-u', '-g'].map((what) =>
    Number(execFileSync('id', [what, 'postgres']).toString()),
  );
  chownSync(folder, user, group);
  return (command) => runProcess('su', ['postgres', '-s', '/bin/bash', '-c', command]);
}
