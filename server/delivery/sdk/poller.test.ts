import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createPoller } from './poller.ts';

test('polls go on every second if the clock is set back during one', async () => {
  let polls = 0;
  const onError = vi.fn();
  const poller = createPoller({ listen: () => () => {}, onError }, async () => {
    polls += 1;
    if (polls === 2) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  });
  onTestFinished(async () => {
    vi.useRealTimers();
    await poller.stop();
  });

  await poller.start();

  await eventually(() => expect(polls).toBeGreaterThan(3));
  expect(onError).not.toHaveBeenCalled();
});
