import type { Encryption } from '../../platform/encryption/encryption.ts';
import { readSnapshot, type Snapshot, writeSnapshot } from './snapshot.ts';

export type Storage = {
  /** Undefined if there is nothing that can be used. */
  load: () => Promise<Snapshot | undefined>;
  /** Something has changed; it is written soon. */
  changed: () => void;
  /** Writes what has changed. */
  close: () => Promise<void>;
  failures: () => number;
};

type Parts = {
  /** Undefined: nothing is stored. */
  folder: string | undefined;
  upstream: string;
  encryption: Encryption | undefined;
  take: () => Snapshot;
  onError: (error: unknown) => void;
  writeMs?: number;
  /** The pause after a failure. */
  retryMs?: number;
};

/** The last good state on disk, written at most once per interval. */
export function createStorage(parts: Parts): Storage {
  const { folder, upstream, encryption, take, onError, writeMs = 2000, retryMs = 30_000 } = parts;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let dirty = false;
  let closed = false;
  let failures = 0;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (folder === undefined || !dirty) return;
    dirty = false;
    try {
      await writeSnapshot(folder, take(), encryption);
    } catch (error) {
      failures += 1;
      onError(error);
      // A full disk may have space again although no flag changes.
      markChanged(retryMs);
    }
  }

  const writeNext = () => {
    writing = (writing ?? Promise.resolve()).then(write);
    return writing;
  };

  function markChanged(inMs: number): void {
    dirty = true;
    if (folder === undefined || closed) return;
    timer ??= setTimeout(() => void writeNext(), inMs).unref();
  }

  return {
    load: async () => {
      if (folder === undefined) return undefined;
      try {
        return await readSnapshot(folder, upstream, encryption);
      } catch (error) {
        onError(error);
        return undefined;
      }
    },
    changed: () => markChanged(writeMs),
    close: () => {
      closed = true;
      return writeNext();
    },
    failures: () => failures,
  };
}
