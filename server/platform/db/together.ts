/**
 * Questions that come in the same moment are asked of the database once. It is asked after the last
 * of them came, so nobody gets an answer from before their question.
 */
export function askTogether<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const gathering = new Map<string, Promise<T>>();

  async function gather(key: string): Promise<T> {
    await endOfThisMoment();
    gathering.delete(key);
    return ask(key);
  }

  return (key) => {
    const shared = gathering.get(key) ?? gather(key);
    gathering.set(key, shared);
    return shared;
  };
}

/** When all that has arrived by now has been looked at. */
const endOfThisMoment = () => new Promise<void>((resolve) => setImmediate(resolve));
