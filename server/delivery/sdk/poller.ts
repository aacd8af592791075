import type { Listen } from '../../platform/db/listen.ts';

export type Poller = {
  started: () => boolean;
  /** True if the last poll failed. */
  failing: () => boolean;
  /** Fails if the first poll fails: before it, nothing may be cached. */
  start: () => Promise<void>;
  /** Polls now, after any running poll, which may have started before the change. */
  poll: () => Promise<void>;
  stop: () => Promise<void>;
};

/** The channel on which the append of events notifies. */
const channel = 'pennon_events';

/** Without notifications a change, also to a token, is served after this time at the latest. */
const pollEveryMs = 1000;

/** A notification waits this long for others of the same change. */
const gatherMs = 10;

/** At most ten polls a second: each takes from the throughput of the writes that cause it. */
const pauseMs = 100;

/** Polls on notification and once a second, after `start`, never concurrently. */
export function createPoller(
  { listen, onError }: { listen: Listen; onError: (error: unknown) => void },
  pollOnce: () => Promise<void>,
): Poller {
  let stopListening: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let started = false;
  let stopped = false;
  let failing = false;
  let pausedUntil = 0;

  const run = async () => {
    try {
      await pollOnce();
      failing = false;
    } catch (error) {
      failing = true;
      throw error;
    } finally {
      running = undefined;
      pausedUntil = performance.now() + pauseMs;
    }
  };
  const runOrJoin = () => {
    running ??= run();
    return running;
  };
  const poll = async () => {
    await running?.catch(() => {});
    await runOrJoin();
  };
  const pollPeriodically = async () => {
    const next = performance.now() + pollEveryMs;
    await runOrJoin().catch(onError);
    if (!stopped)
      timer = setTimeout(pollPeriodically, Math.max(0, next - performance.now())).unref();
  };
  const onNotification = () => {
    gathering ??= setTimeout(
      () => {
        gathering = undefined;
        if (!stopped) void poll().catch(onError);
      },
      Math.max(gatherMs, pausedUntil - performance.now()),
    ).unref();
  };

  return {
    started: () => started,
    failing: () => failing,
    start: async () => {
      await runOrJoin();
      if (started) return;
      started = true;
      stopListening = listen(channel, onNotification);
      timer = setTimeout(pollPeriodically, pollEveryMs).unref();
    },
    poll,
    stop: async () => {
      stopped = true;
      stopListening?.();
      clearTimeout(timer);
      clearTimeout(gathering);
      await running?.catch(() => {});
    },
  };
}
