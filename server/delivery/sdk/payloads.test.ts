import { expect, test } from 'vitest';
import { createCaches } from '../../platform/cache/cache.ts';
import { expectInMemory } from '../../testing/memory.ts';
import { createPayloads } from './payloads.ts';
import type { EnvironmentState, Selection } from './rules.ts';

const everything = { projects: undefined, namePrefix: '', tags: [], inlined: true };
const selection: Selection = { environment: 'development', ...everything };

const aState = (): EnvironmentState => ({
  revision: 1,
  position: 1,
  bytes: 0,
  flags: new Map(),
  segments: new Map(),
});

test('a payload does not retain the environment it was built from', {
  timeout: 120_000,
}, async () => {
  const payloads = createPayloads(createCaches(), 1_000_000);
  const build = () => {
    const state = aState();
    payloads.getOrBuild(state, selection);
    return new WeakRef(state);
  };
  const state = build();

  await expectInMemory([state], [false]);
  expect(payloads.get(selection, 1)?.revision).toBe(1);
});

test('many distinct selections stay within the bound', async () => {
  const caches = createCaches();
  const payloads = createPayloads(caches, 100_000);
  for (let index = 0; index < 1000; index++) {
    const namePrefix = `prefix-${index}`;
    await payloads.getOrBuild(aState(), { ...selection, namePrefix }).as('gzip');
  }

  const [statistics] = caches.statistics();

  expect(statistics?.bytes).toBeLessThanOrEqual(100_000);
  expect(statistics?.bytes).toBeGreaterThan(50_000);
  expect(statistics?.evictions).toBeGreaterThan(0);
});
