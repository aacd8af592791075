import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { freeBytesMin, reserveBytes } from '../db/disk-space.ts';
import { findLockHolder } from '../db/folder-lock.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

/** Checks of the machine that Pennon runs on; they change nothing. */

export type Address = { host: string; port: number; baseUriPath: string };

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return ok('Node', version);
  return broken('Node', `${version} is too old.`, 'Install Node 20.19 or newer.');
}

export async function checkPort(address: Address, serverResponds: boolean): Promise<Finding> {
  const { host, port } = address;
  if (serverResponds) return ok('Port', `A server responds at ${localUrl(address)}.`);
  const error = await listenError(host, port);
  if (error === undefined) return ok('Port', `${port} on ${host} is free.`);
  if (error.code === 'EADDRINUSE') {
    return broken(
      'Port',
      `${port} is in use by another program.`,
      'Stop that program, or choose another port with PORT.',
    );
  }
  if (error.code === 'EACCES') {
    return broken('Port', `${port} needs privileges.`, 'Choose a port from 1024 on with PORT.');
  }
  return broken(
    'Port',
    `Cannot listen on ${host}: ${error.message}.`,
    'Set HTTP_HOST to an address of this machine.',
  );
}

function listenError(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', done);
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(undefined)));
  });
}

/** For the addresses that stand for all addresses, to which nothing can connect. */
const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The address at which a server on this machine can be reached from here. */
export function localUrl({ host, port, baseUriPath }: Address): string {
  const reachable = loopback[host] ?? host;
  const name = reachable.includes(':') ? `[${reachable}]` : reachable;
  return `http://${name}:${port}${baseUriPath}`;
}

const healthTimeoutMs = 5000;

/** True if Pennon responds there; another program does not return this body. */
export async function isHealthy(address: Address): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(healthTimeoutMs);
    const response = await fetch(`${localUrl(address)}/health`, { signal });
    return ((await response.json()) as { health?: string }).health === 'GOOD';
  } catch {
    return false;
  }
}

/** The permissions and the lock of the folder of the embedded database. */
export async function checkDataFolder(folder: string, serverResponds: boolean): Promise<Finding> {
  const existing = await nearestExisting(resolve(folder));
  const found = await stat(existing);
  const advice = 'Choose a folder of the user that runs Pennon with DATA_DIR.';
  if (!found.isDirectory()) return broken('Data folder', `${existing} is not a folder.`, advice);
  if (!(await isUsable(existing))) {
    return broken('Data folder', `${existing} cannot be read and written.`, advice);
  }
  if (existing !== resolve(folder)) {
    return ok('Data folder', `${folder} does not exist; the first start creates it.`);
  }
  const holder = await findLockHolder(folder);
  if (holder !== null && !serverResponds) {
    return broken(
      'Data folder',
      `${folder} is in use by process ${holder}, which does not respond on PORT.`,
      'Stop that process, or choose another folder with DATA_DIR.',
    );
  }
  if ((found.mode & 0o002) !== 0) {
    return warning('Data folder', `All users can write to ${folder}.`, `Run: chmod o-w ${folder}`);
  }
  return ok('Data folder', holder === null ? folder : `${folder}, used by process ${holder}`);
}

const isUsable = (folder: string) =>
  access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

/** Below it, a busy server can fill the disk within a day. */
const plentyBytes = 1024 ** 3;

export async function checkDiskSpace(folder: string): Promise<Finding> {
  const existing = await nearestExisting(resolve(folder));
  const { bavail, bsize } = await statfs(existing);
  const free = bavail * bsize;
  const reserve = await stat(join(folder, 'reserve')).catch(() => null);
  const needed = freeBytesMin + (reserve?.size === reserveBytes ? 0 : reserveBytes);
  const text = `${inMegabytes(free)} are free on the disk of ${folder}`;
  if (free < needed) {
    return broken('Disk space', `${text}; ${inMegabytes(needed)} are needed.`, 'Free some space.');
  }
  if (free < plentyBytes) return warning('Disk space', `${text}.`, 'Free some space soon.');
  return ok('Disk space', `${text}.`);
}

const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1024 ** 2)} MB`;

async function nearestExisting(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const error = await stat(at).then(
      () => undefined,
      (failure: NodeJS.ErrnoException) => failure,
    );
    if (error === undefined || at === dirname(at)) return at;
  }
}
