import { expect, test } from 'vitest';
import { expectHeld } from '../../testing/memory.ts';
import { createPayloads } from './payloads.ts';
import type { EnvironmentState } from './rules.ts';

test('an answer does not keep the environment in memory that it was built from', {
  timeout: 120_000,
}, async () => {
  const payloads = createPayloads(1_000_000);
  const everything = { projects: undefined, namePrefix: '', tags: [], inlined: true };
  const selection = { environment: 'development', ...everything };
  const build = () => {
    const state: EnvironmentState = {
      ...{ revision: 1, asOf: 1, bytes: 0 },
      ...{ flags: new Map(), ordered: [], segments: new Map() },
    };
    payloads.build(state, selection);
    return new WeakRef(state);
  };
  const state = build();

  await expectHeld([state], [false]);
  expect(payloads.held(selection)?.revision).toBe(1);
});
