/** What is kept in memory up to a number of bytes; what was used longest ago goes first. */
export type Memory<T extends { bytes: number }> = {
  get: (key: string) => T | undefined;
  set: (key: string, value: T) => void;
  /** Says that the value under the key has changed its size, and may have to make room. */
  resized: (key: string) => void;
  bytes: () => number;
};

/** The newest value is kept whatever its size, for without it nothing could be served. */
export function createMemory<T extends { bytes: number }>(bytesMax: number): Memory<T> {
  // A map remembers the order of insertion: whatever is used is taken out and put in again.
  const entries = new Map<string, { value: T; bytes: number }>();
  let total = 0;

  const remove = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  const set = (key: string, value: T) => {
    remove(key);
    entries.set(key, { value, bytes: value.bytes });
    total += value.bytes;
    for (const oldest of entries.keys()) {
      if (total <= bytesMax || oldest === key) break;
      remove(oldest);
    }
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set,
    resized: (key) => {
      const entry = entries.get(key);
      if (entry) set(key, entry.value);
    },
    bytes: () => total,
  };
}
