import type { FastifyInstance } from 'fastify';
import type { Terminal } from './terminal.ts';

/** How a process starts and stops. */

const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/** The first process of a container ignores every signal that it does not handle. */
export function endOnSignal(): () => void {
  const end = () => process.exit(1);
  if (process.pid === 1) for (const signal of stopSignals) process.once(signal, end);
  return () => {
    for (const signal of stopSignals) process.off(signal, end);
  };
}

export const waitForSignal = () =>
  new Promise<string>((resolve) => {
    for (const signal of stopSignals) process.once(signal, resolve);
  });

/** What a process stops besides its server: jobs at once, the database after it. */
type Services = { stopJobs: () => Promise<void>; close: () => Promise<void> };

/** Lets running requests finish, and ends the process after the grace period. */
export async function stop(
  app: FastifyInstance,
  { signal, stopJobs, close }: { signal: string } & Partial<Services>,
): Promise<void> {
  const { shutdownGraceMs } = app.settings;
  app.log.info({ signal }, 'stopping');
  const cut = setTimeout(() => {
    app.log.warn({ shutdownGraceMs }, 'grace period exceeded, closing open requests');
    process.exit(0);
  }, shutdownGraceMs);
  await Promise.all([stopJobs?.(), app.close()]);
  await close?.();
  clearTimeout(cut);
  app.log.info('stopped');
}

/** To stderr, for people; the log is written to stdout. */
export function printLines(stderr: Terminal['stderr'], lines: readonly string[]): void {
  if (lines.length > 0) stderr.write(`${lines.join('\n')}\n`);
}
