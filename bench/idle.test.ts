import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { busyShare, waitUntilIdle } from './idle.ts';

test.each([
  ['everything was idle', { idle: 100, all: 100 }, { idle: 300, all: 300 }, 0],
  ['half was idle', { idle: 100, all: 200 }, { idle: 200, all: 400 }, 0.5],
  ['no time has passed', { idle: 100, all: 200 }, { idle: 100, all: 200 }, 0],
])('the busy share when %s', (_, before, now, share) => {
  expect(busyShare(before, now)).toBe(share);
});

test('waiting for a busy machine ends at the limit', async () => {
  const busy = new Worker('for (;;);', { eval: true });
  const began = performance.now();

  await waitUntilIdle(1000);

  const waited = performance.now() - began;
  await busy.terminate();
  expect(waited).toBeGreaterThanOrEqual(1000);
  expect(waited).toBeLessThan(20_000);
});
