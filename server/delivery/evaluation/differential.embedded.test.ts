import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeSdk } from '../../testing/node-sdk.ts';
import { context, randomFlag, segments } from '../../testing/random-flags.ts';
import { evaluateFlag } from './evaluate.ts';

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
      for (const given of givenContexts) {
        const ours = names.map((name) => {
          const options = { now: 0, random: () => 0 };
          const { enabled, variant: shown } = evaluateFlag(lookup, name, given, options);
          return { name, enabled, variant: shown.name };
        });
        const theirs = names.map((name) => ({
          name,
          enabled: sdk.isEnabled(name, given as never),
          variant: sdk.getVariant(name, given as never).name,
        }));

        expect(ours).toEqual(theirs);
      }
    }),
    { numRuns: runs },
  );
});
