import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freeBytesMin } from './disk-space.ts';
import { findLockHolder, lockFolder } from './folder-lock.ts';

/** There is no backup; the message contains why. */
export class BackupError extends Error {}

type Outcome = { at: string; folder?: string; error?: string };

const signal = 'SIGUSR2';
const folderOf = (dataDir: string) => join(dataDir, 'backups');
const outcomeOf = (dataDir: string) => join(folderOf(dataDir), 'last.json');

/** Copies the embedded database, in the process that uses it, and returns the new folder. */
export async function backUp(dataDir: string): Promise<string> {
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new BackupError(`There is no database in DATA_DIR ${dataDir}.`);
  }
  createFolder(dataDir);
  const holder = await findLockHolder(dataDir);
  if (holder !== null) return orderBackup(dataDir, holder);
  const release = await lockFolder(dataDir);
  try {
    return copyDatabase(dataDir);
  } finally {
    await release();
  }
}

/** Before a signal is sent: the process that gets it could not say why it fails. */
function createFolder(dataDir: string): void {
  try {
    mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new BackupError(`The folder of backups cannot be used: ${(error as Error).message}.`);
  }
}

/**
 * Lets other processes order backups of a folder that this process uses. To be called before the
 * folder is locked, because a signal without a handler ends the process.
 */
export function backUpOnSignal(dataDir: string): { ready: () => void; stop: () => void } {
  let opened = false;
  const onSignal = () => saveOutcome(dataDir, outcomeOfCopy(dataDir, opened));
  process.on(signal, onSignal);
  return {
    ready: () => {
      opened = true;
    },
    stop: () => process.off(signal, onSignal),
  };
}

function outcomeOfCopy(dataDir: string, opened: boolean): Outcome {
  const at = new Date().toISOString();
  if (!opened) return { at, error: 'The database is being opened; try again.' };
  try {
    return { at, folder: copyDatabase(dataDir) };
  } catch (error) {
    return { at, error: (error as Error).message };
  }
}

function saveOutcome(dataDir: string, outcome: Outcome): void {
  const path = outcomeOf(dataDir);
  try {
    writeFileSync(`${path}.new`, JSON.stringify(outcome));
    renameSync(`${path}.new`, path);
  } catch {
    // The process that waits for it stops after a while.
  }
}

/**
 * Copies all files in one synchronous call, so that no statement runs meanwhile: the copy is what a
 * crash would leave, and contains everything that was committed.
 */
function copyDatabase(dataDir: string): string {
  const target = join(folderOf(dataDir), new Date().toISOString().replaceAll(':', '-'));
  const draft = `${target}.partial`;
  try {
    mkdirSync(draft, { mode: 0o700 });
    cpSync(join(dataDir, 'postgres'), join(draft, 'postgres'), { recursive: true });
    const { bavail, bsize } = statfsSync(dataDir);
    if (bavail * bsize < freeBytesMin) throw new Error('the disk would be almost full');
    renameSync(draft, target);
    return target;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw new BackupError(`The database was not copied: ${(error as Error).message}.`);
  }
}

const pollMs = 50;
const timeoutMs = 10 * 60_000;

async function orderBackup(dataDir: string, pid: number): Promise<string> {
  const before = contentOf(dataDir);
  sendSignal(pid);
  const end = Date.now() + timeoutMs;
  while (contentOf(dataDir) === before) {
    if ((await findLockHolder(dataDir)) !== pid || Date.now() > end) {
      throw new BackupError(`Process ${pid}, which uses ${dataDir}, did not respond.`);
    }
    await delay(pollMs);
  }
  const { folder, error } = JSON.parse(contentOf(dataDir)) as Outcome;
  if (folder === undefined) throw new BackupError(error);
  return folder;
}

function sendSignal(pid: number): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    throw new BackupError(
      `Process ${pid} cannot be reached: ${(error as Error).message}. Run as its user.`,
    );
  }
}

function contentOf(dataDir: string): string {
  try {
    return readFileSync(outcomeOf(dataDir), 'utf8');
  } catch {
    return '';
  }
}
