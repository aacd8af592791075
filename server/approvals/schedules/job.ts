import { inTransaction } from '../../events/record.ts';
import type { Db } from '../../platform/db/open.ts';
import { RequestError } from '../../platform/errors.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { applyNextDue } from './commands.ts';

type Log = { error: (fields: object, message: string) => void };

/** Applies change requests when their time has come, one a transaction. */
export const applyScheduledJob = (db: Db, log: Log): Job => ({
  name: 'apply-scheduled',
  everyMs: 1000,
  run: async () => {
    const outcome = await inTransaction(db, applyNextDue);
    if (outcome === 'none') return 'done';
    if (outcome !== 'applied' && !(outcome.error instanceof RequestError)) {
      const { error: err, changeRequestId } = outcome;
      log.error({ err, changeRequestId }, 'a scheduled change request failed');
    }
    return 'more';
  },
});
