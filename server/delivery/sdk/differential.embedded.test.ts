import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anApiToken } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { insertEvaluationFlags } from '../../testing/evaluation-flags.ts';
import { expectSameResults, nodeSdk } from '../../testing/node-sdk.ts';
import { context, randomFlag, segments, storable } from '../../testing/random-flags.ts';

/** Random stored flags: the Node SDK, with our response, agrees with our evaluation. */

const { app, db, get } = await testApp();
const names = Array.from({ length: 200 }, (_, index) => `flag-${index}`);
const flags = fc.tuple(...names.map((name) => randomFlag(name, names)));
const contextsPerRun = 60;
const runs = 2;

test(`${runs * contextsPerRun * names.length} pairs of flag and context`, async () => {
  const contexts = fc.array(context, { minLength: contextsPerRun, maxLength: contextsPerRun });
  await fc.assert(
    fc.asyncProperty(flags, segments, contexts, async (random, allSegments, givenContexts) => {
      const { environment } = await insertEvaluationFlags(db, {
        flags: storable(random),
        segments: allSegments,
      });
      const token = await anApiToken(db, { environment });
      const { body } = await get('/api/client/features', {
        token,
        headers: { 'unleash-client-spec': '5.2.0' },
      });
      const sdk = nodeSdk(body.features, body.segments);
      const state = await app.delivery.stateOf({ environment, projects: undefined });
      const lookup = {
        flag: (name: string) => state.flags.get(name)?.feature,
        segment: (id: number) => state.segments.get(id),
      };

      expect(body.features).toHaveLength(names.length);
      for (const given of givenContexts) expectSameResults(sdk, lookup, names, given);
    }),
    { numRuns: runs, endOnFailure: true },
  );
});
