import type { InTransaction } from '../../events/record.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { type Maintenance, maintainPartitions, type PartitionSettings } from './commands.ts';

type Log = Record<'info' | 'warn', (fields: object, message: string) => void>;

/** Creates, closes and deletes monthly partitions of the event log. */
export function eventPartitionsJob(
  inTransaction: InTransaction,
  settings: PartitionSettings,
  log: Log,
): Job {
  let refused = false;
  return {
    name: 'partition-events',
    everyMs: 60_000,
    run: async () => {
      const step = await runStep(inTransaction, settings, new Date().toISOString());
      if (step.did === 'refused') {
        if (!refused)
          log.warn({}, 'the role may not change the table events; run: pennon audit partition');
        refused = true;
        return 'done';
      }
      if (step.did === 'nothing' || step.did === 'postponed') return 'done';
      log.info(step, 'event partitions changed');
      return 'more';
    },
  };
}

/** SQLSTATE of a lock that was not granted in time. */
const lockNotAvailable = '55P03';

export async function runStep(
  inTransaction: InTransaction,
  settings: PartitionSettings,
  now: string,
): Promise<Maintenance> {
  try {
    return await inTransaction((tx) => maintainPartitions(tx, settings, now));
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return { did: 'postponed' };
    throw error;
  }
}
