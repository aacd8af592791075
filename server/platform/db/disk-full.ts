/** Whether the disk of the database is full, as far as its responses show. */
export type DiskFullWatch = {
  /** Returns the error to throw, which may explain the given one. */
  failed: (error: unknown) => unknown;
  wrote: () => void;
  isFull: () => boolean;
};

/** A process that gets no requests because it is not ready has to try again. */
const fullMs = 30_000;

/** Full means that the last write failed for lack of space, less than 30 seconds ago. */
export function watchDiskFull(explain: (error: unknown) => unknown): DiskFullWatch {
  let failedAt = Number.NEGATIVE_INFINITY;
  return {
    failed: (error) => {
      const explained = explain(error);
      if ((explained as { code?: string }).code === '53100') failedAt = performance.now();
      return explained;
    },
    wrote: () => {
      failedAt = Number.NEGATIVE_INFINITY;
    },
    isFull: () => performance.now() - failedAt < fullMs,
  };
}
