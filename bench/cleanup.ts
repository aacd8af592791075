/** Undo functions that run in reverse order however the run ends. */
export type Cleanup = {
  add: (undo: () => unknown) => void;
  run: () => Promise<void>;
  /** True from the first run on; errors after that are caused by stopping. */
  started: () => boolean;
};

export function createCleanup(): Cleanup {
  const undos: (() => unknown)[] = [];
  let running: Promise<void> | undefined;
  let started = false;
  async function undoAll() {
    for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
      try {
        await undo();
      } catch (error) {
        // An error in one undo function must not skip the others.
        console.error(`While cleaning up: ${(error as Error).message}`);
      }
    }
  }
  const cleanup: Cleanup = {
    add: (undo) => {
      undos.push(undo);
      // A process that was starting during the cleanup is stopped as soon as it is registered.
      if (started) void cleanup.run();
    },
    run: () => {
      started = true;
      running ??= undoAll().finally(() => {
        running = undefined;
      });
      return running;
    },
    started: () => started,
  };
  return cleanup;
}

/** Cleans up on SIGINT, SIGTERM and SIGHUP, and on timeout. */
export function stopOnSignals(cleanup: Cleanup, maxMinutes: number): void {
  const leave = (message: string, code: number) => {
    console.error(`\n${message}`);
    void cleanup.run().finally(() => process.exit(code));
  };
  process.once('SIGINT', () => leave('Interrupted; cleaning up.', 130));
  process.once('SIGTERM', () => leave('Terminated; cleaning up.', 143));
  process.once('SIGHUP', () => leave('The terminal was closed; cleaning up.', 129));
  setTimeout(
    () => leave(`Not finished after ${maxMinutes} minutes; cleaning up.`, 1),
    maxMinutes * 60_000,
  ).unref();
}
