import { backoffMs } from '../../platform/jobs/backoff.ts';

/** The longest pause while the upstream is away. */
const pauseMaxMs = 30_000;

/** Runs at an interval, sooner after failures, and on request; never concurrently. */
export function createRevalidation(
  run: () => Promise<void>,
  { everyMs, onError }: { everyMs: number; onError: (error: unknown) => void },
) {
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let again = false;
  let stopped = false;
  let failures = 0;

  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void runNow(), ms).unref();
  };

  const pauseMs = () => {
    if (failures === 0) return everyMs * (0.9 + 0.1 * Math.random());
    return Math.min(everyMs, pauseMaxMs, backoffMs(failures - 1, Math.random()));
  };

  async function runNow(): Promise<void> {
    if (running) {
      again = true;
      return;
    }
    running = true;
    try {
      await run();
      failures = 0;
    } catch (error) {
      failures += 1;
      onError(error);
    } finally {
      running = false;
    }
    schedule(again ? 0 : pauseMs());
    again = false;
  }

  return {
    start: () => void runNow(),
    now: () => void runNow(),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
