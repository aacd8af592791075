import { expect, test } from 'vitest';
import { startJobs } from './runner.ts';

const quiet = { error: () => {} };

/** Resolves after the given number of calls. */
function counter(times: number) {
  let calls = 0;
  let reached = () => {};
  const done = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const count = () => {
    calls += 1;
    if (calls >= times) reached();
    return calls;
  };
  return { count, done, calls: () => calls };
}

test('a job runs again immediately while there is more to do, else after its pause', async () => {
  const runs = counter(5);
  const run = async () => (runs.count() < 4 ? 'more' : 'done') as 'more' | 'done';

  const stop = startJobs([{ name: 'count', everyMs: 1, run }], quiet);
  await runs.done;
  await stop();

  expect(runs.calls()).toBeGreaterThanOrEqual(5);
});

test('a failed run is logged, and ends neither the job nor others', async () => {
  const [failures, runs] = [counter(3), counter(3)];
  const logged: object[] = [];
  const log = { error: (fields: object) => logged.push(fields) };
  const failing = async () => {
    failures.count();
    throw new Error('no luck');
  };
  const working = async () => {
    runs.count();
    return 'done' as const;
  };

  const stop = startJobs(
    [
      { name: 'failing', everyMs: 1, run: failing },
      { name: 'working', everyMs: 1, run: working },
    ],
    log,
  );
  await Promise.all([failures.done, runs.done]);
  await stop();

  expect(logged[0]).toMatchObject({ job: 'failing', err: { message: 'no luck' } });
});

test('stopping waits for running jobs, and ends pauses', async () => {
  let finish = () => {};
  const finishing = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const state = { finished: false };
  const run = async () => {
    await finishing;
    state.finished = true;
    return 'done' as const;
  };
  const stop = startJobs(
    [
      { name: 'finishing', everyMs: 600_000, run },
      { name: 'pausing', everyMs: 600_000, run: async () => 'done' as const },
    ],
    quiet,
  );

  const stopping = stop();
  finish();
  await stopping;

  expect(state.finished).toBe(true);
});
