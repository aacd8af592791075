import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const megabyte = 1024 * 1024;

/** Two WAL segments of 16 MB, and a checkpoint: what is running can finish on a full disk. */
export const reserveBytes = 48 * megabyte;
/** A WAL segment, and the data of most transactions. */
export const freeBytesMin = 32 * megabyte;

/** The embedded database writes less than a WAL segment in this time. */
const recheckMs = 200;

/** A write was refused because the disk is almost full; the code is that of PostgreSQL. */
export class DiskFullError extends Error {
  readonly code = '53100';
}

/** The space on the disk of the data folder. */
export type DiskSpace = {
  /** True if there is no room for another write, or none for the reserve. */
  isLow: () => boolean;
  /** Deletes the reserve, so that what is running can finish; false if there is none. */
  release: () => boolean;
  /** For a write that was refused. */
  error: () => DiskFullError;
};

/** Keeps a reserve in the folder, and creates it again as soon as there is room. */
export function watchDiskSpace(folder: string): DiskSpace {
  const reserve = join(folder, 'reserve');
  let reserved = statSync(reserve, { throwIfNoEntry: false })?.size === reserveBytes;
  let low = false;
  let checkedAt = Number.NEGATIVE_INFINITY;

  const check = () => {
    if (!reserved && freeBytes(folder) >= reserveBytes + freeBytesMin) reserved = fill(reserve);
    return !reserved || freeBytes(folder) < freeBytesMin;
  };

  return {
    isLow: () => {
      const now = performance.now();
      if (now - checkedAt < recheckMs) return low;
      checkedAt = now;
      low = check();
      return low;
    },
    release: () => {
      const released = reserved;
      rmSync(reserve, { force: true });
      reserved = false;
      low = true;
      return released;
    },
    error: () =>
      new DiskFullError(
        `the disk of ${folder} is almost full: ${inMegabytes(freeBytes(folder))} are free, and ` +
          `${inMegabytes(reserved ? freeBytesMin : reserveBytes + freeBytesMin)} are needed`,
      ),
  };
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const inMegabytes = (bytes: number) => `${Math.floor(bytes / megabyte)} MB`;

/** False if there is no room. Random, so that a file system that compresses reserves it, too. */
function fill(path: string): boolean {
  const chunk = randomBytes(megabyte);
  try {
    const file = openSync(path, 'w', 0o600);
    try {
      for (let written = 0; written < reserveBytes; ) {
        written += writeSync(file, chunk, 0, Math.min(chunk.length, reserveBytes - written));
      }
    } finally {
      closeSync(file);
    }
    return true;
  } catch {
    rmSync(path, { force: true });
    return false;
  }
}
