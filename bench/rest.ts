import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** Of all processors; what a machine does by itself is less. */
const restingShare = 0.1;
const lookEveryMs = 200;

/**
 * Until the machine is at rest, but no longer than given: what one server still does after it has
 * answered is not to be measured with the next.
 */
export async function untilAtRest(mostMs: number): Promise<void> {
  const end = performance.now() + mostMs;
  for (let before = timesOf(); performance.now() < end; ) {
    await delay(lookEveryMs);
    const now = timesOf();
    if (busyShare(before, now) < restingShare) return;
    before = now;
  }
}

type Times = { idle: number; all: number };

export const busyShare = (before: Times, now: Times): number =>
  now.all === before.all ? 0 : 1 - (now.idle - before.idle) / (now.all - before.all);

function timesOf(): Times {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    all: sum(times.flatMap((each) => Object.values(each))),
  };
}
