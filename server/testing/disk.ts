import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './cleanup.ts';

/** Root may, except in a container without the capability. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'pennon-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
  if (status === 0) execFileSync('umount', [folder]);
  rmdirSync(folder);
  return status === 0;
}

/** A file system of its own, unmounted at the end of the test. */
export function aDisk(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'pennon-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  atEnd(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmdirSync(folder);
  });
  return folder;
}

/** Leaves this much space; the returned function frees the rest. */
export function fillDisk(disk: string, remaining: number): () => void {
  const { bavail, bsize } = statfsSync(disk);
  const file = join(disk, 'other-data');
  writeFileSync(file, Buffer.alloc(bavail * bsize - remaining));
  return () => rmSync(file);
}
