const firstMs = 1000;
const maxMs = 3_600_000;

/** The pause after a failure, doubled with each; `random` is from 0 to 1. */
export function backoffMs(failures: number, random: number): number {
  const backoff = Math.min(maxMs, firstMs * 2 ** Math.min(failures, 30));
  return Math.round(backoff * (0.5 + random / 2));
}
