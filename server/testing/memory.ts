import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Waits until exactly the expected references are still in memory. */
export async function expectInMemory(
  references: readonly WeakRef<object>[],
  expected: readonly boolean[],
) {
  const check = async () => {
    // A dereferenced target is not collected in the same turn of the event loop.
    await new Promise(setImmediate);
    collectGarbage();
    expect(references.map((reference) => reference.deref() !== undefined)).toEqual(expected);
  };
  await eventually(check);
}
