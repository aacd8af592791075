import { setTimeout as delay } from 'node:timers/promises';

/** For a test of hours or days: if the hour ends soon, waits for the next one. */
export async function insideAnHour(): Promise<void> {
  const left = 3_600_000 - (Date.now() % 3_600_000);
  if (left < 30_000) await delay(left);
}
