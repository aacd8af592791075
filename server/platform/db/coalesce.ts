/**
 * Concurrent calls with the same key share one query. It starts after the last of these calls, so
 * none gets a result that is older than its call.
 */
export function coalesce<T>(query: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const scheduled = new Map<string, Promise<T>>();

  async function schedule(key: string): Promise<T> {
    await endOfTick();
    scheduled.delete(key);
    return query(key);
  }

  return (key) => {
    const shared = scheduled.get(key) ?? schedule(key);
    scheduled.set(key, shared);
    return shared;
  };
}

/** After all input received so far has been handled. */
const endOfTick = () => new Promise<void>((resolve) => setImmediate(resolve));
