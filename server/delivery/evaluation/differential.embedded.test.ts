import fc from 'fast-check';
import { test } from 'vitest';
import { expectSameResults, nodeSdk } from '../../testing/node-sdk.ts';
import { context, randomFlag, segments } from '../../testing/random-flags.ts';

/** Random flags and contexts: the Node SDK returns the same results. */

const names = ['one', 'two', 'three', 'four', 'five'];
const flags = fc.tuple(...names.map((name) => randomFlag(name, names)));

const runs = 500;
const contextsPerRun = 10;

test(`${runs * contextsPerRun * names.length} pairs of flag and context`, () => {
  const contexts = fc.array(context, { minLength: contextsPerRun, maxLength: contextsPerRun });
  fc.assert(
    fc.property(flags, segments, contexts, (state, allSegments, givenContexts) => {
      const sdk = nodeSdk(state, allSegments);
      const lookup = {
        flag: (name: string) => state.find((flag) => flag.name === name),
        segment: (id: number) => allSegments.find((segment) => segment.id === id),
      };
      for (const given of givenContexts) expectSameResults(sdk, lookup, names, given);
    }),
    { numRuns: runs },
  );
});
