/** What was counted over all matches of a filter, and how often flags had changed by then. */
type Remembered<T> = { changes: number; value: T };

export type Counts = {
  /** The value, counted anew unless it is known for this very state of the flags. */
  recall: <T>(key: string, changes: number, count: () => Promise<T>) => Promise<T>;
};

/**
 * Counts over a whole match are the dear part of a search, and flags change seldom: as long as none
 * did, a count stays true. The least recently used are forgotten.
 */
export function rememberCounts(entriesMax: number): Counts {
  const known = new Map<string, Remembered<unknown>>();
  return {
    recall: async <T>(key: string, changes: number, count: () => Promise<T>) => {
      const found = known.get(key);
      known.delete(key);
      const entry = found?.changes === changes ? found : { changes, value: await count() };
      known.set(key, entry);
      for (const oldest of known.keys()) {
        if (known.size <= entriesMax) break;
        known.delete(oldest);
      }
      return entry.value as T;
    },
  };
}
