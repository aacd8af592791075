import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The data folder is locked by another process, or could not be locked. */
export class FolderInUseError extends Error {}

type Holder = { pid: number; startedAt: string | null };

/** Locks the folder for this process; a lock of a process that has ended is taken over. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const lock = join(folder, 'pennon.lock');
  const mine = JSON.stringify(await holderOf(process.pid));

  // Each round takes the lock, finds a running holder, or clears a stale lock.
  for (let round = 0; round < 10; round++) {
    if (await createLock(lock, mine)) return () => rm(lock, { force: true });
    const found = await readFile(lock, 'utf8').catch(() => null);
    if (found === null) continue;
    const holder = await runningHolder(found);
    if (holder !== null) throw new FolderInUseError(inUse(folder, holder));
    await clearStaleLock(lock, found);
  }
  throw new FolderInUseError(`The data folder ${folder} could not be locked; try again.`);
}

/** The id of another process that uses the folder, or null. */
export async function findLockHolder(folder: string): Promise<number | null> {
  const found = await readFile(join(folder, 'pennon.lock'), 'utf8').catch(() => null);
  return found === null ? null : ((await runningHolder(found))?.pid ?? null);
}

/** Creating a link is atomic, so no process reads a partially written lock. */
async function createLock(lock: string, content: string): Promise<boolean> {
  const draft = `${lock}.${process.pid}`;
  try {
    await writeFile(draft, content);
    await link(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function runningHolder(content: string): Promise<Holder | null> {
  const holder = parseHolder(content);
  if (holder === null || holder.pid === process.pid) return null;
  const now = await holderOf(holder.pid);
  return isRunning(holder.pid) && now.startedAt === holder.startedAt ? holder : null;
}

/** Moves the stale lock aside, and back again if another process replaced it in between. */
async function clearStaleLock(lock: string, stale: string): Promise<void> {
  const aside = `${lock}.stale.${process.pid}`;
  try {
    await rename(lock, aside);
  } catch {
    return;
  }
  const moved = await readFile(aside, 'utf8').catch(() => stale);
  if (moved !== stale) await link(aside, lock).catch(() => {});
  await rm(aside, { force: true });
}

function parseHolder(content: string): Holder | null {
  try {
    const { pid, startedAt } = JSON.parse(content) as Holder;
    return Number.isInteger(pid) ? { pid, startedAt } : null;
  } catch {
    return null;
  }
}

/** The start time distinguishes a process from a later one with the same id. */
async function holderOf(pid: number): Promise<Holder> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The command name is in brackets and may contain spaces; start time is the 20th field after it.
  const startedAt = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  return { pid, startedAt };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const inUse = (folder: string, holder: Holder) =>
  `The data folder ${folder} is in use by process ${holder.pid}; ` +
  'stop that process, choose another folder with DATA_DIR, or use PostgreSQL with DATABASE_URL.';
