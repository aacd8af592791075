/** Periodic background work, in every process. */
export type Job = {
  name: string;
  /** The pause after a run that returned `done`. */
  everyMs: number;
  /** `more` runs it again immediately. Must claim its work, since other processes run it too. */
  run: () => Promise<'more' | 'done'>;
};

type Log = { error: (fields: object, message: string) => void };

/** Runs each job independently; the returned function stops all and waits for running ones. */
export function startJobs(jobs: readonly Job[], log: Log): () => Promise<void> {
  const stops = jobs.map((job) => startJob(job, log));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startJob({ name, everyMs, run }: Job, log: Log): () => Promise<void> {
  let stopped = false;
  let wake = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async () => {
    while (!stopped) {
      const next = await run().catch((error: unknown) => {
        log.error({ err: error, job: name }, 'job failed');
        return 'done' as const;
      });
      if (next === 'done' && !stopped) await pause();
    }
  };
  const running = loop();
  return () => {
    stopped = true;
    wake();
    return running;
  };
}
