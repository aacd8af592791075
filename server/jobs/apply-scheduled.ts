import { applyNextDue } from '../change-request-schedules/commands.ts';
import type { Db } from '../db/open.ts';
import { RequestError } from '../errors.ts';
import { inTransaction } from '../events/record.ts';
import type { Job } from './runner.ts';

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
