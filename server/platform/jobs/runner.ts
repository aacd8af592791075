/** Work that a server does unasked: again and again, whatever the number of processes. */
export type Job = {
  name: string;
  /** How long to wait after a run that found nothing more to do. */
  everyMs: number;
  /** Says whether there may be more to do at once. Claims its work, for others run it too. */
  run: () => Promise<'more' | 'done'>;
};

type Log = { error: (fields: object, message: string) => void };

/** Runs each job by itself until told to stop; stopping waits for what is running. */
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
