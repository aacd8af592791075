import type { InTransaction } from '../../events/record.ts';
import { RequestError } from '../../platform/errors.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { applyNextDue } from './commands.ts';

type Log = { error: (fields: object, message: string) => void };

/** Applies due change requests, one per transaction. */
export const applyScheduledJob = (inTransaction: InTransaction, log: Log): Job => ({
  name: 'apply-scheduled',
  everyMs: 1000,
  run: async () => {
    const outcome = await inTransaction(applyNextDue);
    if (outcome === 'none') return 'done';
    if (outcome !== 'applied' && !(outcome.error instanceof RequestError)) {
      const { error: err, changeRequestId } = outcome;
      log.error({ err, changeRequestId }, 'a scheduled change request failed');
    }
    return 'more';
  },
});
