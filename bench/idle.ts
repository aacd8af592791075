import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** Share of all processors; an idle machine is below it. */
const idleThreshold = 0.1;
const pollMs = 200;

/** Waits until the machine is idle, so that work of one server is not measured with the next. */
export async function waitUntilIdle(maxMs: number): Promise<void> {
  const end = performance.now() + maxMs;
  for (let before = timesOf(); performance.now() < end; ) {
    await delay(pollMs);
    const now = timesOf();
    if (busyShare(before, now) < idleThreshold) return;
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
