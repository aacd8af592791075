import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, vi } from 'vitest';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Whether each is still in memory; waits until that is so. */
export async function expectHeld(things: readonly WeakRef<object>[], held: readonly boolean[]) {
  const look = async () => {
    // What was looked at in this turn of the loop is not collected in it.
    await new Promise(setImmediate);
    collectGarbage();
    expect(things.map((thing) => thing.deref() !== undefined)).toEqual(held);
  };
  await vi.waitFor(look, { timeout: 60_000 });
}
