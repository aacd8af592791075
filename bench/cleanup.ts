/** What must be undone however the run ends; the last thing started is the first one stopped. */
export type Cleanup = {
  add: (undo: () => unknown) => void;
  run: () => Promise<void>;
  /** True from the first run on: what fails then, fails because it was stopped. */
  begun: () => boolean;
};

export function makeCleanup(): Cleanup {
  const undos: (() => unknown)[] = [];
  let running: Promise<void> | undefined;
  let begun = false;
  async function undoAll() {
    for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
      try {
        await undo();
      } catch (error) {
        // One thing that cannot be stopped must not keep the others running.
        console.error(`While cleaning up: ${(error as Error).message}`);
      }
    }
  }
  const cleanup: Cleanup = {
    add: (undo) => {
      undos.push(undo);
      // Whatever was starting when we were told to stop is stopped as soon as it is known.
      if (begun) void cleanup.run();
    },
    run: () => {
      begun = true;
      running ??= undoAll().finally(() => {
        running = undefined;
      });
      return running;
    },
    begun: () => begun,
  };
  return cleanup;
}

/** Stops everything on Ctrl-C, on a polite kill, and when the whole takes too long. */
export function stopOnSignals(cleanup: Cleanup, mostMinutes: number): void {
  const leave = (message: string, code: number) => {
    console.error(`\n${message}`);
    void cleanup.run().finally(() => process.exit(code));
  };
  process.once('SIGINT', () => leave('Interrupted; stopping what was started.', 130));
  process.once('SIGTERM', () => leave('Told to stop; stopping what was started.', 143));
  process.once('SIGHUP', () => leave('The terminal is gone; stopping what was started.', 129));
  setTimeout(
    () => leave(`Not done after ${mostMinutes} minutes; giving up.`, 1),
    mostMinutes * 60_000,
  ).unref();
}
